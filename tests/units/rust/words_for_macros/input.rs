forward_to_deserialize_any! {
    bool i8 newtype_struct seq tuple map struct enum identifier ignored_any
    fn trait static other
}
pin_project! {
    /// Doc.
    pub struct Cart<T> where T: Copy { a: T }
    struct Unit;
    struct Pair(i32);
    enum Size { Small }
    trait Priced: Base { fn total(&self); fn each<F>(f: F); }
    struct Late
    where T: Copy { a: u8 }
}
lazy_static! { static ref TABLE: Vec<u8> = vec![]; }
