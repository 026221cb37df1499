module cart

import os
import net.http as h

// Cart holds items.
pub struct Cart {
	Base
pub mut:
	size int = 3
	name string
}

enum Size {
	small
	large
}

interface Priced {
	price() int
}

const limit = 3

type Name = string

fn total(x int) int {
	local := 1
	if x > 1 && local == 1 {
		return 1
	}
	return local
}

pub fn (mut c Cart) add(i int) {
	println('a ${i} b')
}
