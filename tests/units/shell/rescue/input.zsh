# A file of another shell than Bash.
autoload -U colors && colors
setopt prompt_subst
print -P "%F{red}${(%):-%n}%f" ${(f)"$(<file)"}
function -T traced {
  return 0
}
first() {
  local -a parts=(${(s:/:)1})
  for p in $parts { echo $p }
}
function second() { echo ${1:t:r} }
