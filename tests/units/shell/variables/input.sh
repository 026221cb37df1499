# What the scripts of this folder share.
source ./lib.sh
. "$DIR/common.sh"
readonly LIMIT=3
declare -r -i COUNT=4
declare -A table=([a]=1)
export PATH=$PATH:/opt/bin NAME="y"
items=(a b)
items=(c)
if [ -z "$HOST" ]; then
  HOST=localhost
else
  PORT=80
fi
for i in 1 2; do x=$i; done
trap cleanup EXIT
VAR=1 run --flag
