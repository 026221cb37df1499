; module Shop.Cart where
(header module: (module) @name) @definition.module

; data Cart a = Cart { size :: Int } | Empty
(data_type name: (name) @name) @definition.data
(newtype name: (name) @name) @definition.newtype
(type_synonym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.family
(data_family name: (name) @name) @definition.family
(data_constructor (prefix name: (constructor) @name)) @definition.constructor
(data_constructor (record name: (constructor) @name)) @definition.constructor
(data_constructor (infix operator: (_) @name)) @definition.constructor
(newtype_constructor name: (constructor) @name) @definition.constructor
(gadt_constructor name: (constructor) @name) @definition.constructor
(field name: (field_name (variable) @name)) @definition.field

; class Eq a => Priced a where
(class name: (name) @name "where"? @body) @definition.class

; instance Priced Item where
(instance name: (name) @name patterns: (type_patterns) @name "where"? @body) @definition.instance

; total :: Cart a -> Int        belongs to the equations after it
(declarations (signature) @decorator)
(class_declarations (signature name: (variable) @name) @definition.signature)
(class_declarations (default_signature (signature name: (variable) @name)) @definition.signature)
(foreign_import signature: (signature name: (variable) @name)) @definition.function

; total (Cart xs) = sum xs
(function name: (variable) @name match: (_) @body) @definition.function
(function name: (prefix_id (operator) @name) match: (_) @body) @definition.function
(function (infix operator: (operator) @name) match: (_) @body) @definition.function
(function (infix operator: (infix_id (variable) @name)) match: (_) @body) @definition.function

; limit = 3
(bind name: (variable) @name match: (_) @value) @definition.value

; pattern Pair a b = (a, b)
(pattern_synonym (equation synonym: (apply function: (constructor) @name))) @definition.pattern
(pattern_synonym (equation synonym: (constructor) @name)) @definition.pattern
