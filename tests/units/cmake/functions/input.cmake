#[[ A comment
function(not_one)
]]
# Adds a kernel for each name
# that is given.
function(add_kernel name)
  set(local_variable 1)
  message("function(nor_this)")
endfunction()

MACRO(SET_DEFAULT var) # größer
  if(NOT ${var})
    add_kernel(x)
  endif()
ENDMACRO()
