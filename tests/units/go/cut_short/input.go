package half

func whole() int { return 1 }

func (c *Cart) torn(x int) {
	if x {
