package shop

// Cart is a cart.
type Cart struct {
	Name string // the name of its owner
	Size int    // how many items it holds,
	            // at most ten

	// Total is the sum.
	Total int // not this
	A, B  int // both of them
	Bare  int // nolint:structcheck
	Last  int
}

const (
	Big   = 3 // larger than small
	Small = 1
)
