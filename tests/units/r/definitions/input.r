# Prices the carts of a shop.
library(dplyr)
source("util.R")

#' Return what a cart costs
total <- function(cart, rate = 2, ...) {
  inner <- 1
  if (cart$open && rate > 1) { inner <- 2 } else for (i in 1:3) {}
  shop::sum_up(cart)
}
double = function(x) x * 2
LIMIT <- 3
20 -> right
cart$clear <- function() NULL
setClass("Person", representation(name = "character"))
setGeneric("area", function(shape) standardGeneric("area"))
setMethod("area", "Circle", function(shape) 1)
Till <- R6Class("Till", public = list(drawer = 1, open = function() { self$drawer }))
test_that("it adds", { expect_equal(1, 1) })
