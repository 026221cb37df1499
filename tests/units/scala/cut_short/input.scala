class Whole { def one = 1 }
def `two words` = 2

class Torn {
  val kept = 3
  def half(x: Int) = {
    if (x
