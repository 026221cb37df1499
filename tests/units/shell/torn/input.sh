# Functions that the grammar of Bash loses, and texts that only look like them.

cat <<EOF; print_it() { echo "$1"; }
not_this() { it stands in a document; }
EOF
one() echo 1; two() { echo 2 }; alias three='echo 3'
alias four="echo 4"
cart.total() { :; }
function a]b { :; }
function c=d() { :; }
each_item()
  for item in "$@"; do echo "$item"; done
case $1 in
  start) start_it() { :; } ;;
esac
cat <<-'End of it'
	nor_this() { it isn't; }
	End of it
last() { :; }
