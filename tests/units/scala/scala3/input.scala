enum Size(val weight: Int) derives CanEqual:
  case Small extends Size(1)
  case Medium, Large
  case Other(why: String)
  def half = weight / 2

given byWeight: Ordering[Size] with
  def compare(a: Size, b: Size): Int = a.weight - b.weight
given Show[Size] = Show.auto

extension [T](items: List[T])
  def second: T = items.tail.head
  def +++(other: List[T]): List[T] = items

opaque type Id = Long
@main def run(args: String*)(using ctx: Context): Unit =
  val local = 1
  println(local)
end run
