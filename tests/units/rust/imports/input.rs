use std::collections::HashMap;
use shop::cart::{Cart, item::Item, Line as Row, self, deep::{A, B}};
use bank::*;
pub use crate::money as coin;
use {alpha, beta::Gamma};
extern crate alloc;
mod file;
