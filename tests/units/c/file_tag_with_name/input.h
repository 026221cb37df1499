/* Copyright 2020 The Shop Authors. */

/** @file price.h Prices of the shop. */
int total;
