class Whole { func one() { } }

class Torn {
    let kept = 3
    func half(x: Int) {
        if x
