object Flow {
  def all(xs: List[Int], s: String): Int = {
    for (x <- xs if x > 0) println(x)
    while (s.isEmpty && xs.nonEmpty || s == null) run()
    do run() while (s.isEmpty)
    try run() catch { case e: Exception => 0 }
    xs match {
      case Nil => 1
      case x :: _ if x > 3 => 2
      case _ => if (s.isEmpty) 3 else 4
    }
  }
  def none = 1
}
