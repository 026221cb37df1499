module Shop.Cart
open System
/// A cart.
type Cart<'a> = { Items: 'a list; mutable Size: int }
type Size = Small | Large of int
[<Literal>]
let Limit = 3
let rec total (xs: int list) : int = match xs with [] -> 0 | x :: r when x > 1 -> x + total r | _ -> 1
let private hidden = fun x -> x
type Account(name: string, ?b: int) =
    inherit Base(name)
    let mutable balance = 0
    new() = Account("x")
    member this.Name = name
    member val Auto = 1 with get, set
    static member Make() = Account("y")
    override this.ToString() = sprintf "a %s" name
    abstract member Do: int -> unit
    interface IDisposable with
        member this.Dispose() = ()
type IPriced =
    abstract Price: int
module Inner =
    let x = 1
exception Broken of string
let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd
let (+++) a b = a + b
type E = A = 1 | B = 2
[<EntryPoint>]
let main argv =
    let local = 1
    printfn "x"
    0
