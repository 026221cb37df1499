package cart

// New makes a cart.
//
//go:noinline
func New(size int, // how many
	names ...string) (*Cart[int], error) {
	type local struct{ f int }
	tests := []struct{ name string }{{"a"}}
	var z, k = 1, 2
	const q = 3
	return nil, func() error { return nil }()
}

/* Total sums up. */
func (c *Cart[T]) Total() (n int) { return c.a }
func (Size) String() string       { return "" }
func (c *(Cart)) odd()            {}
func external(x int)
func Map[K comparable, V any](m map[K]V) {}
