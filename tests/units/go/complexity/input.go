package cart

func all(xs []int, ch chan int) int {
	for _, x := range xs {
		if x > 0 && x < 9 || x == 11 {
			return 1
		} else if x < 0 {
			return 2
		}
	}
	switch len(xs) {
	case 1, 2:
	case 3:
	default:
	}
	select {
	case <-ch:
	default:
	}
	return 0
}
func none() {}
