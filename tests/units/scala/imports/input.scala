import scala.collection.mutable
import shop.cart.{Cart, Item => Thing, _}
import shop.web._
import shop.api.*
import shop.Cart as Basket
import a.b, c.d
object A
