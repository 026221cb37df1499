//! Carts, and what they hold.
//! Written for the shop.

/// A cart of items.
///
/// It owns them.
#[derive(Debug, Clone)]
#[serde(rename = "cart")]
pub struct Cart<'a, T: Item>
where
    T: Clone,
{
    /// How many there are.
    pub size: usize,
    pub(crate) names: Vec<&'a str>, // behind
    item: T,
}
struct Pair(i32, pub String);
struct Unit;
pub enum Size {
    Small = 1,
    /// It has a number.
    Sized(u8),
    Other { why: String },
}
union Bits { a: u32, b: f32 }
pub type Text = String;
