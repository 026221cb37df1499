; u1 : sub port map (…);
(component_instantiation component: (simple_name) @reference.type)
(entity_instantiation entity: (selected_name suffix: (simple_name) @reference.type))
(architecture_body entity: (simple_name) @reference.base)
