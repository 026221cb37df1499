"use strict";
// The source: colours, links of names to their definitions, what a definition is, who uses it, and findings.
// Lines are dressed when they come near the window; until then, and without scripts, they are plain text.
(() => {
  const { make, base, here, load, asset } = repobook;
  const source = document.querySelector(".source");
  if (!source) return;
  const MAX_AT_ONCE = 400000, PIECE = 60000, MAX_COLOURED = 4000000; // characters
  const lines = repobook.sourceLines();
  const texts = lines.map((line) => line.textContent);
  let colours = null, names = null;
  const folds = new Map(), shut = new Set(); // first line -> last line; first lines of those that are folded
  const near = new Set();
  const LABELS = { e: "exact", s: "scoped", c: "candidate" };
  const folder = here.slice(0, here.lastIndexOf("/") + 1);

  // ---- colours: the highlighter's tree, cut into lines
  const KINDS = { comment: "c", quote: "c", doctag: "c", string: "s", regexp: "s", char: "s", "meta-string": "s", keyword: "k", literal: "n", number: "n",
    built_in: "t", type: "t", class: "t", title: "f", section: "f", name: "k", attr: "f", attribute: "f", meta: "m", symbol: "n", "selector-tag": "k", tag: "", variable: "", subst: "" };
  function cutIntoLines(tree, first = 0) {
    const cut = colours || texts.map(() => null);
    let at = first;
    const walk = (node, kind) => {
      if (typeof node === "string") {
        const parts = node.split("\n");
        parts.forEach((part, n) => { if (n) at++; if (part) (cut[at] ||= []).push([part, kind]); });
        return;
      }
      const own = node.scope ? KINDS[node.scope.split(".")[0]] : undefined;
      for (const child of node.children) walk(child, own === undefined ? kind : own);
    };
    walk(tree, "");
    return cut;
  }
  const read = (from, to) => hljs.highlight(texts.slice(from, to).join("\n"), { language: source.dataset.language, ignoreIllegals: true })._emitter.rootNode;
  async function colour(known) {
    const language = source.dataset.language;
    const length = texts.reduce((sum, text) => sum + text.length + 1, 0);
    if (!language || length > MAX_COLOURED || texts.some((text) => text.length > 5000)) return;
    await asset("vendor/highlight.js");
    await asset(`vendor/languages/${language}.js`);
    try {
      if (length <= MAX_AT_ONCE) colours = cutIntoLines(read(0, texts.length));
      else known.then(colourPieces).catch(() => {}); // the page is ready before its last line has colours
    } catch { /* what is not coloured is plain */ }
  }
  /** A large source piece by piece: at the line of a definition that is not indented, no string and no comment is open. */
  async function colourPieces() {
    if (!names) return;
    const starts = [...new Set([...Object.values(names.definitions).map((one) => one[2] - 1), ...[...folds.keys()].map((line) => line - 1)])].filter((at) => /^\S/.test(texts[at] || "")).sort((a, b) => a - b);
    starts.push(texts.length);
    colours = texts.map(() => null);
    let from = 0, size = 0, at = 0;
    for (const to of starts) {
      for (; at < to; at++) size += texts[at].length + 1;
      if (size < PIECE && to < texts.length) continue;
      if (size <= MAX_AT_ONCE) {
        cutIntoLines(read(from, to), from);
        for (const index of near) if (index >= from && index < to) dress(index);
        await new Promise((done) => setTimeout(done, 0)); // the reader comes first
      }
      [from, size] = [to, 0];
    }
  }

  // ---- names: [pages, targets, references, definitions, findings, scopes, lines] of a page
  const data = new Map();
  repobook.names = (page, packed) => data.set(page, repobook.unpack(packed));
  async function namesOf(page) {
    if (!data.has(page)) {
      try { await load(base + page.replace(/\.html$/, "~names.js")); } catch { /* a file without any */ }
    }
    return (await data.get(page)) || null;
  }
  const absolute = (href) => {
    if (!href) return here;
    const parts = (folder + href).split("/"), out = [];
    for (const part of parts) if (part === "..") out.pop(); else if (part !== ".") out.push(part);
    return out.join("/");
  };
  /** The references of a page: { line, from, to, isCall, target }. */
  function openReferences(packed) {
    const out = [];
    let line = 0;
    for (let n = 0; n < packed.length; n += 4) {
      line += packed[n];
      out.push({ line, from: packed[n + 1], to: packed[n + 1] + (packed[n + 2] >> 1), isCall: packed[n + 2] & 1, target: packed[n + 3] });
    }
    return out;
  }
  /** What has a body: { first, last, name }, in the order of their lines. */
  function openScopes(packed, definitions) {
    const out = [], named = new Map(Object.values(definitions).map((one) => [one[2], one[0].split(/[.#:]+/).pop() || one[0]]));
    let first = 0;
    for (let n = 0; n < packed.length; n += 3) {
      first += packed[n];
      out.push({ first, last: first + packed[n + 1], name: packed[n + 2] || named.get(first) || "" });
    }
    return out;
  }
  async function learnNames() {
    const mine = await namesOf(here);
    if (!mine) return;
    const [pages, targets, references, definitions, findings, packed] = mine;
    const byLine = new Map();
    const put = (line, link) => { if (!byLine.has(line)) byLine.set(line, []); byLine.get(line).push(link); };
    for (const one of openReferences(references)) put(one.line, one);
    for (const scope of openScopes(packed, definitions)) if (scope.last - scope.first > 1) folds.set(scope.first, scope.last);
    for (const [number, one] of Object.entries(definitions)) if (one[3] >= 0) put(one[2], { from: one[3], to: one[3] + one[4], defines: number });
    names = { pages, targets, definitions, byLine, findings };
    const marks = new Map();
    for (const found of findings) { if (!marks.has(found[0])) marks.set(found[0], []); marks.get(found[0]).push(found); }
    names.marks = marks;
  }

  // ---- a line with its colours and links
  function dress(index) {
    const pieces = (colours && colours[index]) || [[texts[index], ""]];
    const links = names ? (names.byLine.get(index + 1) || []).slice().sort((a, b) => a.from - b.from || (a.defines ? -1 : 1)) : [];
    const marks = names ? names.marks.get(index + 1) : null;
    const fold = folds.get(index + 1);
    if (!(colours && colours[index]) && !links.length && !marks && !fold) return;
    const out = document.createDocumentFragment();
    let at = 0, next = 0, anchor = null, end = 0;
    for (const [text, kind] of pieces) {
      let done = 0;
      while (done < text.length) {
        while (next < links.length && links[next].from < at) next++;
        if (!anchor && next < links.length && links[next].from === at && links[next].to <= texts[index].length) {
          anchor = makeLink(links[next]);
          end = links[next].to;
          next++;
          out.append(anchor);
        }
        const stop = Math.min(text.length - done, anchor ? end - at : (next < links.length ? links[next].from - at : Infinity));
        const part = text.slice(done, done + stop);
        (anchor || out).append(kind ? make("span", { class: "t-" + kind }, part) : part);
        done += stop;
        at += stop;
        if (anchor && at >= end) anchor = null;
      }
    }
    lines[index].replaceChildren(out);
    if (marks) lines[index].append(makeMark(marks));
    if (fold) lines[index].append(makeKnob(index + 1));
  }
  function makeLink(link) {
    if (link.defines !== undefined) return make("a", { href: "#L" + names.definitions[link.defines][2], class: "def", "data-defines": link.defines });
    const target = names.targets[link.target];
    const page = names.pages[target[2]];
    return make("a", { href: `${page}#L${target[4]}`, class: target[0] === "c" ? "guess" : null, "data-target": link.target });
  }
  function makeMark(found) {
    const worst = found.some((one) => one[2] === "error") ? "error" : found.some((one) => one[2] === "warning") ? "warning" : "note";
    const said = found.map((one) => `${one[3]}: ${one[4]}`).join("\n");
    return make("button", { class: `finding ${worst}`, type: "button", "aria-label": said, title: said });
  }

  // ---- fold by scope: lines below the name of a definition; hidden lines still count
  function makeKnob(first) {
    const isShut = shut.has(first), count = folds.get(first) - first;
    return make("button", { class: "knob", type: "button", "data-fold": first, "aria-expanded": String(!isShut), "aria-label": `Lines ${first + 1} to ${folds.get(first)}`,
      title: isShut ? `Show ${count} lines` : `Fold ${count} lines`, tabindex: "-1" });
  }
  function fold(first, isShut) {
    if (isShut) shut.add(first); else shut.delete(first);
    const last = Math.min(folds.get(first), lines.length);
    let until = 0; // inside a fold that is still shut
    for (let n = first; n <= last; n++) {
      if (n > first) lines[n - 1].classList.toggle("away", isShut || n <= until);
      if (shut.has(n) && n > first) until = Math.max(until, folds.get(n));
    }
    const knob = lines[first - 1].querySelector(".knob");
    if (knob) knob.replaceWith(makeKnob(first));
  }
  function unfoldAround(number) {
    for (const first of [...shut]) if (first < number && number <= folds.get(first)) fold(first, false);
  }
  repobook.foldAll = () => {
    const isShut = !shut.size;
    const all = [...folds];
    all.forEach(([first, last], n) => {
      // Those that hold no other fold: functions, not classes.
      if (isShut ? !(all[n + 1] && all[n + 1][0] <= last) : shut.has(first)) fold(first, isShut);
    });
  };
  source.addEventListener("click", (event) => {
    const knob = event.target.closest(".knob");
    if (knob) fold(+knob.dataset.fold, !shut.has(+knob.dataset.fold));
  });
  const unfoldHash = () => { const range = /^#L(\d+)/.exec(location.hash); if (range) unfoldAround(+range[1]); };
  addEventListener("hashchange", unfoldHash);

  const redress = () => { for (const index of near) dress(index); };
  const watch = new IntersectionObserver((seen) => {
    for (const one of seen) {
      if (!one.isIntersecting) continue;
      watch.unobserve(one.target);
      const list = one.target.firstChild;
      for (let index = list.start - 1; index < list.start - 1 + list.children.length; index++) {
        lines[index].id = `L${index + 1}`;
        near.add(index);
        if (colours || names) dress(index);
      }
    }
  }, { rootMargin: "1200px" });

  /** Where the entry of a definition stands: most anchors are made of its name. */
  const anchorOf = (entry, name) => (entry === 1 ? name.toLowerCase().replace(/[^a-z0-9_-]/g, "") : entry);

  // ---- card: what a name means
  let card = null, shownFor = null, timer = 0;
  function close() { if (card) card.remove(); card = null; shownFor = null; clearTimeout(timer); }
  async function describe(link) {
    if (link.dataset.defines !== undefined) return [{ page: here, href: "", number: link.dataset.defines, line: 0, label: "" }];
    const target = names.targets[+link.dataset.target], found = [];
    for (let n = 2; n < target.length; n += 3)
      found.push({ page: absolute(names.pages[target[n]]), href: names.pages[target[n]], number: String(target[n + 1]), line: target[n + 2], label: LABELS[target[0]] });
    found.more = target[1];
    return found;
  }
  let turn = 0;
  async function show(link) {
    const mine = ++turn;
    shownFor = link;
    const places = await describe(link);
    const known = await Promise.all(places.map((place) => namesOf(place.page)));
    if (mine !== turn || shownFor !== link) return;
    if (card) card.remove();
    card = make("div", { class: "card", role: "tooltip", id: "~card" });
    places.forEach((place, n) => {
      const one = known[n] && known[n][3][place.number];
      const shownPath = decodeURIComponent(place.page.replace(/\.html$/, ""));
      const where = `${shownPath}:${one ? one[2] : place.line}`;
      if (!one) { card.append(make("div", { class: "meaning" }, make("a", { href: `${place.href}#L${place.line}` }, where))); return; }
      const [qualified, kind, line, , , signature, summary, entry, files, places_] = one;
      const block = make("div", { class: "meaning" }, make("code", { class: "signature" }, signature || qualified));
      if (summary) block.append(make("p", {}, summary));
      const facts = make("p", { class: "facts-line" }, make("span", {}, kind), " · ", make("a", { href: `${place.href}#L${line}` }, where));
      if (entry) facts.append(" · ", make("a", { href: `${place.href}#${anchorOf(entry, qualified)}` }, "documentation"));
      if (place.label) facts.append(" · ", make("span", { class: "label " + place.label }, place.label));
      if (places_) facts.append(` · ${places_.toLocaleString("en")} ${places_ === 1 ? "use" : "uses"}${files ? ` in ${files.toLocaleString("en")} ${files === 1 ? "file" : "files"}` : ""}`);
      block.append(facts);
      card.append(block);
    });
    if (places.more) card.append(make("p", { class: "facts-line" }, `and ${places.more} more candidates`));
    document.body.append(card);
    const box = link.getBoundingClientRect(), size = card.getBoundingClientRect();
    const below = box.bottom + size.height + 12 < innerHeight;
    card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - size.width - 8)) + scrollX}px`;
    card.style.top = `${(below ? box.bottom + 6 : Math.max(60, box.top - size.height - 6)) + scrollY}px`;
    link.setAttribute("aria-describedby", "~card");
    card.addEventListener("mouseleave", close);
  }
  const linkOf = (event) => event.target.closest && event.target.closest(".source a[data-target], .source a[data-defines]");
  source.addEventListener("mouseover", (event) => {
    const link = linkOf(event);
    clearTimeout(timer);
    if (link && link !== shownFor) timer = setTimeout(() => show(link), 180);
    else if (!link && card && !card.contains(event.target)) timer = setTimeout(close, 300);
  });
  document.addEventListener("mouseover", (event) => { if (card && card.contains(event.target)) clearTimeout(timer); });
  source.addEventListener("focusin", (event) => { const link = linkOf(event); if (link && link.matches(":focus-visible")) show(link); });
  source.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link && link.dataset.defines !== undefined) { event.preventDefault(); close(); openPanel(link); }
  });
  async function openPanel(link) {
    await asset("panel.js");
    repobook.panel.open(link.dataset.defines, link);
  }
  repobook.source = { namesOf, openReferences, openScopes, absolute, texts, anchorOf };
  addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  addEventListener("hashchange", close);
  document.addEventListener("click", (event) => { if (card && !card.contains(event.target) && !linkOf(event)) close(); });

  async function start() {
    for (const run of source.children) watch.observe(run);
    const known = "names" in source.dataset ? learnNames() : Promise.resolve();
    await Promise.allSettled([colour(known), known]);
    redress();
    unfoldHash();
    source.dataset.ready = "";
  }
  start();
})();
