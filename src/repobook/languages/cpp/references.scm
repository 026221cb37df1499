; total(cart)      shop::total(cart)
(call_expression function: (identifier) @reference.call)
(call_expression function: (qualified_identifier) @reference.call.last)

; cart.total()      cart->items.size()
(call_expression function: (field_expression field: (field_identifier) @reference.call))

; make<Cart>()      cart.get<int>()
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @reference.call)))

; class Cart : public Base, private shop::Other<int> { ... }
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @reference.base.last)

; Item first;        static_cast<Item*>(p)        new Item
(_ type: (type_identifier) @reference.type)

; shop::Item first;      std::vector<Item> items;
(qualified_identifier name: (type_identifier) @reference.type)
(template_type name: (type_identifier) @reference.type)
