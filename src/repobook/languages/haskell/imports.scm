; import qualified Data.Map as M
(import module: (module) @source) @import

; import Data.List (sort, nub)
(import module: (module) @source names: (import_list name: (import_name (_) @import.name))) @import
