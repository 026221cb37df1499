package cart

const Limit = 3
const (
	// Small is small.
	Small Size = iota
	_
	low, High = 1, "x"
)

var _ Priced = (*Cart)(nil)
var x, y int = 1, 2
var (
	// table maps names.
	table = map[string]int{
		"a": 1,
	}
	mu sync.Mutex
)
