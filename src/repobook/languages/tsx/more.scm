; <Cart item={item} />      <shop.Cart>
((jsx_opening_element name: (identifier) @reference.call)
  (#match? @reference.call "^[A-Z]"))
((jsx_self_closing_element name: (identifier) @reference.call)
  (#match? @reference.call "^[A-Z]"))
(jsx_opening_element name: (member_expression property: (property_identifier) @reference.call))
(jsx_self_closing_element name: (member_expression property: (property_identifier) @reference.call))

; <b>text</b>
(jsx_text) @string
