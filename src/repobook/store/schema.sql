-- The facts of one repository. Written once, in path order, by one connection; people may query it as they like.
-- `path` shows bytes that are not UTF-8 as \xNN; `path_bytes` then holds the real ones.

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE folder (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,              -- "" is the repository itself
    path_bytes BLOB,
    parent_id INTEGER,
    page TEXT NOT NULL,              -- folder of its pages in the book
    files INTEGER NOT NULL DEFAULT 0,       -- directly inside
    all_files INTEGER NOT NULL DEFAULT 0,   -- in the whole subtree
    all_lines INTEGER NOT NULL DEFAULT 0,
    all_bytes INTEGER NOT NULL DEFAULT 0,
    purpose TEXT NOT NULL DEFAULT '',
    purpose_file INTEGER,            -- where the purpose stands
    purpose_line INTEGER NOT NULL DEFAULT 0,
    depth INTEGER NOT NULL DEFAULT 0,
    reading_order INTEGER NOT NULL DEFAULT 0  -- foundations first
);

CREATE TABLE file (
    id INTEGER PRIMARY KEY,          -- in path order, with room: see store/numbering.py
    path TEXT NOT NULL,
    path_bytes BLOB,
    folder_id INTEGER NOT NULL,
    outcome TEXT NOT NULL,           -- documented, skipped, ignored
    reason TEXT NOT NULL DEFAULT '', -- a code of docs/reference.md, or the rule that ignores it
    detail TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT '',
    rule TEXT NOT NULL DEFAULT '',   -- what decided its kind
    language TEXT NOT NULL DEFAULT '',
    size_bytes INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT NOT NULL DEFAULT '',
    lines INTEGER NOT NULL DEFAULT 0,
    code_lines INTEGER NOT NULL DEFAULT 0,
    comment_lines INTEGER NOT NULL DEFAULT 0,
    blank_lines INTEGER NOT NULL DEFAULT 0,
    encoding TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    outline TEXT NOT NULL DEFAULT '',       -- kinds and main names, for a file that says nothing of itself
    purpose TEXT NOT NULL DEFAULT '',       -- as its author wrote it
    purpose_first_line INTEGER NOT NULL DEFAULT 0,
    purpose_last_line INTEGER NOT NULL DEFAULT 0,
    licence TEXT NOT NULL DEFAULT '',
    owners TEXT NOT NULL DEFAULT '',
    last_change TEXT NOT NULL DEFAULT '',   -- day and commit
    commits INTEGER NOT NULL DEFAULT 0,     -- that changed it, of those that were read
    error_bytes INTEGER NOT NULL DEFAULT 0,
    separator TEXT NOT NULL DEFAULT '.',    -- between the parts of a qualified name
    symbols INTEGER NOT NULL DEFAULT 0,
    importers INTEGER NOT NULL DEFAULT 0,   -- files that import it
    users INTEGER NOT NULL DEFAULT 0,       -- other files that import it or use what it defines
    importance INTEGER NOT NULL DEFAULT 0,  -- billionths; see the table of that name
    page TEXT NOT NULL DEFAULT ''           -- page path without `_docs.md` and `_kw.md`
);

CREATE TABLE symbol (
    id INTEGER PRIMARY KEY,          -- in path and scope order, with room between files: see `room` in store/store.py
    file_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    scope TEXT NOT NULL,             -- qualified name of what encloses it
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    doc_first_line INTEGER NOT NULL,
    doc_last_line INTEGER NOT NULL,
    visibility TEXT NOT NULL,
    complexity INTEGER NOT NULL,
    condition TEXT NOT NULL,
    name_line INTEGER NOT NULL,
    bases TEXT NOT NULL,             -- as written
    joint TEXT NOT NULL,             -- between scope and name, where that is not the file's separator
    name_column INTEGER NOT NULL     -- in that line, from 1, in bytes; 0 where nobody counted
);

CREATE TABLE import (
    file_id INTEGER NOT NULL,
    line INTEGER NOT NULL,
    target TEXT NOT NULL,            -- as written
    how TEXT NOT NULL,
    names TEXT NOT NULL,
    answer TEXT NOT NULL DEFAULT '', -- file, folder, package, standard, unresolved
    target_file INTEGER,
    target_folder INTEGER,           -- where a whole package, namespace or include root is meant
    package TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',   -- why it is unresolved; of a folder, how many files declare the package; of a package that is declared, its group where not more is known
    declared_file INTEGER,           -- where the repository says that it needs the package
    declared_line INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE note (file_id INTEGER NOT NULL, code TEXT NOT NULL, detail TEXT NOT NULL, line INTEGER NOT NULL);
CREATE TABLE scan_note (path TEXT NOT NULL, code TEXT NOT NULL, detail TEXT NOT NULL);
CREATE TABLE detail (file_id INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL);

-- What the rules found, and the rules that looked at each language of the repository.
CREATE TABLE finding (
    file_id INTEGER NOT NULL,
    rule TEXT NOT NULL,              -- key of the rule
    first_line INTEGER NOT NULL,     -- 0: the file's name alone says it
    last_line INTEGER NOT NULL,
    detail TEXT NOT NULL             -- what the rule's message names, in its order, between tabs
);
CREATE TABLE rule (
    language TEXT NOT NULL,
    key TEXT NOT NULL,
    category TEXT NOT NULL,          -- pattern, performance, security, maintenance
    severity TEXT NOT NULL,          -- note, warning, error
    cwe INTEGER NOT NULL,            -- 0: none
    title TEXT NOT NULL,
    message TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (language, key)
) WITHOUT ROWID;

-- Identifiers and chosen terms of a file: zlib; names joined by newlines, and how often and where each stands.
CREATE TABLE term (file_id INTEGER PRIMARY KEY, names BLOB NOT NULL, places BLOB NOT NULL);

-- Call, type, base and decorator sites of a file: zlib; names joined by newlines, NUL, then `line column how`.
CREATE TABLE site (file_id INTEGER PRIMARY KEY, sites BLOB NOT NULL);

-- Files and folders that belong together, with the reason.
CREATE TABLE related (file_id INTEGER NOT NULL, other_id INTEGER NOT NULL, reason TEXT NOT NULL, weight REAL NOT NULL, line INTEGER NOT NULL DEFAULT 0);
CREATE TABLE folder_link (
    folder_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,
    imports INTEGER NOT NULL,
    file_id INTEGER NOT NULL,        -- one of them
    line INTEGER NOT NULL,
    is_source INTEGER NOT NULL       -- imports of tests and scripts stand apart: they are no architecture
);

-- The parts of the repository as a reader meets them: folders, foundations first. Parts that build on each other share
-- a `cycle` (else 0) and a layer; what holds no source has layer 0.
CREATE TABLE component (position INTEGER PRIMARY KEY, folder_id INTEGER NOT NULL, layer INTEGER NOT NULL, cycle INTEGER NOT NULL, source_lines INTEGER NOT NULL);
CREATE TABLE component_link (folder_id INTEGER NOT NULL, other_id INTEGER NOT NULL, imports INTEGER NOT NULL, file_id INTEGER NOT NULL, line INTEGER NOT NULL);

-- What a test tool runs: functions of tests, also of those inside a source; 0 stands for a file that is a test as a whole.
-- A file of kind test that is not here only helps others.
CREATE TABLE test_case (file_id INTEGER NOT NULL, symbol_id INTEGER NOT NULL, PRIMARY KEY (file_id, symbol_id)) WITHOUT ROWID;
-- Which tests use what the sources of a folder define.
CREATE TABLE test_use (
    folder_id INTEGER NOT NULL,
    file_id INTEGER NOT NULL,        -- the test
    symbols INTEGER NOT NULL,        -- how many of the folder's
    line INTEGER NOT NULL,           -- the first use
    PRIMARY KEY (folder_id, file_id)
) WITHOUT ROWID;
-- What sources define and other files use (`use`), overloads as one: what a folder is known for.
CREATE TABLE key_symbol (
    file_id INTEGER NOT NULL,
    symbol_id INTEGER NOT NULL,
    files INTEGER NOT NULL,          -- other files that use it
    places INTEGER NOT NULL,
    importance INTEGER NOT NULL,
    PRIMARY KEY (file_id, symbol_id)
) WITHOUT ROWID;
-- What the places of `site` mean, in their order: a letter each (e exact, s scoped, c candidate, u unresolved,
-- x outside the repository, l local), then the targets of those that have some.
CREATE TABLE reference (file_id INTEGER PRIMARY KEY, answers BLOB NOT NULL);
CREATE TABLE answer (file_id INTEGER NOT NULL, label TEXT NOT NULL, how TEXT NOT NULL, cause TEXT NOT NULL, places INTEGER NOT NULL);
CREATE TABLE use (
    symbol_id INTEGER NOT NULL,
    file_id INTEGER NOT NULL,        -- the file that uses it
    places INTEGER NOT NULL,         -- exact and scoped ones
    line INTEGER NOT NULL,           -- the first of them
    how TEXT NOT NULL,               -- base, call, decorator, type or mention
    PRIMARY KEY (symbol_id, file_id)
) WITHOUT ROWID;
-- Blocks of code in documents that call what a source defines.
CREATE TABLE document_use (
    source_id INTEGER NOT NULL,
    symbol_id INTEGER NOT NULL,      -- of that file
    file_id INTEGER NOT NULL,        -- the document
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- among those of the symbol: the best is 1
    PRIMARY KEY (source_id, symbol_id, file_id, first_line)
) WITHOUT ROWID;
-- Files and symbols that a document names, each where it first does.
CREATE TABLE mention (
    target_id INTEGER NOT NULL,      -- the file that is named, or that defines what is named
    symbol_id INTEGER NOT NULL,      -- 0: the file itself
    file_id INTEGER NOT NULL,        -- the document
    line INTEGER NOT NULL,
    PRIMARY KEY (target_id, symbol_id, file_id)
) WITHOUT ROWID;
-- What a declaration declares: the function behind a prototype or a method of a header, where there is but one.
CREATE TABLE body (symbol_id INTEGER PRIMARY KEY, body_id INTEGER NOT NULL);
-- Who calls whom. A caller is the outermost function around the call; code outside of functions is its file, as its
-- negative id.
CREATE TABLE call (
    caller_id INTEGER NOT NULL,
    target_id INTEGER NOT NULL,
    line INTEGER NOT NULL,           -- the first
    label TEXT NOT NULL,             -- e exact, s scoped, c candidate
    PRIMARY KEY (caller_id, target_id)
) WITHOUT ROWID;
-- Who inherits from whom (`how` is base), and which methods override which (override). A symbol may be an `impl` block
-- or an extension.
CREATE TABLE inherit (
    symbol_id INTEGER NOT NULL,
    base_id INTEGER NOT NULL,
    how TEXT NOT NULL,
    label TEXT NOT NULL,             -- e exact, s scoped
    PRIMARY KEY (symbol_id, base_id)
) WITHOUT ROWID;
-- How much the repository rests on what other files use, in billionths: PageRank over references and imports, and how
-- many files use it; see link/importance.py. Files have theirs in `file`.
CREATE TABLE importance (symbol_id INTEGER PRIMARY KEY, share INTEGER NOT NULL);
-- What the files of a folder use of another: the three symbols that most of them use.
CREATE TABLE folder_use (
    folder_id INTEGER NOT NULL,
    other_id INTEGER NOT NULL,       -- where the symbols are defined
    is_source INTEGER NOT NULL,      -- as in folder_link
    symbol_id INTEGER NOT NULL,
    files INTEGER NOT NULL           -- that use it
);
-- What something of a test file uses that other tests share: a fixture, a base class, a helper.
CREATE TABLE fixture (
    source_id INTEGER NOT NULL,
    symbol_id INTEGER NOT NULL,      -- in the test file
    line INTEGER NOT NULL,           -- of the test file: the first use
    PRIMARY KEY (source_id, symbol_id)
) WITHOUT ROWID;
CREATE TABLE fixture_use (
    symbol_id INTEGER NOT NULL,
    file_id INTEGER NOT NULL,        -- the test file that asks for it
    places INTEGER NOT NULL,         -- how often
    line INTEGER NOT NULL,           -- the first of them
    PRIMARY KEY (symbol_id, file_id)
) WITHOUT ROWID;

-- What search asks. Words and names stand in blocks, sorted without case: joined by newlines, in zlib. `files` holds how
-- many files have each word, then their ids; `symbols` the weight of each name, how many symbols bear it, then their ids,
-- the likeliest first (store/vocabulary.py packs them).
CREATE TABLE word_block (id INTEGER PRIMARY KEY, first TEXT NOT NULL, words BLOB NOT NULL, files BLOB NOT NULL);
CREATE TABLE name_block (id INTEGER PRIMARY KEY, first TEXT NOT NULL, names BLOB NOT NULL, symbols BLOB NOT NULL);
-- For `names` and `words`: which blocks hold two letters in a row; see store/pairs.py.
CREATE TABLE pair_list (name TEXT PRIMARY KEY, pairs BLOB NOT NULL) WITHOUT ROWID;
-- The paths of all documented files: joined by newlines, and their ids like `files` above, for one word.
CREATE TABLE path_list (id INTEGER PRIMARY KEY, paths BLOB NOT NULL, files BLOB NOT NULL);
-- Documentation of symbols (rowid: twice their id), and titles and purposes of files (twice their id, plus 1).
CREATE VIRTUAL TABLE prose USING fts5 (title, body, content = '', tokenize = 'porter unicode61');
