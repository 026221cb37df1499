; uses SysUtils, Classes;
(declUses (moduleName) @source) @import
