; int total(const Cart& c) { ... }      Cart<T>::Cart() : n(0) {}      bool operator==(A, A) = default;
(function_definition) @definition.function

; int total(const Cart& c);      static int count, *first = nullptr;
(translation_unit (declaration) @definition.declared)
(declaration_list (declaration) @definition.declared)
(linkage_specification (declaration) @definition.declared)
(export_declaration (declaration) @definition.declared)
(template_declaration (declaration) @definition.declared)
(field_declaration_list (declaration) @definition.declared)
(preproc_if (declaration) @definition.declared)
(preproc_ifdef (declaration) @definition.declared)
(preproc_else (declaration) @definition.declared)
(preproc_elif (declaration) @definition.declared)

; class Cart { int size, *first; void add(Item); unsigned flag : 1; };
(field_declaration) @definition.member

; typedef std::vector<int> Sizes;        typedef int (*Compare)(const void *, const void *);
(type_definition) @definition.typedef

; using Sizes = std::vector<int>;
(alias_declaration) @definition.alias

; class Cart final : public Base { ... }       template <> struct hash<Cart> { ... }      struct Cart::Impl { ... }
(class_specifier name: (_) body: (_)) @definition.class
(struct_specifier name: (_) body: (_)) @definition.struct
(union_specifier name: (_) body: (_)) @definition.union

; enum class Color : int { Red, Green = 2 };
(enum_specifier name: (_) body: (_)) @definition.enum
(enumerator) @definition.enumerator

; namespace shop::cart { ... }      inline namespace v1 { ... }
(namespace_definition name: (_) body: (_)) @definition.namespace

; namespace fs = std::filesystem;
(namespace_alias_definition) @definition.alias

; template <class T> concept Sized = requires(T t) { t.size(); };
(concept_definition) @definition.concept

; #define LIMIT 3      #define MAX(a, b) ...
(preproc_def) @definition.macro
(preproc_function_def) @definition.macro

; export module shop.cart:items;
(module_declaration) @definition.module
