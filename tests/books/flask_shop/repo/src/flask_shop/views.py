"""The routes. Each turns a request into a call of the cart and an answer in JSON."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, jsonify, request, session

from flask_shop.cart import Cart, CartError

shop = Blueprint("shop", __name__)


@shop.get("/items")
def list_items():
    """List what can be bought, or what matches `?q=`."""
    found = current_app.extensions["catalogue"].search(request.args.get("q", ""))
    return jsonify([{"sku": item.sku, "title": item.title, "cents": item.cents} for item in found])


@shop.post("/cart")
def add_to_cart():
    """Add an item to the cart of this session."""
    cart = _cart()
    try:
        cart.add(request.json["sku"], request.json.get("amount", 1))
    except CartError as error:
        abort(409, str(error))
    session["cart"] = {item.sku: amount for item, amount in cart.lines()}
    return jsonify(total=cart.total())


def _cart() -> Cart:
    cart = Cart(current_app.extensions["catalogue"])
    for sku, amount in session.get("cart", {}).items():
        cart.add(sku, amount)
    return cart
