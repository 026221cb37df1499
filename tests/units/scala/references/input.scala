class Shop(cart: shop.Cart) extends Base[Item](cart) with util.Logged {
  @tailrec def run(): Unit = {
    val line = new Line[Item](3)
    cart.lines.map(_.price).foreach(println)
    parse[Int]("12") to total(cart)
    log(s"cart of $name and ${line.price + 1} items", "plain", 'c', """raw
      text""")
    items collect { case Some(Item(n)) => n; case x: Other => x }
  }
}
