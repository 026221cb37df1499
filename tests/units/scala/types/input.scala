// Copyright 2024 Example. All rights reserved.
package com.shop

import com.base.Base

/** A cart of items. */
@deprecated("old", "2") final case class Cart[T <: Item](size: Int, private val owner: String = "me")(implicit tax: Tax)
  extends Base(size) with Priced[T] {
  def this(size: Int) = this(size, "you")
  class Line(amount: Int, val item: T)
}
/** Its companion. */
object Cart extends App
sealed trait Priced[+T] { def price: Int }
abstract class Shape
package object money {
  type Amount = BigDecimal
  implicit class Rich(amount: Amount)
}
package inner { object Deep }
