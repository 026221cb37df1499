pub trait Priced: Base + fmt::Debug {
    type Out: Clone;
    const LIMIT: usize = 3;
    fn price(&self) -> i32;
    fn twice(&self) -> i32 { 2 * self.price() }
}
impl<T> Cart<T> {
    pub const MAX: i32 = 9;
    pub fn new() -> Self { Self }
    fn hidden(&mut self) { }
}
impl<T> fmt::Display for Cart<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}
impl From<i32> for shop::Cart { }
impl<'a, T> IntoIterator for &'a Cart<T> { type Item = T; }
impl Priced for [u8; 3] { }
