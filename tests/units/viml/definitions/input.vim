" Prices the carts of a shop.
source lib.vim
let g:limit = 3
const s:rate = 1

" Return what a cart costs.
function! s:Total(cart, rate) abort
  let l:sum = 1
  if a:rate > 1
    return s:Sum(a:cart)
  endif
endfunction
function Shop#cart#Add() dict
endfunction
command! -nargs=1 Hello echo <args>
augroup Shop
  autocmd!
augroup END
nnoremap <leader>x :Hello<CR>
def Typed(x: number): string
enddef
