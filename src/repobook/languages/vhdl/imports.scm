; library ieee;        use ieee.std_logic_1164.all;
(library_clause (logical_name_list library: (_) @source)) @import
(use_clause (selected_name) @source) @import
