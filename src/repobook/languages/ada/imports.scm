; with Ada.Text_IO;
(with_clause [(identifier) (selected_component)] @source) @import
