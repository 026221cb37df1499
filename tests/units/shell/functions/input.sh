#!/bin/bash
# Build the shop and put it on a shelf.
set -euo pipefail

# Greets a customer.
greet() {
  local name="$1" other=2
  total=3
  inner() { :; }
  echo "hello $name"
}
function bye { return 1; }
function both() ( cd /tmp; ls )
my-tool.run() { greet "$@" && bye || both; }
alias ll='ls -l' la="ls -a"
greet world
