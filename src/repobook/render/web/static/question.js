"use strict";
// Reads a question as it was typed: words, filters, and what kind of question it is, as search/query.py does; and knows which
// of its words tell what is meant, as search/words.py does. For reader.js, in a page and in Node.
(function (scope) {
  const MAX_QUERY = 1000; // characters
  const FILTER = /^(kind|lang|language|path|in|has|def|ref):(?!:)(.*)$/i;
  const PIECE = /(?:\w+:)?"[^"]*"|^\/.+\/$|(?<!\S)\/(?:\\.|[^/\s\\])+[^/]*\/(?!\S)|\S+/g;
  const LANGUAGES = {
    __proto__: null, cpp: "c++", cxx: "c++", cc: "c++", hpp: "c++", py: "python", js: "javascript", jsx: "javascript", ts: "typescript", cs: "c#", csharp: "c#",
    rb: "ruby", rs: "rust", sh: "shell", bash: "shell", kt: "kotlin", md: "markdown", yml: "yaml", cu: "cuda", objc: "objective-c", golang: "go",
    rst: "restructuredtext", docker: "dockerfile",
  };
  const PLACES = {
    __proto__: null, source: "source", sources: "source", code: "source", test: "test", tests: "test", document: "document", documents: "document", doc: "document", docs: "document",
    build: "build", config: "configuration", configuration: "configuration", data: "data", generated: "generated", vendored: "vendored",
  };
  const KINDS = {
    __proto__: null, type: "class struct interface trait protocol enum union record alias typedef type object".split(" "),
    callable: "function method constructor macro prototype destructor operator".split(" "), func: ["function"], var: ["variable"], const: ["constant"],
  };
  const EXAMPLES = { __proto__: null, kind: "kind:function", lang: "lang:python", language: "lang:python", path: "path:src/", in: "in:tests", def: "def:main", ref: "ref:main" };

  // As in search/words.py and search/word_shards.py.
  const PLAIN = new Set(("a an and any are as at be been by can could did do does for from had has have how i if in into is it its me my of on or our"
    + " should some that the their them then there these they this those to was we were what when where which who whose why will with would you your").split(" "));
  const ASKING = new Set("how what when where which who why".split(" "));
  const ASKED = new Set(("called calls come comes defined done find found get gets happen happens implemented live lives made mean means"
    + " use used uses using work works").split(" "));

  function stem(word) {
    word = word.toLowerCase();
    if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
    if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) word = word.slice(0, -1);
    const bare = (text) => (text.length > 3 && text.endsWith("e") ? text.slice(0, -1) : text);
    for (const ending of ["ing", "ed"]) {
      if (word.length > ending.length + 2 && word.endsWith(ending) && !word.endsWith("eed")) {
        const left = word.slice(0, -ending.length);
        if (/[aeiouy]/.test(left)) return left.length > 3 && left.at(-1) === left.at(-2) && !"lsz".includes(left.at(-1)) ? left.slice(0, -1) : bare(left);
      }
    }
    return bare(word);
  }

  /** The words that tell what is meant; all where none does. */
  function telling(words) {
    let left = words.filter((word) => !PLAIN.has(word.toLowerCase()));
    if (words.length && ASKING.has(words[0].toLowerCase())) {
      const about = left.filter((word) => !ASKED.has(word.toLowerCase()));
      if (about.length) left = about;
    }
    return left.length ? left : words;
  }

  /** What is asked: words and filters, `mode` (any, text, regex, def, ref), or `problem`, a sentence that says why it cannot be. */
  function parse(text) {
    const asked = { words: [], text: "", mode: "any", kinds: null, languages: null, places: null, paths: [], hasFinding: false, problem: "" };
    if (text.length > MAX_QUERY) return { ...asked, problem: `The question has ${text.length.toLocaleString("en")} characters; at most 1,000 can be asked. Shorten it.` };
    const add = (set, values) => new Set([...(set || []), ...values]);
    const rest = [];
    for (const piece of text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]|\p{Surrogate}/gu, " ").match(PIECE) || []) {
      const found = FILTER.exec(piece);
      if (!found) { rest.push(piece); continue; }
      const key = found[1].toLowerCase(), value = found[2].replace(/^"|"$/g, ""), small = value.toLowerCase();
      if (!value) asked.problem = `${key}: needs a value, such as ${EXAMPLES[key] || "has:finding"}.`;
      else if (key === "def" || key === "ref") { asked.mode = key; rest.push(value); }
      else if (key === "kind") asked.kinds = add(asked.kinds, KINDS[small] || [small]);
      else if (key === "path") asked.paths.push(value);
      else if (key === "in" && PLACES[small]) asked.places = add(asked.places, [PLACES[small]]);
      else if (key === "in") asked.problem = `in:${value} is unknown. Choose one of ${[...new Set(Object.values(PLACES))].sort().join(", ")}.`;
      else if (key === "has" && small.replace(/s$/, "") === "finding") asked.hasFinding = true;
      else if (key === "has") asked.problem = `has:${value} is unknown. Only has:finding can be asked.`;
      else asked.languages = add(asked.languages, [LANGUAGES[small] || small]);
    }
    if (asked.mode === "ref" && asked.kinds) asked.problem = "kind: says what a symbol is, ref: asks for places that use one. Leave one of them out.";
    asked.text = rest.join(" ").trim();
    const edge = asked.text[0];
    if (asked.mode === "any" && asked.text.length > 2 && edge === asked.text.at(-1) && (edge === '"' || edge === "/")) {
      asked.mode = edge === '"' ? "text" : "regex";
      asked.text = asked.text.slice(1, -1);
    }
    asked.words = asked.text.split(/\s+/).filter(Boolean);
    asked.isFiltered = Boolean(asked.kinds || asked.languages || asked.places || asked.paths.length || asked.hasFinding);
    return asked;
  }

  /** Words that every text holds which is, or fits, what is asked. */
  function literals(asked) {
    const plain = asked.mode === "text" ? asked.text : asked.text.replace(/\\.|\[[^\]]*\]|\(\?[^)]*\)|\{[^}]*\}|\w[*?]/g, " ");
    return [...new Set(plain.match(/[^\W\d]\w{2,}/gu) || [])];
  }

  /** Whether a path fits a pattern with `*` and `?`; only the last star is ever tried again. */
  function fits(path, pattern) {
    let at = 0, place = 0, star = -1, tried = 0;
    while (at < path.length) {
      if (pattern[place] === "*") [star, tried] = [place++, at];
      else if (place < pattern.length && (pattern[place] === "?" || pattern[place] === path[at])) { place++; at++; }
      else if (star >= 0) [place, at] = [star + 1, ++tried];
      else return false;
    }
    while (pattern[place] === "*") place++;
    return place === pattern.length;
  }

  function isBelow(path, wanted) {
    const pattern = wanted.endsWith("/") ? `${wanted.replace(/^\/+|\/+$/g, "")}/` : wanted.replace(/^\/+/, "");
    if (/[*?]/.test(pattern)) return fits(path, pattern) || fits(path, `*/${pattern}`);
    return `/${path}`.includes(`/${pattern}`) || (!pattern.includes("/") && path.includes(pattern));
  }

  scope.RepobookQuestion = { parse, stem, telling, literals, isBelow, PLAIN };
  if (typeof module !== "undefined") module.exports = scope.RepobookQuestion;
})(typeof globalThis === "undefined" ? this : globalThis);
