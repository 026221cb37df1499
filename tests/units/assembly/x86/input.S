/* Adds two rows. */
#include "asm.h"
#define ROWS 4
        .text
        .globl  sum_rows
# adds
sum_rows:
        pushq   %rbp            # keep it
.Lloop:
        call    load_row
        jne     .Lloop
        ret
.macro load_two a, b
inner:
.endm
        .equ    WIDTH, 8
after:  nop
