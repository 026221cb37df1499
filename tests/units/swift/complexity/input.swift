func all(xs: [Int], s: String?) -> Int {
    guard let s = s else { return 0 }
    for x in xs where x > 0 { if x > 1 { } else if x < 5 { } }
    while s.isEmpty && xs.isEmpty || s == "a" { }
    repeat { } while s.isEmpty
    switch s {
    case "a", "b": break
    case let x where x.isEmpty: break
    default: break
    }
    do { try run() } catch let e as Broken { } catch { }
    return xs.first ?? (s.isEmpty ? 1 : 2)
}
func none() { }
