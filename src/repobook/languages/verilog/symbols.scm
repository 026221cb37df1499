; module cart #(parameter N = 4) (input wire clk);
(module_declaration
  (module_header (simple_identifier) @name) . (module_ansi_header) . (_) @body) @definition.module
(module_declaration
  (module_header (simple_identifier) @name) . (module_nonansi_header) . (_) @body) @definition.module
(module_declaration (module_header (simple_identifier) @name)) @definition.module
(interface_declaration (interface_ansi_header (interface_identifier (simple_identifier) @name))) @definition.interface
(interface_declaration (interface_nonansi_header (interface_identifier (simple_identifier) @name))) @definition.interface
(program_declaration (program_ansi_header (program_identifier (simple_identifier) @name))) @definition.program
(program_declaration (program_nonansi_header (program_identifier (simple_identifier) @name))) @definition.program
(package_declaration (package_identifier (simple_identifier) @name) . (_)? @body) @definition.package

; class Cart extends Base; … endclass
(class_declaration (class_identifier (simple_identifier) @name) (class_item) @body) @definition.class
(class_declaration (class_identifier (simple_identifier) @name)) @definition.class
(interface_class_declaration (class_identifier (simple_identifier) @name)) @definition.class
(class_constructor_declaration "new" @name) @definition.constructor

; function automatic int add(int a); … endfunction
(function_declaration
  (function_body_declaration (function_identifier (function_identifier (simple_identifier) @name)))) @definition.function
(task_declaration (task_body_declaration (task_identifier (task_identifier (simple_identifier) @name)))) @definition.task

; typedef enum { IDLE, RUN } state_t;
(type_declaration (simple_identifier) @name) @definition.typedef
(enum_name_declaration (enum_identifier (simple_identifier) @name)) @definition.constant
(struct_union_member
  (list_of_variable_decl_assignments (variable_decl_assignment (simple_identifier) @name))) @definition.member

; input wire clk
(ansi_port_declaration (port_identifier (simple_identifier) @name)) @definition.port
(port_declaration (_ (_ (port_identifier (simple_identifier) @name)))) @definition.port

; parameter P = 3;        localparam L = 2;
(param_assignment (parameter_identifier (simple_identifier) @name)) @definition.parameter

; wire w;        reg [3:0] r;
(net_declaration (list_of_net_decl_assignments (net_decl_assignment . (simple_identifier) @name))) @definition.net
(data_declaration
  (list_of_variable_decl_assignments (variable_decl_assignment . (simple_identifier) @name))) @definition.variable

; sub #(.A(1)) u_sub (.clk(clk));
(hierarchical_instance (name_of_instance (instance_identifier (simple_identifier) @name))) @definition.instance

; begin : gen_blk        modport m (input d);        property p; … endproperty
(generate_block (generate_block_identifier (generate_block_identifier (simple_identifier) @name))) @definition.block
(modport_item (modport_identifier (modport_identifier (simple_identifier) @name))) @definition.modport
(property_declaration (property_identifier (simple_identifier) @name)) @definition.property
(covergroup_declaration (covergroup_identifier (simple_identifier) @name)) @definition.covergroup

; `define WIDTH 8
(text_macro_definition (text_macro_name (text_macro_identifier (simple_identifier) @name))) @definition.macro
