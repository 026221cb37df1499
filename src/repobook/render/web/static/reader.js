"use strict";
// Answers a question from the shards of the index (search/shards.py says what they hold). `load(name)` gives a promise of
// one shard; a question loads the root, then three others at most. Runs in a page and in Node. Words of the documentation have
// shards of their own (search/word_shards.py), of which one is loaded where names leave room for it.
(function (scope) {
  // How well a name fits, before its weight counts; as in search/names.py.
  const EXACT = 1000, SAME = 940, START = 790, INITIALS = 760, PARTS = 720, MISTYPED = 600, SPOKEN = 480;
  const FILES = 4; // that a question may load
  const WEIGHT = 0.6;
  const FILTER = /^(kind|lang|language|path|in|def):(?!:)(.+)$/i;
  const LANGUAGES = { cpp: "c++", cc: "c++", py: "python", js: "javascript", ts: "typescript", cs: "c#", rb: "ruby", rs: "rust", sh: "shell", kt: "kotlin", md: "markdown", yml: "yaml", cu: "cuda" };
  const PLACES = { tests: "test", docs: "document", doc: "document", code: "source", config: "configuration" };
  const TYPES = new Set(["class", "struct", "interface", "trait", "protocol", "enum", "union", "record", "alias", "typedef", "type", "object"]);

  const keyOf = (name) => name.toLowerCase().replace(/[_\- \t]/g, "");

  // As in search/prose.py and search/word_shards.py.
  const PLAIN = new Set("a an and are as at be by for from has how in into is it of on or that the this to what where which with".split(" "));
  const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  function stem(word) {
    word = word.toLowerCase();
    return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  }

  /** Two signs for a word. */
  function mark(word) {
    let found = 7;
    for (const letter of word) found = (found * 31 + letter.codePointAt(0)) % 4096;
    return SIGNS[found >> 6] + SIGNS[found & 63];
  }

  function holds(marks, one) {
    for (let at = marks.indexOf(one); at >= 0; at = marks.indexOf(one, at + 1)) if (at % 2 === 0) return true;
    return false;
  }

  /** The first place in a sorted list that is not before `key`. Keys compare by their code points, as they were sorted. */
  function lowerBound(list, key) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(list[middle], key)) low = middle + 1; else high = middle;
    }
    return low;
  }

  function before(one, other) {
    if (one === other) return false;
    const a = [...one], b = [...other];
    for (let n = 0; n < a.length && n < b.length; n++) if (a[n] !== b[n]) return a[n].codePointAt(0) < b[n].codePointAt(0);
    return a.length < b.length;
  }

  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    let previous = [], row = Array.from({ length: other.length + 1 }, (_, n) => n);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      let best = i;
      for (let j = 1; j <= other.length; j++) {
        let cost = Math.min(row[j - 1] + (one[i - 1] !== other[j - 1]), row[j] + 1, next[j - 1] + 1);
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, previous[j - 2] + 1);
        next.push(cost);
        best = Math.min(best, cost);
      }
      if (best > most) return most + 1;
      previous = row;
      row = next;
    }
    return row[other.length];
  }

  function parse(text) {
    const asked = { words: [], kinds: null, languages: null, places: null, paths: [], onlyDefinitions: false };
    for (const piece of text.slice(0, 300).split(/\s+/).filter(Boolean)) {
      const found = FILTER.exec(piece);
      if (!found) { asked.words.push(piece); continue; }
      const key = found[1].toLowerCase(), value = found[2].toLowerCase();
      if (key === "def") { asked.onlyDefinitions = true; asked.words.push(found[2]); }
      else if (key === "kind") asked.kinds = value === "type" ? TYPES : new Set([...(asked.kinds || []), value]);
      else if (key === "path") asked.paths.push(found[2]);
      else if (key === "in") asked.places = new Set([...(asked.places || []), PLACES[value] || value]);
      else asked.languages = new Set([...(asked.languages || []), LANGUAGES[value] || value]);
    }
    asked.isFiltered = Boolean(asked.kinds || asked.languages || asked.places || asked.paths.length);
    return asked;
  }

  class Reader {
    /** `load(name)`: "root", "key/12", "top/3" or "told/7" to a promise of its data. */
    constructor(load) {
      this._load = load;
      this._known = new Map();
    }

    _shard(name) {
      if (!this._known.has(name)) {
        const coming = this._load(name);
        this._known.set(name, coming);
        coming.catch(() => this._known.delete(name));
      }
      return this._known.get(name);
    }

    /** Answers, the best first: { group, name, kind, path, line, url, score, why, others, told }. */
    async find(text, limit = 40) {
      const asked = parse(text);
      if (!asked.words.length) return [];
      const root = (this._root = await this._shard("root"));
      let words = asked.words, scopes = [];
      if (words.length === 1) {
        const pieces = words[0].split(/::|->|[.#\\/$]/).filter(Boolean);
        const isFile = words[0].startsWith(".") || root.endings.includes((pieces.at(-1) || "").toLowerCase());
        if (words[0].includes("/") && isFile) words = [words[0].slice(words[0].lastIndexOf("/") + 1)];
        else if (pieces.length > 1 && !isFile) { scopes = pieces.slice(0, -1).map((piece) => piece.toLowerCase()); words = pieces.slice(-1); }
      }
      const keys = words.map(keyOf).filter(Boolean);
      if (!keys.length) return [];
      const width = (key) => this._width(root, key);
      const main = keys.reduce((a, b) => (width(b) < width(a) || (width(a) === width(b) && b.length > a.length) ? b : a));
      const others = keys.filter((key) => key !== main);
      const entries = await this._entries(root, main, 2);
      let found = this._choose(entries, main, others, scopes, words, asked, root);
      let left = FILES - 1 - (width(main) > 2 ? 1 : Math.min(2, width(main)));
      if (scopes.length || asked.isFiltered) left -= await this._amongBearers(found, entries, main, words[0], scopes, asked, root);
      if (!found.length && keys.length === 1) found = await this._guess(root, main, asked, width(main) > 1 ? 1 : 2);
      else if (left > 0 && !scopes.length) found.push(...(await this._spoken(root, asked)));
      found.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line);
      const seen = new Set(), answers = [];
      for (const answer of found) {
        const mark = `${answer.kind}\n${answer.name}\n${answer.path}`;
        if (seen.has(mark)) continue;
        seen.add(mark);
        answers.push(answer);
        if (answers.length >= limit) break;
      }
      return answers;
    }

    /** What an answer means, and all that bear its name: { summary, bearers }. Loads one more shard. */
    async tell(answer) {
      if (answer.told < 0) return { summary: "", bearers: [] };
      const root = await this._shard("root");
      const shard = await this._shard(`told/${Math.floor(answer.told / root.told)}`);
      const files = openFiles(shard);
      const [summary, bearers] = shard.names[answer.told % root.told];
      return {
        summary,
        bearers: bearers.map(([kind, file, line, scope]) => ({ kind: root.kinds[kind], path: files[file].path, line, scope, url: `${files[file].url}#L${line}`, file: files[file] })),
      };
    }

    /** Those whose documentation holds the words of the question: the shard of its longest word is loaded. */
    async _spoken(root, asked) {
      if (asked.onlyDefinitions || !root.words || !root.words.length) return [];
      const words = [...new Set(asked.words.flatMap((word) => word.match(/[^\W\d_]\w{2,39}/gu) || []).map(stem))].filter((word) => !PLAIN.has(word));
      if (!words.length) return [];
      const main = words.reduce((a, b) => (b.length > a.length ? b : a));
      const at = lowerBound(root.words, main);
      const shard = await this._shard(`word/${root.words[at] === main ? at : Math.max(0, at - 1)}`);
      const files = openFiles(shard);
      const others = words.filter((word) => word !== main).map(mark);
      const found = new Map();
      for (const [word, places] of shard.words) {
        if (word !== main && !(main.length > 4 && word.startsWith(main))) continue;
        for (const place of places) {
          if (found.has(place)) continue;
          const [name, kindNumber, file, line, weight, told, marks] = shard.entries[place];
          const kind = root.kinds[kindNumber], entry = { name, file: files[file], line, others: 0, told };
          const held = others.filter((one) => holds(marks, one)).length;
          if (held < others.length && (others.length < 3 || held < others.length - 1)) continue;
          if (!this._takes(entry, kind, asked, root)) continue;
          const isAll = held === others.length;
          found.set(place, this._answer(entry, kind, (isAll ? SPOKEN : SPOKEN - 150) + 0.4 * weight, isAll ? "documentation" : "words of the documentation"));
        }
      }
      return [...found.values()];
    }

    /** Add all that bear the name of the question and that its scopes and filters leave; say how many files that took. */
    async _amongBearers(found, entries, main, written, scopes, asked, root) {
      const named = entries.filter((entry) => entry.at === 0 && entry.key === main && entry.others);
      const entry = named.find((one) => one.name === written) || named[0];
      if (!entry) return 0;
      let turn = 0;
      for (const bearer of (await this.tell(entry)).bearers) {
        const place = [...bearer.path.toLowerCase().split(/[/.]/), ...bearer.scope.toLowerCase().split(/::|[.#\\/$]/)];
        if (!scopes.every((scope) => place.includes(scope)) || !this._takes(bearer, bearer.kind, asked, root)) continue;
        const fit = (entry.name === written ? EXACT : SAME) - 6 * turn++ - (scopes.length && place.at(-1) !== scopes.at(-1) ? 20 : 16);
        const why = scopes.length ? `name, in ${scopes.at(-1)}` : "name";
        found.push(this._answer({ ...entry, file: bearer.file, line: bearer.line }, bearer.kind, fit + WEIGHT * entry.weight, why));
      }
      return 1;
    }

    _span(root, key) {
      return [Math.max(0, lowerBound(root.keys, key) - 1), lowerBound(root.keys, key + "\u{10ffff}")];
    }

    _width(root, key) {
      const [low, high] = this._span(root, key);
      return high - low;
    }

    /** The entries whose keys begin so: all of them, or the likeliest where they fill more than two shards. */
    async _entries(root, key, most) {
      if (!key || !root.keys.length) return [];
      const [low, high] = this._span(root, key);
      if (high - low > 2) {
        const at = lowerBound(root.tops, key);
        const number = root.tops[at] === key ? at : at - 1;
        const shard = await this._shard(`top/${Math.max(0, number)}`);
        return open(shard).filter((entry) => entry.key.startsWith(key) || entry.at < 0);
      }
      const shards = [];
      for (let number = low; number < Math.min(high, low + most); number++) shards.push(this._shard(`key/${number}`));
      return (await Promise.all(shards)).flatMap(open).filter((entry) => entry.key.startsWith(key));
    }

    _choose(entries, main, others, scopes, words, asked, root) {
      const written = words.length === 1 ? words[0] : "";
      const found = [];
      for (const entry of entries) {
        const kind = root.kinds[entry.kind];
        if (!this._takes(entry, kind, asked, root)) continue;
        const name = keyOf(entry.name);
        let fit, why;
        if (entry.at < 0) {
          if (entry.key !== main) continue;
          [fit, why] = [INITIALS, "initials of the name"];
        } else if (others.length) {
          if (!others.every((key) => name.includes(key))) continue;
          fit = PARTS + (60 * (main.length + others.join("").length)) / name.length;
          why = "parts of the name";
        } else if (entry.name === written) [fit, why] = [EXACT, "name"];
        else if (name === main) [fit, why] = [SAME, "name in another spelling"];
        else if (entry.at === 0) [fit, why] = [START + (60 * main.length) / name.length, "beginning of the name"];
        else [fit, why] = [PARTS + (60 * main.length) / name.length, "part of the name"];
        if (scopes.length) {
          const place = entry.file.path.toLowerCase().split(/[/.]/);
          fit += scopes.every((scope) => place.includes(scope)) ? -20 : -200;
        }
        if (kind === "keyword") fit -= 500;
        found.push(this._answer(entry, kind, fit + WEIGHT * entry.weight, why));
      }
      return found;
    }

    _takes(entry, kind, asked, root) {
      if (asked.onlyDefinitions && (kind === "file" || kind === "folder" || kind === "keyword")) return false;
      if (asked.kinds && !asked.kinds.has(kind)) return false;
      if (asked.languages && !asked.languages.has((root.languages[entry.file.language] || "").toLowerCase())) return false;
      if (asked.places && !asked.places.has(root.places[entry.file.place])) return false;
      return asked.paths.every((path) => `/${entry.file.path}`.includes(`/${path.replace(/^\//, "")}`) || (!path.includes("/") && entry.file.path.includes(path)));
    }

    /** Names with one or two typing errors behind the letters that they share with the question. */
    async _guess(root, key, asked, shards) {
      if (key.length < 4) return [];
      const most = key.length < 8 ? 1 : 2;
      const start = key.slice(0, Math.max(2, Math.ceil(key.length / 3)));
      const entries = await this._entries(root, start, shards);
      const found = [];
      for (const entry of entries) {
        const kind = root.kinds[entry.kind];
        if (entry.at < 0 || kind === "keyword" || !this._takes(entry, kind, asked, root)) continue;
        const errors = distance(key, entry.key.slice(0, 60), most);
        if (errors <= most) found.push(this._answer(entry, kind, MISTYPED - 50 * errors - (entry.at ? 100 : 0) + WEIGHT * entry.weight, `${errors} typing error${errors > 1 ? "s" : ""}`));
      }
      return found;
    }

    _answer(entry, kind, score, why) {
      const group = kind === "file" || kind === "folder" ? "Files" : kind === "keyword" || kind === "finding" ? "Keywords" : kind === "heading" || kind === "section" ? "Documents" : "Symbols";
      const url = entry.file.url + (entry.line && kind !== "file" ? `#L${entry.line}` : "");
      const language = this._root.languages[entry.file.language] || "";
      return { group, name: entry.name, kind, path: entry.file.path, line: entry.line, language, url, score: Math.round(score * 10) / 10, why, others: entry.others, told: entry.told };
    }
  }

  const opened = new WeakMap();
  function open(shard) {
    if (opened.has(shard)) return opened.get(shard);
    const files = openFiles(shard);
    const entries = shard.entries.map(([name, at, kind, file, line, weight, others, told]) => ({
      name, at, kind, file: files[file], line, weight, others, told, key: at < 0 ? initials(name) : keyOf(name).slice(at),
    }));
    opened.set(shard, entries);
    return entries;
  }

  /** The files of a shard; each path leaves out what it shares with the one before. */
  function openFiles(shard) {
    let path = "";
    return shard.files.map(([shared, rest, place, language, page]) => {
      path = path.slice(0, shared) + rest;
      return { path, place, language, url: (page === undefined ? `${path}.html` : page).split("/").map(encodeURIComponent).join("/") };
    });
  }

  function initials(name) {
    return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+/gu) || []).map((part) => part[0].toLowerCase()).join("");
  }

  scope.RepobookReader = Reader;
  if (typeof module !== "undefined") module.exports = { Reader, distance, keyOf, mark, stem };
})(typeof globalThis === "undefined" ? this : globalThis);
