class Cart {
    private val lines = mutableListOf<Item>()
    lateinit var owner: String
    var total: Int = 0
        private set
    val size get() = lines.size
    val slow by lazy {
        1 + 2
    }
    val (first, second) = pair()

    constructor(owner: String) : this() {
        this.owner = owner
    }

    // Adds one item,
    // and counts it.
    protected operator fun plus(item: Item): Cart {
        val local = item.price
        fun helper() = local
        total += helper()
        return this
    }
    infix fun `add all`(items: List<Item>) = items.forEach { add(it) }
}
private fun <T> List<T>.second(): T? where T : Any = this[1]
val String.half: Int get() = length / 2
