#[macro_export]
macro_rules! total {
    () => {};
}
macro_rules! hidden {
    () => {};
}
bitflags! {
    pub struct Flags: u32 { const A = 1; }
    struct Plain: u32 { const A = 1; }
    pub(crate) struct Inner: u32 { const A = 1; }
}
pub mod shop {
    pub mod deep {
        impl super::Cart {
            fn total() {}
        }
        impl crate::shop::Cart {
            fn rate() {}
        }
    }
    pub struct Cart;
}
