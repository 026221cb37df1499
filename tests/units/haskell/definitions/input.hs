{-# LANGUAGE GADTs #-}
-- | Carts, and what they hold.
module Data.Cart (Cart(..), total) where

import qualified Data.Map as M
import Data.List (sort, nub)

-- | A cart.
data Cart a = Cart { items :: [a], size :: Int } | Empty deriving (Show, Eq)
newtype Id = Id { unId :: Int }
type Name = String
data G where
  MkG :: Int -> G
class Eq a => Priced a where
  price :: a -> Int
  price _ = 1
  type Out a
instance Priced Int where
  price x = x
-- | Sums up.
total :: Cart a -> Int
total (Cart xs _) = go xs
  where go [] = 0
        go (_:ys) = 1 + go ys
total Empty = 0
(+++) :: Int -> Int -> Int
a +++ b = a + b
f' x | x > 1 = "a b"
     | otherwise = case x of { 1 -> "c"; _ -> ['d'] }
foreign import ccall "sin" c_sin :: Double -> Double
pattern P x = Just x
main = do
  let local = 1
  print local
