busy() {
  if [[ -n $1 && $2 -gt 3 ]]; then a
  elif b; then c
  else d; fi
  for i in 1 2; do e; done
  for ((i=0; i<3; i++)); do f; done
  while read -r line; do g; done
  case $1 in
    x|y) h ;;
    *) i ;;
  esac
  j && k || l
}
