; load("//tools:defs.bzl", "shop_library")
(call
  function: (identifier) @_load
  arguments: (argument_list
    .
    (string (string_content) @source)
    (string (string_content) @import.name)*)
  (#eq? @_load "load")) @import

; deps = [":item", "//c10/util:base"]
(list
  (string
    (string_content) @source @import @import.dep)
  (#match? @source "^(//|:|@)[A-Za-z0-9_@/:.+-]+$")
  (#not-match? @source "^//(visibility|conditions)"))

; srcs = ["cart.cc"]
(keyword_argument
  name: (identifier) @_key
  value: (list
    (string
      (string_content) @source @import @import.source))
  (#any-of? @_key "srcs" "hdrs" "textual_hdrs" "headers" "data")
  (#not-match? @source "^(//|:|@)"))

; srcs = ["cart.cc"] + OTHERS
(keyword_argument
  name: (identifier) @_key
  value: (binary_operator
    left: (list
      (string
        (string_content) @source @import @import.source)))
  (#any-of? @_key "srcs" "hdrs" "textual_hdrs" "headers" "data")
  (#not-match? @source "^(//|:|@)"))

; includes = ["include"]
(keyword_argument
  name: (identifier) @_key
  value: (list
    (string
      (string_content) @source @import @import.include.folder))
  (#eq? @_key "includes"))

; strip_include_prefix = "/include"
(keyword_argument
  name: (identifier) @_key
  value: (string
    (string_content) @source @import @import.include.folder)
  (#eq? @_key "strip_include_prefix"))

; bazel_dep(name = "abseil-cpp", version = "2024")      http_archive(name = "com_google_absl")
(call
  function: (identifier) @_rule
  arguments: (argument_list
    (keyword_argument
      name: (identifier) @_key
      value: (string (string_content) @source @import @import.dependency)))
  (#any-of? @_rule "bazel_dep" "http_archive" "git_repository" "new_git_repository" "new_local_repository" "local_repository")
  (#eq? @_key "name"))
