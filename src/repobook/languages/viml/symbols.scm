; function! s:Total(cart) abort      function Shop#cart#Add()
(function_definition
  (function_declaration
    name: (_) @name)
  [
    (body)
    "endfunction"
  ] @body) @definition.function

; def Total(cart: dict<any>): number      class Cart      of Vim9
(unknown_builtin_statement
  (unknown_command_name) @_def
  (arguments . (command_argument) @name)
  (#eq? @_def "def")) @definition.function
(unknown_builtin_statement
  (unknown_command_name) @kind
  (arguments . (command_argument) @name)
  (#any-of? @kind "class" "interface" "enum")) @definition.class

; nnoremap <leader>x :Hello<CR>
(map_statement lhs: (map_side) @name) @definition.map

; command! -nargs=1 Hello echo <args>
(command_statement name: (command_name) @name) @definition.command

; augroup Shop
((augroup_statement (augroup_name) @name) @definition.augroup
  (#not-match? @name "(?i)^end$"))

; let g:limit = 3      const limit = 3
(script_file
  (let_statement
    . [
      (identifier)
      (scoped_identifier)
    ] @name
    (_)? @value) @definition.variable)
(script_file
  (const_statement
    . [
      (identifier)
      (scoped_identifier)
    ] @name
    (_)? @value) @definition.constant)
