// Copyright 2020 The Shop Authors.
// Licensed under the MIT licence.
//! Prices of the shop.

fn total() {}
