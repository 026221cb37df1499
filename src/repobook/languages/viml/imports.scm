; source lib.vim      runtime plugin/x.vim
(source_statement file: (filename) @source) @import
(runtime_statement (filenames (filename) @source)) @import
