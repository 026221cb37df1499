; Says hello to whoever starts it.
%include "lib.inc"
%define SIZE 4
section .data
message db "start: not a label", 0
LIMIT   equ 3
%macro prologue 1
    push ebp
%endmacro
_start:
    call print_it
main PROC
    ret
main ENDP
