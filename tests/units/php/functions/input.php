<?php
define('LIMIT', 3);
const OTHER = 4;
\define("THIRD", 5);
define(<<<END
  FOURTH
  END, 6);
define(<<<'END'
FIFTH
END
, 7);
/** Return what a cart costs. */
function total(array $items = [], callable $round = null): int {
    $local = 1;
    static $cache = [];
    $inner = fn($x) => $x;
    function nested() {}
    foreach ($items as $item) {
        if ($item && $item->price or $local) { continue; }
        elseif ($item) { break; }
    }
    return match ($local) { 1 => 2, default => $items ?: 3 };
}
$double = fn(int $x): int => $x * 2;
$triple = function ($x) use ($double) { return 3 * $x; };
$config = ['a' => 1];
$config = [];
if (!function_exists('late')) { function late() {} }
