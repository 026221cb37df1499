; pub const Point = struct { … };
(variable_declaration (identifier) @name "=" . (struct_declaration "{" @body)) @definition.struct
(variable_declaration (identifier) @name "=" . (enum_declaration "{" @body)) @definition.enum
(variable_declaration (identifier) @name "=" . (union_declaration "{" @body)) @definition.union
(variable_declaration (identifier) @name "=" . (opaque_declaration "{" @body)) @definition.opaque

; const Failure = error{ NotFound, Denied };
(variable_declaration (identifier) @name "=" . (error_set_declaration)) @definition.error

; fn total(items: []Item) u32 { … }
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function

; test "it adds" { … }
(test_declaration [(string) (identifier)] @name (block) @body) @definition.test

; const limit = 3;        var count: u32 = 0;
(variable_declaration "const" (identifier) @name "=" . (_) @value) @definition.constant
(variable_declaration "const" (identifier) @name) @definition.constant
(variable_declaration "var" (identifier) @name "=" . (_) @value) @definition.variable
(variable_declaration "var" (identifier) @name) @definition.variable

; struct { x: f32, y: f32 = 0 }
(container_field name: (identifier) @name) @definition.field
