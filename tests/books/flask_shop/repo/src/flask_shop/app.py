"""Build the application: configuration, catalogue and routes in one place."""

from __future__ import annotations

import os

from flask import Flask

from flask_shop.catalogue import Catalogue, load_catalogue
from flask_shop.views import shop


def create_app(catalogue: Catalogue | None = None) -> Flask:
    """Return a shop that is ready to serve.

    :param catalogue: what can be bought; read from `SHOP_CATALOGUE` if missing
    :returns: the application, with all routes registered
    """
    app = Flask(__name__)
    app.config["SECRET_KEY"] = os.environ.get("SHOP_SECRET", "dev")
    app.extensions["catalogue"] = catalogue or load_catalogue(os.environ["SHOP_CATALOGUE"])
    app.register_blueprint(shop)
    return app


def main() -> None:
    """Serve on this machine."""
    create_app().run(port=int(os.environ.get("PORT", "5000")))


if __name__ == "__main__":
    main()
