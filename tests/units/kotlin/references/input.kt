class Shop(val cart: shop.Cart) : Base<Item>(), Runnable {
    @Deprecated("old $it", ReplaceWith("x")) override fun run() {
        cart.lines().map(Line::price).forEach { println(it) }
        val item = Item<String>("a", ::total)
        item?.owner?.greet("hello ${name.trim()}")
        val pair = 1 to item as Map.Entry<String, Item>
        if (item is Thing) throw Broken()
        object : Visitor() { override fun visit(n: Node) = super.visit(n) }
    }
}
