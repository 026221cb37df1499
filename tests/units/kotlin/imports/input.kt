@file:JvmName("Shop")
package shop.web

import kotlin.math.max
import shop.cart.*
import shop.Item as Thing

/** Documents the port. */
val port = max(80, 8080)
