class Whole { fun one() = 1 }

class Torn {
    val kept = "left"
    fun half(x: Int) {
        if (x
