; import Html exposing (div, text)
(import_clause moduleName: (upper_case_qid) @source) @import
(import_clause moduleName: (upper_case_qid) @source exposing: (exposing_list (_ (lower_case_identifier) @import.name))) @import
(import_clause moduleName: (upper_case_qid) @source exposing: (exposing_list (_ (upper_case_identifier) @import.name))) @import
