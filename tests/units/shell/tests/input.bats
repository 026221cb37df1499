setup() { load helpers; }

@test "adds an item" {
  run shop add 1
  [ "$status" -eq 0 ]
}

@test 'is empty' {
  run shop list
}
