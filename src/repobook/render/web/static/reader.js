"use strict";
// Answers a question from the shards of the index (search/shards.py says what they hold). `load(name)` gives a promise of
// one shard; a question loads the root, then three others at most. Runs in a page and in Node. Words of the documentation have
// shards of their own (search/word_shards.py), of which one is loaded where names leave room for it. Questions are those of
// search/query.py; only texts and expressions cannot be looked for: their words are, and a note says so.
(function (scope) {
  const { parse, stem, telling, literals, isBelow, PLAIN } = typeof require === "undefined" ? scope.RepobookQuestion : require("./question.js");
  // How well a name fits, before its weight counts; as in search/names.py.
  const EXACT = 1000, SAME = 940, START = 790, INITIALS = 760, LIKELY = 745, PARTS = 720, MISTYPED = 600, SHORT = 540, SPOKEN = 480, KEYWORD = -500;
  const FILES = 4; // that a question may load
  const WEIGHT = 0.6;
  const PLACE = /^([^\s:]+):(\d{1,7})(?::\d+)?:?$/; // as compilers and editors write it
  const SEPARATOR = /::|->|[.#\\/$:]/;
  const DRESS = /^[@#&*]+|<.*>$|\(.*\)$/g; // what stands around a name where it is used
  const keyOf = (name) => name.toLowerCase().replace(/[_\- \t]/g, "");
  const partsOf = (name) => (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+/gu) || []).map((part) => part.toLowerCase());

  // As in search/word_shards.py.
  const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

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

  /** The shards that one question looks at: no more than it may load, whatever was loaded before. */
  class Visit {
    constructor(reader, root) {
      [this.reader, this.root, this.left, this.names] = [reader, root, FILES - 1, new Set()];
    }

    /** A promise of a shard, or of nothing where it would be one too many. */
    async shard(name) {
      if (!this.names.has(name)) {
        if (!this.left) return null;
        this.left--;
        this.names.add(name);
      }
      return this.reader._shard(name);
    }

    span(key) {
      const keys = this.root.keys;
      return [Math.max(0, lowerBound(keys, key) - 1), lowerBound(keys, key + "\u{10ffff}")];
    }

    width(key) {
      const [low, high] = this.span(key);
      return high - low;
    }

    /** All entries of the shards that hold keys which begin so; of more than two shards, the likeliest of these keys. */
    async around(key, most = 2) {
      if (!this.root.keys.length) return [];
      const [low, high] = this.span(key);
      if (high - low > 2) {
        const at = lowerBound(this.root.tops, key);
        const shard = await this.shard(`top/${Math.max(0, this.root.tops[at] === key ? at : at - 1)}`);
        return shard ? open(shard).filter((entry) => entry.key.startsWith(key)) : [];
      }
      const shards = [];
      for (let number = low; number < Math.min(high, low + most); number++) shards.push(this.shard(`key/${number}`));
      return (await Promise.all(shards)).filter(Boolean).flatMap(open);
    }

    async entries(key, most) {
      return key ? (await this.around(key, most)).filter((entry) => entry.key.startsWith(key)) : [];
    }

    /** What a name means, who bears it and who uses it; nothing where that would load too much. */
    async told(number) {
      const shard = number < 0 ? null : await this.shard(`told/${Math.floor(number / this.root.told)}`);
      return shard ? openTold(shard, number % this.root.told, this.root) : { summary: "", bearers: [], uses: [] };
    }
  }

  function inOrder(pieces, all) {
    let at = -1;
    return pieces.every((piece) => (at = all.indexOf(piece, at + 1)) >= 0);
  }

  /** Whether a name holds the letters of the parts in their order, beginning with the first; only between parts more than letters may be left out. */
  function shortens(parts, name) {
    const letters = parts.flatMap((part, turn) => [...part].map((letter, at) => [letter, turn > 0 && at === 0]));
    const isLetter = (sign) => /[a-z0-9]/.test(sign);
    let reached = new Set();
    for (const [at, sign] of [...name].entries()) {
      const next = new Set();
      for (const place of reached) {
        if (letters[place][1] || isLetter(sign)) next.add(place);
        if (sign === letters[place][0]) next.add(place + 1);
      }
      if (sign === letters[0][0] && !isLetter(name.slice(0, at))) next.add(1);
      if (next.has(letters.length)) return true;
      reached = next;
    }
    return false;
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

    /** Answers, the best first: { group, name, kind, path, line, url, score, why, others, told }; `note` of the list says what to know of them. */
    async find(text, limit = 40) {
      const asked = parse(text);
      if (asked.problem) return noted([], asked.problem);
      const root = (this._root = await this._shard("root")), visit = new Visit(this, root);
      if (!asked.words.length && !asked.isFiltered) return noted([], "");
      let found;
      if (!asked.words.length) found = await this._filtered(visit, asked);
      else if (asked.mode === "ref") found = await this._uses(visit, asked);
      else if (asked.mode === "text" || asked.mode === "regex") found = await this._written(visit, asked);
      else found = await (asked.words.length > 1 ? this._several(visit, asked, asked.words) : this._one(visit, asked, asked.words[0]));
      found.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line);
      const seen = new Set(), answers = [];
      for (const answer of found) {
        const mark = asked.mode === "ref" ? `${answer.path}\n${answer.line}` : `${answer.kind}\n${answer.name}\n${answer.path}`;
        if (seen.has(mark)) continue;
        seen.add(mark);
        answers.push(answer);
        if (answers.length >= limit) break;
      }
      return noted(answers, remark(asked, root, answers));
    }

    /** What an answer means, and all that bear its name: { summary, bearers, uses }. Loads one more shard. */
    async tell(answer) {
      if (answer.told < 0) return { summary: "", bearers: [], uses: [] };
      const root = await this._shard("root");
      return openTold(await this._shard(`told/${Math.floor(answer.told / root.told)}`), answer.told % root.told, root);
    }

    /** A name, with its scopes, a path, or a sign. */
    async _one(visit, asked, written) {
      const place = PLACE.exec(written), word = place ? place[1] : written;
      // Signs are looked for as they are written: `<<<`, `C++`, `operator<<`.
      const isSign = !/[^\W_]{2}/u.test(word) || /^operator\W/.test(word);
      const bare = isSign ? word : word.replace(DRESS, "") || word;
      const pieces = isSign ? [word] : bare.split(SEPARATOR).filter(Boolean);
      const isFile = !isSign && (bare.startsWith(".") || visit.root.endings.includes((pieces.at(-1) || "").toLowerCase())) && pieces.length > (bare.startsWith(".") ? 0 : 1);
      const path = bare.toLowerCase().replace(/^\.?\/+|\/+$/g, "");
      let last = (isFile ? path.slice(path.lastIndexOf("/") + 1) : pieces.at(-1)) || "";
      if (!isSign && !isFile) last = last.replace(/[^\p{L}\p{N}_?!]+$/u, "") || last;
      const scopes = isFile ? [] : pieces.slice(0, -1).map((piece) => piece.toLowerCase());
      let main = keyOf(last);
      // What too many names share is narrowed: to files of that folder, or to files at all.
      if (path.includes("/") && visit.width(main) > 2) main = isFile ? keyOf(path.split("/").slice(-2).join("/")) : `${main}.`;
      if (!main) return [];
      const entries = await visit.entries(main, 2);
      const found = this._choose(visit, entries, main, scopes, [word, last], path, asked);
      if (place) for (const answer of found) if (answer.kind === "file") Object.assign(answer, { line: Number(place[2]), url: `${answer.url}#L${place[2]}`, score: answer.score + 100 });
      if (scopes.length || asked.isFiltered) await this._amongBearers(visit, found, entries, main, last, scopes, asked);
      if (!found.length) found.push(...(await this._guess(visit, isFile ? path : last, asked)));
      if (!scopes.length && !isSign) found.push(...(await this._spoken(visit, asked, [last])));
      return found;
    }

    /** Names that hold all the words, then documentation that does, then what holds most of them. */
    async _several(visit, asked, all) {
      const words = telling(all);
      if (words.length === 1) return this._one(visit, asked, words[0]);
      const keys = [...new Set(words.map((word) => keyOf(/^[a-z]+$/i.test(word) ? stem(word) : word)).filter(Boolean))];
      keys.sort((a, b) => visit.width(a) - visit.width(b) || b.length - a.length);
      const whole = keyOf(all.join("")), spelled = new Set(words.map(keyOf)), found = [], met = [];
      const choose = async (main) => {
        const others = keys.filter((key) => key !== main), entries = await visit.entries(main, 2);
        met.push(entries);
        for (const entry of entries) {
          const kind = visit.root.kinds[entry.kind], name = keyOf(entry.name);
          if (entry.at < 0 || !this._takes(entry, kind, asked)) continue;
          const path = `${keyOf(entry.file.path)} ${name}`;
          if (name === whole) found.push(this._answer(entry, kind, SAME + WEIGHT * entry.weight, "name in another spelling"));
          else if (others.every((key) => name.includes(key))) found.push(this._answer(entry, kind, PARTS + (60 * keys.join("").length) / name.length + WEIGHT * entry.weight, "parts of the name"));
          else if (kind !== "keyword" && others.every((key) => path.includes(key))) found.push(this._answer(entry, kind, PARTS - 60 + (30 * main.length) / name.length + WEIGHT * entry.weight, "name, with words of the path"));
        }
      };
      if (keys.length) await choose(keys[0]);
      found.push(...(await this._spoken(visit, asked, words)));
      if (!found.some((answer) => answer.score >= SPOKEN)) {
        if (keys.length > 1) await choose(keys[1]);
        for (const entry of met.flat()) {
          const kind = visit.root.kinds[entry.kind], name = keyOf(entry.name), held = keys.filter((key) => name.includes(key));
          if (entry.at < 0 || (held.length < 2 && !spelled.has(name) && !spelled.has(entry.key)) || !this._takes(entry, kind, asked)) continue;
          found.push(this._answer(entry, kind, (kind === "keyword" ? 100 : 280) + 60 * (held.length - 1) + (spelled.has(name) ? 40 : 0) + 0.1 * entry.weight, `${held.length < 2 ? "one word" : "some words"} of the question: ${held.length < 2 ? entry.name : held.join(", ")}`));
        }
      }
      return found;
    }

    /** A text or an expression: its words, for the site does not hold the sources in its index. */
    async _written(visit, asked) {
      const words = literals(asked);
      if (!words.length) return asked.mode === "text" ? this._one(visit, asked, asked.words[0]) : [];
      return words.length > 1 ? this._several(visit, asked, words) : this._one(visit, asked, words[0]);
    }

    /** Files that use a name, each with its first such line. */
    async _uses(visit, asked) {
      const word = asked.text.split(SEPARATOR).filter(Boolean).at(-1) || asked.text, main = keyOf(word);
      const named = (await visit.entries(main, 2)).filter((entry) => entry.at === 0 && entry.key === main && !["file", "folder"].includes(visit.root.kinds[entry.kind]));
      const entry = named.find((one) => one.name === word) || named[0];
      if (!entry) return [];
      const isWord = visit.root.kinds[entry.kind] === "keyword";
      const uses = (await visit.told(entry.told)).uses;
      if (isWord && !uses.length) uses.push({ file: entry.file, line: entry.line });
      return uses.filter((use) => this._takes(use, "reference", asked)).map((use, turn) => this._answer({ ...use, name: entry.name, others: 0, told: -1 }, isWord ? "keyword" : "reference", 500 - turn, isWord ? "word" : "reference"));
    }

    /** What the filters alone leave of the likeliest entries, and of those that a path names. */
    async _filtered(visit, asked) {
      const entries = await visit.around("");
      const last = asked.paths.flatMap((path) => path.split(/[/*?]/)).filter(Boolean).at(-1);
      if (last) entries.push(...(await visit.entries(keyOf(last), 2)));
      const wants = (kind) => (asked.kinds ? true : kind === "file" || kind === "folder");
      return entries.filter((entry) => wants(this._root.kinds[entry.kind]) && this._takes(entry, this._root.kinds[entry.kind], asked)).map((entry) => this._answer(entry, this._root.kinds[entry.kind], entry.weight, "filters"));
    }

    /** Those whose documentation holds the words of the question, or most of them: the shard of its longest word is loaded. */
    async _spoken(visit, asked, asking) {
      const root = visit.root;
      if (asked.mode === "def" || !root.words || !root.words.length) return [];
      const said = new Map(asking.flatMap((word) => word.match(/[^\W\d_]\w{2,39}/gu) || []).filter((word) => !PLAIN.has(word.toLowerCase())).map((word) => [stem(word), word]));
      const words = [...said.keys()].sort((a, b) => b.length - a.length);
      for (const main of words.slice(0, 2)) {
        if (visit.left < 1) return [];
        const at = lowerBound(root.words, main);
        const shard = await visit.shard(`word/${root.words[at] === main ? at : Math.max(0, at - 1)}`);
        const found = this._speakers(shard, main, words.filter((word) => word !== main), said, asked);
        if (found.length) return found;
      }
      return [];
    }

    _speakers(shard, main, others, said, asked) {
      const files = openFiles(shard), marks = others.map(mark), all = new Map(), most = new Map();
      for (const [word, places] of shard.words) {
        if (word !== main && !(main.length > 4 && word.startsWith(main))) continue;
        for (const place of places) {
          if (all.has(place) || most.has(place)) continue;
          const [name, kindNumber, file, line, weight, told, own] = shard.entries[place];
          const kind = this._root.kinds[kindNumber], entry = { name, file: files[file], line, others: 0, told };
          const missing = others.filter((_, n) => !holds(own, marks[n]));
          if (missing.length > Math.max(1, others.length / 2) || !this._takes(entry, kind, asked)) continue;
          if (!missing.length) all.set(place, this._answer(entry, kind, SPOKEN + 0.4 * weight, "documentation"));
          else most.set(place, this._answer(entry, kind, SPOKEN - 100 - 100 * missing.length + 0.4 * weight, `documentation, without ${missing.map((word) => said.get(word)).join(", ")}`));
        }
      }
      return all.size ? [...all.values()] : [...most.values()];
    }

    /** Add all that bear the name of the question and that its scopes and filters leave. */
    async _amongBearers(visit, found, entries, main, written, scopes, asked) {
      const named = entries.filter((entry) => entry.at === 0 && entry.key === main && entry.others && entry.told >= 0 && visit.root.kinds[entry.kind] !== "keyword");
      const entry = named.find((one) => one.name === written) || named[0];
      if (!entry) return;
      let turn = 0;
      for (const bearer of (await visit.told(entry.told)).bearers) {
        const place = [...bearer.path.toLowerCase().split(/[/.]/), ...bearer.scope.toLowerCase().split(/::|[.#\\/$]/)];
        if (!scopes.every((scope) => place.includes(scope)) || !this._takes(bearer, bearer.kind, asked)) continue;
        const fit = (entry.name === written ? EXACT : SAME) - 6 * turn++ - (scopes.length && place.at(-1) !== scopes.at(-1) ? 20 : 16);
        const why = scopes.length ? `name, in ${scopes.at(-1)}` : "name";
        found.push(this._answer({ ...entry, file: bearer.file, line: bearer.line }, bearer.kind, fit + WEIGHT * entry.weight, why));
      }
    }

    /** The entries that a name fits; `written` is the question, and the name in it. */
    _choose(visit, entries, main, scopes, written, path, asked) {
      const found = [], isSign = /^\W+$/u.test(written[0]);
      for (const entry of entries) {
        const kind = visit.root.kinds[entry.kind], isPath = kind === "file" || kind === "folder";
        if (!this._takes(entry, kind, asked) || (isSign && !entry.name.includes(written[0]))) continue;
        const name = keyOf(entry.name);
        let fit, why;
        if (entry.at < 0) {
          if (entry.key !== main) continue;
          [fit, why] = [INITIALS, "initials of the name"];
        } else if (entry.name === written[0]) [fit, why] = [EXACT, "name"];
        else if (entry.name === written[1]) [fit, why] = [EXACT - 50, "name"];
        else if (name === main) [fit, why] = [SAME, "name in another spelling"];
        else if (entry.at === 0) [fit, why] = [START + (60 * main.length) / name.length, "beginning of the name"];
        else [fit, why] = [PARTS + (60 * main.length) / name.length, "part of the name"];
        if (isPath && path.includes("/")) {
          const own = `/${entry.file.path.toLowerCase()}`;
          if (own.endsWith(`/${path}`) || own.replace(/\.[^./]*$/, "").endsWith(`/${path}`)) [fit, why] = [EXACT + (own === `/${path}` ? 100 : 60), "path"];
          else if (scopes.length && name.split(".")[0] === main.split(".")[0] && inOrder(scopes, own.split("/"))) [fit, why] = [EXACT - 20, "path"];
          else if (!own.includes(`/${path}`)) fit -= 200;
        } else if (scopes.length) {
          const place = entry.file.path.toLowerCase().split(/[/.]/);
          fit += scopes.every((scope) => place.includes(scope)) ? -20 : -200;
        }
        // A sign has no other place than where it stands; a word is looked for after names.
        if (kind === "keyword" && !(entry.name === written[0] && /\W/u.test(entry.name))) fit += KEYWORD;
        found.push(this._answer(entry, kind, fit + WEIGHT * entry.weight, why));
      }
      return found;
    }

    _takes(entry, kind, asked) {
      const file = entry.file;
      if (asked.mode === "def" && (kind === "file" || kind === "folder" || kind === "keyword" || kind === "finding")) return false;
      if (asked.kinds && !asked.kinds.has(kind)) return false;
      if (asked.hasFinding && !file.hasFinding) return false;
      if (asked.languages && !asked.languages.has((this._root.languages[file.language] || "").toLowerCase())) return false;
      if (asked.places && !asked.places.has(this._root.places[file.place])) return false;
      return asked.paths.every((path) => isBelow(file.path, path));
    }

    /** Names with one or two typing errors, names that the question shortens (`linear_bw`), and initials of two letters. */
    async _guess(visit, word, asked) {
      const key = keyOf(word), parts = partsOf(word).filter((part) => /^[a-z0-9]+$/.test(part));
      const most = key.length < 4 ? 0 : key.length < 8 ? 1 : 2;
      const isShort = parts.join("").length > 2 && parts.length < 9;
      // Where errors leave the beginning, where they leave the second part, and what is likely under the first letters.
      const starts = parts.length > 1 ? [parts[0] + parts[1][0], parts[0]] : [key.slice(0, Math.max(2, Math.ceil(key.length / 3)))];
      const kept = parts.length > 2 && parts[0].length < 2 ? parts[2] : parts[1]; // a lone letter in front is an error itself
      if (kept && key.indexOf(kept, 1) > 0) starts.push(key.slice(key.indexOf(kept, 1)));
      starts.push(key.slice(0, key.length > 2 ? 2 : 1));
      const found = [], shortened = [];
      for (const start of key.length < 2 || key.length > 60 ? [] : starts) {
        for (const entry of await visit.around(start, 1)) {
          const kind = visit.root.kinds[entry.kind], lower = entry.name.toLowerCase();
          if (kind === "keyword" || kind === "folder" || !this._takes(entry, kind, asked)) continue;
          const errors = most ? distance(key, keyOf(entry.name), most) : 1;
          const isHidden = lower[0] === "_" && word[0] !== "_" ? 30 : 0;
          if (errors <= most) found.push(this._answer(entry, kind, (errors === 1 && key.length > 7 ? LIKELY : MISTYPED - 50 * errors) - isHidden + WEIGHT * entry.weight, `${errors} typing error${errors > 1 ? "s" : ""}`));
          else if (key.length === 2 && initials(entry.name) === key) found.push(this._answer(entry, kind, INITIALS + WEIGHT * entry.weight, "initials of the name"));
          else if (isShort && shortens(parts, lower)) shortened.push(this._answer(entry, kind, SHORT + (60 * parts.join("").length) / lower.length + WEIGHT * entry.weight, "the name shortened"));
        }
        if (found.length) return found;
        if (shortened.length) return shortened;
      }
      return [];
    }

    _answer(entry, kind, score, why) {
      const group = kind === "file" || kind === "folder" ? "Files" : kind === "keyword" || kind === "finding" || kind === "reference" ? "Keywords" : kind === "heading" || kind === "section" ? "Documents" : "Symbols";
      const url = entry.file.url + (entry.line && kind !== "file" ? `#L${entry.line}` : "");
      const language = this._root.languages[entry.file.language] || "";
      return { group, name: entry.name, kind, path: entry.file.path, line: entry.line, language, url, score: Math.round(score * 10) / 10, why, others: entry.others, told: entry.told };
    }
  }

  function noted(answers, note) {
    return Object.assign(answers, { note });
  }

  /** What an asker should know of the answers, or of there being none. */
  function remark(asked, root, answers) {
    const shell = (text) => `repobook search ${/^".*".*"$/.test(text) ? "--text -- " : ""}'${(/^".*".*"$/.test(text) ? text.slice(1, -1) : text).replaceAll("'", "'\\''")}'`;
    if (asked.mode === "text" || asked.mode === "regex") {
      const text = asked.mode === "text" ? `"${asked.text}"` : `/${asked.text}/`;
      return `The site knows names and words, not whole texts${answers.length ? "; these places hold words of it" : ""}. ${shell(text)} finds the text, and so does the search of repobook serve.`;
    }
    if (asked.mode === "ref" && answers.length) return `The first use in some of the files. ${shell(`ref:${asked.text}`)} lists every line.`;
    if (answers.length) return asked.hasFinding ? "has:finding leaves files with findings, and what they define." : asked.words.length ? "" : "The likeliest that the filters leave; a word beside them finds others.";
    for (const [key, wanted, known] of [["kind", asked.kinds, root.kinds], ["lang", asked.languages, root.languages]]) {
      if (wanted && !known.some((one) => wanted.has(one.toLowerCase()))) {
        return `${key}:${[...wanted].sort()[0]}: this book has none. It has ${known.filter(Boolean).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).slice(0, 30).join(", ")}.`;
      }
    }
    return `No name, file or word like this${asked.isFiltered ? ", with these filters" : ""}. ${shell(asked.text ? `"${asked.text}"` : "ref:main")} looks into the text of the sources.`;
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
      // A file with findings has 16 more than the number of its kind.
      return { path, place: place > 14 ? place - 16 : place, hasFinding: place > 14, language, url: (page === undefined ? `${path}.html` : page).split("/").map(encodeURIComponent).join("/") };
    });
  }

  function openTold(shard, number, root) {
    const files = openFiles(shard), [summary, bearers, uses] = shard.names[number];
    return {
      summary,
      bearers: bearers.map(([kind, file, line, scope]) => ({ kind: root.kinds[kind], path: files[file].path, line, scope, url: `${files[file].url}#L${line}`, file: files[file] })),
      uses: uses.map(([file, line]) => ({ path: files[file].path, line, url: files[file].url + (line ? `#L${line}` : ""), file: files[file] })),
    };
  }

  function initials(name) {
    return partsOf(name).map((part) => part[0]).join("");
  }

  scope.RepobookReader = Reader;
  if (typeof module !== "undefined") module.exports = { Reader, distance, keyOf, mark, stem };
})(typeof globalThis === "undefined" ? this : globalThis);
