fun all(xs: List<Int>, s: String?): Int {
    var sum = s?.length ?: 0
    for (x in xs) if (x > 0) sum += x else sum--
    while (sum > 9 && s != null) sum--
    do { sum++ } while (sum < 0 || s == "")
    when (sum) {
        1, 2 -> sum = 3
        in 4..5 -> sum = 6
        is Int -> sum = 7
        else -> sum = 8
    }
    try { sum /= 2 } catch (e: ArithmeticException) { sum = 0 }
    return if (sum > 0) 1 else 0
}
fun none() = Unit
