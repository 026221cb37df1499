fn whole() -> i32 { 1 }

impl Torn {
    fn kept(&self) { }
    fn half(x: i32) {
        if x
