; contract Cart is Base { … }
(contract_declaration name: (identifier) @name body: (_) @body) @definition.contract
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.library

; function total(uint a) public returns (uint) { … }
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.modifier
(constructor_definition "constructor" @name body: (_)? @body) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name body: (_)? @body) @definition.function

; event Added(address who);        error Broken(string why);
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.error

; struct Item { uint price; }        enum Size { Small }
(struct_declaration name: (identifier) @name body: (_) @body) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_value) @name @definition.value

; uint256 public constant LIMIT = 3;        type Price is uint256;
(state_variable_declaration name: (identifier) @name value: (_)? @value) @definition.variable
(constant_variable_declaration name: (identifier) @name) @definition.constant
(user_defined_type_definition name: (identifier) @name) @definition.type
