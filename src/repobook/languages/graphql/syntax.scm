(comment) @comment
(string_value) @string
