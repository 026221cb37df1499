; entity cart is … end entity;
(entity_declaration name: (identifier) @name "is" @body) @definition.entity
(entity_declaration name: (identifier) @name) @definition.entity

; architecture rtl of cart is … end architecture;
(architecture_body name: (identifier) @name "is" @body) @definition.architecture
(architecture_body name: (identifier) @name) @definition.architecture
(configuration_declaration name: (identifier) @name) @definition.configuration

; package pk is … end package;        package body pk is … end package body;
(package_declaration name: (identifier) @name "is" @body) @definition.package
(package_declaration name: (identifier) @name) @definition.package
(package_body package: (_) @name "is" @body) @definition.package
(package_instantiation_declaration name: (identifier) @name) @definition.package
(context_declaration name: (identifier) @name) @definition.context

; component sub is … end component;
(component_declaration name: (identifier) @name) @definition.component

; function f(x : integer) return integer is … end function;
(function_body designator: (_) @name "is" @body) @definition.function
(procedure_body designator: (_) @name "is" @body) @definition.procedure
(function_declaration designator: (_) @name) @definition.function
(procedure_declaration designator: (_) @name) @definition.procedure

; main : process (clk) … end process;
(process_statement (label (identifier) @name) "begin" @body) @definition.process
(component_instantiation_statement (label (identifier) @name)) @definition.instance

; type state is (idle, run);
(full_type_declaration name: (identifier) @name) @definition.type
(enumeration_type_definition literal: (identifier) @name @definition.literal)
(element_declaration (identifier_list (identifier) @name)) @definition.element
(subtype_declaration name: (identifier) @name) @definition.subtype

; signal s : std_logic;        constant C : integer := 3;
(signal_declaration (identifier_list (identifier) @name)) @definition.signal
(constant_declaration (identifier_list (identifier) @name)) @definition.constant
(shared_variable_declaration (identifier_list (identifier) @name)) @definition.variable
(alias_declaration designator: (_) @name) @definition.alias

; port (clk : in std_logic);        generic (N : integer := 4);
(entity_header (port_clause (signal_interface_declaration (identifier_list (identifier) @name)) @definition.port))
(entity_header (generic_clause (constant_interface_declaration (identifier_list (identifier) @name)) @definition.generic))
