/// Sums up,
/// slowly.
#[inline]
#[must_use]
pub async unsafe fn total<const N: usize>(
    items: &[Item; N], // all of them
    f: impl Fn(i32) -> i32,
) -> Result<i32, Box<dyn Error>>
where
    Item: Clone,
{
    let local = 1;
    const INNER: i32 = 2;
    fn helper() { }
    Ok(local)
}
extern "C" {
    fn strlen(s: *const u8) -> usize;
    static environ: i32;
}
macro_rules! square {
    ($x:expr) => { $x * $x };
}
pub(super) fn r#type() { }
