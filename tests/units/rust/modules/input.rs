mod outside;
pub mod shop {
    pub(crate) const LIMIT: i32 = 3;
    static mut COUNT: i32 = 0;
    pub static TABLE: [&str; 2] = [
        "a", "b",
    ];
    pub mod deep { pub fn f() { } }
}
lazy_static! {
    static ref CACHE: Cache = Cache::new();
}
pin_project! {
    pub struct Pinned { inner: Inner }
}
#[cfg(test)]
mod tests {
    #[test]
    fn works() { }
}
