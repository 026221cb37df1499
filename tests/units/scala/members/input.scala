class Account {
  self: Logged =>
  val a, total = 3
  private[this] lazy val cache: Map[String, Int] = {
    Map("a" -> 1)
  }
  protected var name = "x"
  val (low, high) = bounds
  val Some(found) = search
  val first :: rest = list

  // How much is left,
  // after fees.
  override def left[A](fee: Int, // of the bank
      more: A*)(implicit ev: Ev[A]): Option[A] = {
    val local = fee
    def helper(x: Int) = x + local
    None
  }
  def abstractly(x: Int): Unit
  def `two words` = new Runnable { def run() = () }
  def +=(other: Account): Unit = { }
}
