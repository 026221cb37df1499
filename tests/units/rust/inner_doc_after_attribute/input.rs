/* Copyright 2020 The Shop Authors. */
#![allow(dead_code)]
//! Prices of the shop.

fn total() {}
