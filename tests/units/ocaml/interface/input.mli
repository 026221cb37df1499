(** What a cart offers. *)
type t
val total : t -> int
(** Sums. *)
module M : sig val x : int end
exception E of int
external e : int -> int = "e"
class c : object method m : int end
