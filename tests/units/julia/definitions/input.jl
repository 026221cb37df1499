# Prices the carts of a shop.
module Shop
using Base: show, print
import LinearAlgebra
include("lib.jl")
const LIMIT = 3

"Return what a cart costs."
function total(cart::Cart, rate=2; options...)::Float64
    if rate > 1 
        return sum(cart)
    end
    inner(x) = x
end
short(x) = x^2
Base.show(io::IO, c::Cart) = print(io, c)
abstract type Shape end
struct Point{T} <: Shape
    x::T
    y
end
macro twice(x) end
@enum Color red green
end
