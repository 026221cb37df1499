; module Shop::Carts
(module
  name: (_) @name
  body: (_) @body) @definition.module
(module
  name: (_) @name
  !body
  "end" @body) @definition.module

; class Cart < Base
(class
  name: (_) @name
  body: (_) @body) @definition.class
(class
  name: (_) @name
  !body
  "end" @body) @definition.class

; Point = Struct.new(:x) do … end      Error = Class.new(StandardError)
(assignment
  left: [
    (constant)
    (scope_resolution)
  ] @name
  right: (call
    receiver: (constant) @_maker
    method: (identifier) @_new
    block: (_)? @body
    (#any-of? @_maker "Struct" "Class" "Data" "OpenStruct")
    (#any-of? @_new "new" "define"))) @definition.class
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_maker
    method: (identifier) @_new
    block: (_)? @body
    (#eq? @_maker "Module")
    (#eq? @_new "new"))) @definition.module

; class << self
(singleton_class) @unnamed

; def total(rate = 1)      def ==(other)      def name=(value)
(method
  name: (_) @name
  body: (_) @body) @definition.method
(method
  name: (_) @name
  !body
  "end" @body) @definition.method

; def self.build      def Cart.build
(singleton_method
  object: (self)
  name: (_) @name
  body: (_) @body) @definition.singleton_method
(singleton_method
  object: (self)
  name: (_) @name
  !body
  "end" @body) @definition.singleton_method
(singleton_method
  object: [(constant) (identifier)] @scope
  name: (_) @name
  body: (_) @body) @definition.singleton_method
(singleton_method
  object: [(constant) (identifier)] @scope
  name: (_) @name
  !body
  "end" @body) @definition.singleton_method

; attr_accessor :items, :total      attr_reader (:items)
(call
  !receiver
  method: (identifier) @_attr
  arguments: (argument_list [
    (simple_symbol) @name
    (string (string_content) @name)
    (parenthesized_statements (simple_symbol) @name)
    (parenthesized_statements (string (string_content) @name))
  ])
  (#match? @_attr "^(?:[cm]?attr(?:ibute)?_(?:accessor|reader|writer)|class_attribute|attr)$")) @definition.attribute

; define_method(:total) { |x| x }
(call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list
    .
    [
      (simple_symbol) @name
      (string (string_content) @name)
    ])
  block: (_)? @body
  (#any-of? @_define "define_method" "define_singleton_method")) @definition.method

; alias size length      alias :"[]" :at      alias_method :size, :length
(alias name: (delimited_symbol (string_content) @name)) @definition.alias
(alias
  name: [
    (identifier)
    (constant)
    (setter)
    (operator)
    (simple_symbol)
    (global_variable)
  ] @name) @definition.alias
(call
  !receiver
  method: (identifier) @_alias
  arguments: (argument_list
    .
    [
      (simple_symbol) @name
      (string (string_content) @name)
    ])
  (#eq? @_alias "alias_method")) @definition.alias

; LIMIT = 3      Shop::LIMIT = 3      A, B = 1, 2
(assignment
  left: [
    (constant)
    (scope_resolution)
  ] @name
  right: (_) @value) @definition.constant
(assignment
  left: (left_assignment_list (constant) @name)) @definition.constant
(operator_assignment
  left: (constant) @name
  right: (_) @value) @definition.constant

; describe Cart do it "adds" do … end end
(call
  method: (identifier) @_test
  arguments: (argument_list
    .
    [
      (string)
      (constant)
      (scope_resolution)
    ] @name)
  block: (_) @body
  (#any-of? @_test
    "describe" "context" "it" "specify" "feature" "scenario" "test" "should" "shared_examples" "shared_context"
    "xdescribe" "xit" "fdescribe" "fit" "fcontext" "xcontext" "shared_examples_for")) @definition.test

; namespace :db do task :migrate => :environment do … end end
(call
  !receiver
  method: (identifier) @_space
  arguments: (argument_list
    .
    [
      (simple_symbol) @name
      (string (string_content) @name)
    ])
  block: (_) @body
  (#eq? @_space "namespace")) @definition.namespace
(call
  !receiver
  method: (identifier) @_task
  arguments: (argument_list
    .
    [
      (simple_symbol) @name
      (string (string_content) @name)
      (pair key: [
        (simple_symbol) @name
        (hash_key_symbol) @name
        (string (string_content) @name)
      ])
    ])
  block: (_)? @body
  (#any-of? @_task "task" "file" "multitask")) @definition.task

; private def total … end
(call
  !receiver
  method: (identifier)
  arguments: (argument_list . [(method) (singleton_method)] .)) @wrapper

; private attr_reader :total
(call
  !receiver
  method: (identifier)
  arguments: (argument_list
    .
    (call !receiver method: (identifier) arguments: (argument_list . [(simple_symbol) (string)]))
    .)) @wrapper

; private :total, :rate      private_class_method :build      private_constant :LIMIT
(call
  !receiver
  method: (identifier) @access.word
  arguments: (argument_list [
    (simple_symbol) @access.name
    (string (string_content) @access.name)
    (array [(simple_symbol) @access.name (bare_symbol) @access.name])
    (symbol_array (bare_symbol) @access.name)
    (splat_argument (symbol_array (bare_symbol) @access.name))
  ])
  (#any-of? @access.word "private" "protected" "public" "private_class_method" "private_constant"))

; private      on a line alone
(class
  body: (body_statement
    ((identifier) @access
      (#any-of? @access "private" "protected" "public"))))
(module
  body: (body_statement
    ((identifier) @access
      (#any-of? @access "private" "protected" "public"))))
(singleton_class
  body: (body_statement
    ((identifier) @access
      (#any-of? @access "private" "protected" "public"))))
