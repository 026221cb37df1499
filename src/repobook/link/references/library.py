"""Names that many libraries share: what is called so need not be the one symbol of the repository."""

from __future__ import annotations

# Names of C's library that headers define again where a system lacks them, and that classes like to use.
LIBRARY_NAMES = frozenset(
    ["malloc", "calloc", "realloc", "free", "abort", "exit", "atexit", "getenv", "system", "qsort", "bsearch",
     "rand", "srand", "abs", "labs", "strtol", "strtoul", "strtod", "atoi", "atol", "atof", "memcpy", "memmove",
     "memset", "memcmp", "memchr", "strcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strchr",
     "strrchr", "strstr", "strlen", "strerror", "strdup", "strtok", "strcasecmp", "strncasecmp", "printf",
     "fprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vsprintf", "vsnprintf", "scanf", "sscanf", "fscanf",
     "puts", "fputs", "putchar", "getchar", "fgets", "fopen", "fdopen", "freopen", "fclose", "fflush", "fread",
     "fwrite", "fseek", "ftell", "rewind", "feof", "ferror", "fileno", "perror", "remove", "rename", "open",
     "close", "read", "write", "lseek", "pread", "pwrite", "dup", "dup2", "pipe", "fork", "select", "poll",
     "socket", "bind", "listen", "accept", "connect", "send", "recv", "time", "clock", "gmtime", "localtime",
     "mktime", "strftime", "sleep", "usleep", "stat", "fstat", "lstat", "mkdir", "rmdir", "unlink", "access",
     "isatty", "getpid", "kill", "signal", "raise", "mmap", "munmap", "ioctl", "fcntl", "fsync", "ftruncate",
     "BYTE_ORDER", "LITTLE_ENDIAN", "BIG_ENDIAN", "static_assert", "SEEK_SET", "SEEK_CUR", "SEEK_END", "O_RDONLY",
     "O_WRONLY", "O_RDWR", "O_CREAT", "O_BINARY", "O_CLOEXEC", "EOF", "NULL", "INT_MAX", "INT_MIN", "UINT_MAX",
     "LONG_MAX", "SIZE_MAX", "PATH_MAX", "STDIN_FILENO", "STDOUT_FILENO", "STDERR_FILENO", "S_ISREG", "S_ISDIR",
     "M_PI", "EINTR", "EAGAIN", "round", "floor", "ceil", "sqrt", "pow", "exp", "log", "fabs", "fmod", "isnan",
     "isinf", "isdigit", "isalpha", "isspace", "tolower", "toupper", "assert", "errno", "get", "use_facet",
     "declval", "swap", "move", "forward"]
)  # fmt: skip

# Members that most containers and streams have.
COMMON_MEMBERS = frozenset(
    ["size", "begin", "end", "data", "empty", "push_back", "emplace_back", "insert", "erase", "find", "clear",
     "front", "back", "at", "get", "reset", "release", "swap", "first", "second", "c_str", "str", "length",
     "append", "substr", "resize", "reserve", "count", "value", "has_value", "lock", "unlock", "wait",
     "notify_one", "notify_all", "load", "store", "exchange", "join", "detach", "what", "map", "filter", "reduce",
     "forEach", "push", "pop", "shift", "slice", "splice", "concat", "includes", "indexOf", "then", "catch",
     "finally", "keys", "values", "entries", "add", "delete", "has", "set", "toString", "valueOf", "equals",
     "hashCode", "compareTo", "close", "read", "write", "flush", "open", "next", "hasNext", "iterator", "stream",
     "collect", "println", "format", "parse", "Println", "Printf", "Errorf", "Error", "String", "Len", "Close",
     "Read", "Write", "Lock", "Unlock", "Add", "Done", "Wait", "unwrap", "expect", "clone", "into", "iter", "len",
     "is_empty", "push_str", "as_str", "to_string", "to_owned", "map_err", "ok", "unwrap_or", "each", "inject",
     "call", "new", "name", "type", "id", "index", "key", "item", "items"]
)  # fmt: skip
