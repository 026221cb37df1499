(comment) @comment
(block_comment) @comment
(string) @string
(character) @string
(if_statement) @branch
(for_statement) @branch
(switch_case) @branch
