; int total(const struct cart *c) { ... }
(function_definition) @definition.function

; int total(const struct cart *c);      static int count, *first = NULL;
(translation_unit (declaration declarator: (_) @name) @definition.declared)
(declaration_list (declaration declarator: (_) @name) @definition.declared)
(linkage_specification (declaration declarator: (_) @name) @definition.declared)
(preproc_if (declaration declarator: (_) @name) @definition.declared)
(preproc_ifdef (declaration declarator: (_) @name) @definition.declared)
(preproc_else (declaration declarator: (_) @name) @definition.declared)
(preproc_elif (declaration declarator: (_) @name) @definition.declared)

; struct item { int size, *next; void (*free)(void *); unsigned flag : 1; };
(field_declaration declarator: (_) @name) @definition.field

; typedef struct { int x; } point;       before the typedefs: the name means the struct
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum

; typedef unsigned long size;            typedef int (*compare)(const void *, const void *);
(type_definition declarator: (_) @name) @definition.typedef

; struct item { ... }
(struct_specifier name: (_) @name body: (_)) @definition.struct

; union value { ... }
(union_specifier name: (_) @name body: (_)) @definition.union

; enum color { RED, GREEN = 2 }
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enumerator

; #define LIMIT 3      #define MAX(a, b) ...
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
