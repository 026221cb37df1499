(comment) @comment
(double_quoted_string) @string
(string_literal) @string
(conditional_statement) @branch
(case_item) @branch
(loop_statement) @branch
