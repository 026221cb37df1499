"""Targets of the shop."""

load("//tools:defs.bzl", "shop_library", w = "wheels")

SRCS = glob(["*.cc"])

# What customers push.
cc_library(
    name = "cart",
    srcs = ["cart.cc"] + SRCS,
    hdrs = ["cart.h"],
    visibility = ["//visibility:public"],
    deps = [
        ":item",
        "//c10/util:base",
    ],
)

def make_cart(name, **kwargs):
    """Make one cart."""
    if name:
        native.genrule(name = name + "_gen")
    shop_library(name = "inner")

push = rule(implementation = _push_impl)
