(* Carts, and what they hold. *)
open Core
module M = Map.Make(String)
module type S = sig
  type t
  val x : int -> int
end
module Make (X : S) : S = struct
  type t = int
  let x a = a
end
(** A cart. *)
type 'a cart = { items : 'a list; mutable size : int }
type size = Small | Large of int
type t = int
exception Broken of string
let limit = 3
let rec total ?(opt=1) ~lab xs = match xs with [] -> 0 | x :: r when x > 1 -> x + total r | _ -> 1
and other () = let local = 1 in local
let ( +++ ) a b = a + b
class point x = object (self)
  val mutable y = x
  method get = y
  method private set z = y <- z
  inherit base
end
class type pt = object method a : int end
external ext : int -> int = "c_ext"
let () = print_endline "hi"
let f = fun x -> x
include Foo
