; int total(const Cart& c) { ... }      Cart<T>::Cart() : n(0) {}      bool operator==(A, A) = default;
(function_definition) @definition.function

; int total(const Cart& c);      static int count, *first = nullptr;
(translation_unit (declaration declarator: (_) @name) @definition.declared)
(declaration_list (declaration declarator: (_) @name) @definition.declared)
(linkage_specification (declaration declarator: (_) @name) @definition.declared)
(export_declaration (declaration declarator: (_) @name) @definition.declared)
(template_declaration (declaration declarator: (_) @name) @definition.declared)
(field_declaration_list (declaration declarator: (_) @name) @definition.declared)
(preproc_if (declaration declarator: (_) @name) @definition.declared)
(preproc_ifdef (declaration declarator: (_) @name) @definition.declared)
(preproc_else (declaration declarator: (_) @name) @definition.declared)
(preproc_elif (declaration declarator: (_) @name) @definition.declared)

; class Cart { int size, *first; void add(Item); unsigned flag : 1; };
(field_declaration declarator: (_) @name) @definition.declared

; typedef struct { int x; } Point;       before the typedefs: the name means the struct
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @definition.enum

; typedef std::vector<int> Sizes;        typedef int (*Compare)(const void *, const void *);
(type_definition declarator: (_) @name) @definition.typedef

; using Sizes = std::vector<int>;
(alias_declaration name: (_) @name) @definition.alias

; class Cart final : public Base { ... }       template <> struct hash<Cart> { ... }      struct Cart::Impl { ... }
(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.union

; enum class Color : int { Red, Green = 2 };
(enum_specifier name: (_) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.enumerator

; namespace shop::cart { ... }      inline namespace v1 { ... }
(namespace_definition name: (_) @name body: (_)) @definition.namespace

; namespace fs = std::filesystem;
(namespace_alias_definition name: (_) @name) @definition.alias

; template <class T> concept Sized = requires(T t) { t.size(); };
(concept_definition name: (_) @name) @definition.concept

; #define LIMIT 3      #define MAX(a, b) ...
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; export module shop.cart:items;
(module_declaration name: (_) @name) @definition.module
