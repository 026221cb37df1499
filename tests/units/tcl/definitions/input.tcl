# Sells carts.
package require Tk
source lib.tcl
namespace eval ::shop {
    variable x 1
    # Adds.
    proc total {a {b 2} args} {
        if {$a} { return 1 }
        foreach i $a {}
    }
    proc one {} { return 1 }
}
proc ::other::fn {} {
}
set limit 3
oo::class create Cart {
    constructor {} {
    }
    method add {x} {
        my total
    }
}
