fn whole() -> i32 { 1 }
fn r#type() {}
pub macro twice($x:expr) { $x + $x }

impl Torn {
    fn kept(&self) { }
    fn half(x: i32) {
        if x
