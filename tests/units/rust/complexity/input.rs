fn all(xs: &[i32], s: Option<i32>) -> i32 {
    if xs.is_empty() && s.is_none() || s == Some(1) {
        return 1;
    } else if let Some(x) = s {
        return x;
    }
    for x in xs { while *x > 3 { loop { break; } } }
    match s {
        Some(1 | 2) => 1,
        Some(x) if x > 3 => 2,
        _ => 3,
    }
}
fn none() { }
