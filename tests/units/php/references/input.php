<?php
function run(Cart $cart, \Shop\Item|array $item): ?Price {
    total($cart);
    \Shop\total($cart);
    $cart->total()->round(2);
    $cart?->maybe();
    Cart::build(Till::LIMIT, Till::$open);
    new Drawer();
    try { throw new \Shop\Oops; } catch (Empty_ | Full $e) {}
    return $item instanceof Cart ? self::X : null;
}
#[Route('/x')]
function action() {}
