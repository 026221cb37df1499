// Copyright 2024 Example. All rights reserved.
package com.shop

/** What can be put in a cart. */
@Serializable
internal data class Item<T : Any> @Inject constructor(val name: String, private var price: Int = 3, tax: Int) : Base(name), Priced {
    companion object : Factory<Item>() {
        const val LIMIT = 10
    }
    inner class Line
}
sealed interface Priced
fun interface Action {
    fun act(item: Item<*>): Unit
}
private enum class Size(val weight: Int) {
    SMALL(1) { override fun half() = 0 },
    LARGE(9);
    open fun half() = weight / 2
}
annotation class Marker(val why: String)
data object Nothing : Priced by Item
@JvmInline value class Id(val raw: Long)
typealias Handler<T> = (T) -> Unit
