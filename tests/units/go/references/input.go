package cart

func run(s shop.Store, items []*Item, m map[Key]chan Value) error {
	line := &Line[Money]{Count: 3}
	s.Cart().Add(line)
	fmt.Println("total of \"things\"", 'c', `raw text`)
	go work(items...)
	defer slices.Sort[Item](items)
	x := any(line).(Priced)
	switch v := x.(type) {
	case *Special:
		v.Act()
	}
	return Broken{}
}
