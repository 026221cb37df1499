# Prices the carts of a shop.
source lib.fish
set -g limit 3
set rate 2
# Return what a cart costs.
function total --description "Adds" -a cart
    set -l sum 1
    if test $cart = 1; echo "text $sum"; else if true; end
    for i in 1 2; add $i; end
end
function empty
end
alias ll "ls -l"
abbr -a gs git status
total 1; and done_well
