! Carts, and what they hold.
module cart
  use iso_fortran_env, only: int32
  implicit none
  integer, parameter :: limit = 3
  type, extends(base) :: item
    integer :: price
    real, pointer :: x, y
  contains
    procedure :: total => item_total
  end type item
  interface add
    module procedure add_int
  end interface
  enum, bind(c)
    enumerator :: red = 1, blue
  end enum
contains
  ! Sums up.
  subroutine sum_up(a, b)
    integer, intent(in) :: a
    if (a > 1 .and. .true.) then
      call other(a)
    end if
  end subroutine sum_up
  pure integer function half(x) result(r)
    r = x / 2
  end function
end module cart
program main
  include 'x.inc'
  print *, "a b"
end program
submodule (cart) sub
end submodule
