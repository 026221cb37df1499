<?php
interface Priced extends Named, Countable { const X = 1; public function price(): float; }
trait Counts { private int $n = 0; public function count() {} abstract function reset(); }
enum Suit: string implements HasLabel {
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;
    public function label(): string { return ucfirst($this->name); }
}
final readonly class Point {}
$anonymous = new class extends Base { public function act() {} };
