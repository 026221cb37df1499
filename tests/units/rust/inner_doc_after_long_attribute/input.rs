#![warn(missing_docs)]
#![doc(test(
    no_crate_inject,
    attr(deny(warnings), allow(dead_code))
))]
#![no_std]

//! Prices of the shop.

fn total() {}
