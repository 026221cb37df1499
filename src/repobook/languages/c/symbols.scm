; int total(const struct cart *c) { ... }
(function_definition) @definition.function

; int total(const struct cart *c);      static int count, *first = NULL;
(translation_unit (declaration) @definition.declared)
(declaration_list (declaration) @definition.declared)
(linkage_specification (declaration) @definition.declared)
(preproc_if (declaration) @definition.declared)
(preproc_ifdef (declaration) @definition.declared)
(preproc_else (declaration) @definition.declared)
(preproc_elif (declaration) @definition.declared)

; struct item { int size, *next; void (*free)(void *); unsigned flag : 1; };
(field_declaration) @definition.member

; typedef unsigned long size;            typedef int (*compare)(const void *, const void *);
(type_definition) @definition.typedef

; struct item { ... }
(struct_specifier name: (_) body: (_)) @definition.struct

; union value { ... }
(union_specifier name: (_) body: (_)) @definition.union

; enum color { RED, GREEN = 2 }
(enum_specifier name: (_) body: (_)) @definition.enum
(enumerator) @definition.enumerator

; #define LIMIT 3      #define MAX(a, b) ...
(preproc_def) @definition.macro
(preproc_function_def) @definition.macro
