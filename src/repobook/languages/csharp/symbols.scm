; namespace Shop.Carts { … }
(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace

; namespace Shop.Carts;
(file_scoped_namespace_declaration name: (_) @name ";" @body) @definition.namespace @rest

; class Cart : Base { … }
(class_declaration name: (identifier) @name body: (_)? @body) @definition.class

; struct Point { … }
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct

; interface IPriced { … }
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface

; enum Size { … }
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum

; record Point(int X, int Y);
(record_declaration name: (identifier) @name body: (_)? @body) @definition.record

; delegate void Handler(object sender);
(delegate_declaration name: (identifier) @name) @definition.delegate

; int Total(int factor) { … }
(method_declaration name: (identifier) @name body: (_)? @body) @definition.method

; Cart(int size) { … }
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.constructor

; ~Cart() { … }
(destructor_declaration "~" @name name: (identifier) @name body: (_)? @body) @definition.destructor

; static Cart operator +(Cart a, Cart b) => …
(operator_declaration "operator" @name operator: _ @name body: (_)? @body) @definition.operator

; static explicit operator int(Cart cart) => …
(conversion_operator_declaration "operator" @name type: (_) @name body: (_)? @body) @definition.operator

; int Helper() { … }        inside a method
(local_function_statement name: (identifier) @name body: (_)? @body) @definition.function

; int Size { get; set; } = 3;        int Size => 3;
(property_declaration
  name: (identifier) @name
  accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
(property_declaration name: (identifier) @name accessors: (_) @value) @definition.property
(property_declaration name: (identifier) @name value: (_) @value) @definition.property
(property_declaration name: (identifier) @name) @definition.property

; int this[int index] { get; }
(indexer_declaration "this" @name accessors: (_) @body) @definition.indexer
(indexer_declaration "this" @name value: (_) @body) @definition.indexer

; event EventHandler Changed { add { … } remove { … } }
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.event

; event EventHandler Changed, Removed;
(event_field_declaration) @wrapper
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name) @definition.event))

; const int Limit = 3;
(field_declaration) @wrapper
(field_declaration
  (modifier "const")
  (variable_declaration
    (variable_declarator name: (identifier) @name "=" . (_) @value) @definition.constant))

; private int a, b = 3;
(field_declaration
  (variable_declaration
    (variable_declarator name: (identifier) @name "=" . (_) @value) @definition.field))
(field_declaration
  (variable_declaration
    (variable_declarator name: (identifier) @name) @definition.field))

; enum Size { Small = 1, Large }
(enum_member_declaration name: (identifier) @name) @definition.member

; record Point(int X, int Y);
(record_declaration
  (parameter_list (parameter name: (identifier) @name) @definition.property))

; using Text = System.Text;
(using_directive name: (identifier) @name) @definition.alias

; #define FAST
(preproc_define (preproc_arg) @name) @definition.macro

; class Cart { int Half(        a file that ends too early, or code that the grammar cannot read
(ERROR "class" . (identifier) @name "{"? @body) @definition.class
(ERROR "struct" . (identifier) @name "{"? @body) @definition.struct
(ERROR "interface" . (identifier) @name "{"? @body) @definition.interface
(ERROR "enum" . (identifier) @name "{"? @body) @definition.enum
(ERROR "namespace" . [(identifier) (qualified_name)] @name "{"? @body) @definition.namespace
