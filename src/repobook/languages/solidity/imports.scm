; import {A, B as C} from "./x.sol";
(import_directive source: (string) @source) @import
(import_directive import_name: (identifier) @import.name source: (string) @source) @import
