package shop
enum class Size(val cents: Int) { SMALL(1), LARGE(2) { override fun rate() = 2 }; open fun rate() = 1 }
fun after() {}
class Cart { val text = " fun } "; fun total() = 3 }
abstract class Basket : Priced, Sized by sizes { abstract val count: Int; protected open fun sum() {} }
class Wide : Sized by sizes {
    fun wide() = 1
}
class Plain : Sized by sizes()
fun last() {}
