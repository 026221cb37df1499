package shop

class `-Cart` { fun total() = 1 }

fun `adds up`() = `-Cart`().total()

fun check() = `adds up`() + Tools.`in`()
