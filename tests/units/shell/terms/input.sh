# words of a comment
echo "text $alpha ${beta:-gamma} $(delta --flag value)" 'raw text'
cat <<EOF > file.txt
lines with $epsilon
EOF
cat <<'RAW'
raw lines
RAW
[[ $zeta =~ ^x+$ && -f eta ]]
theta=$((iota + 0x1F)) kappa=$'a\n'
