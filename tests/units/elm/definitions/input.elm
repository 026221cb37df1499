module Shop.Cart exposing (Cart, total)
{-| Carts, and what they hold. -}
import Html exposing (div, text)
import Dict as D
type alias Cart = { items : List Item, size : Int }
type Size = Small | Large Int
{-| Sums up. -}
total : Cart -> Int
total cart =
    let local = 1
        helper x = x
    in case cart.items of
        [] -> 0
        _ -> if local > 1 && True then helper "s" else 2
port send : String -> Cmd msg
