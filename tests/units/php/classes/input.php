<?php
/**
 * Holds items.
 */
#[Entity(table: 'carts')]
abstract class Cart extends Base implements Priced, \Shop\Listed
{
    use Counts, Logs;

    const LOW = 1, HIGH = 2;
    private const int LIMIT = 3;
    public ?string $name = null, $label;
    protected static array $items = [];
    var $legacy;
    public string $size { get => 1; }

    public function __construct(private readonly Db $db, int $plain = 3) { parent::__construct(); }

    /** Return the sum. */
    abstract protected function total(int|string $rate, ?Item ...$rest): ?Price;
    final public static function make(): static { return new static(); }
    function &find($id) { return $this->items[$id] ?? null; }
}
