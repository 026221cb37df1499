# Sums columns.
@include "lib.awk"
BEGIN { FS = ","; total = 0 }
# Adds one.
function add(x, y,   i) {
  for (i in x) { total += i }
  return total
}
/pattern/ { add($1) }
END { print total }
