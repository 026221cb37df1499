; using System.Text;    using static System.Math;    global using Shop;
(using_directive
  . "global"? @import.global
  "using"
  !name [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @source) @import

; using Text = System.Text;    global using Text = System.Text;
(using_directive . "global"? @import.global "using" name: (identifier) @import.alias (_) @source .) @import

; extern alias Old;
(extern_alias_directive name: (identifier) @source) @import
