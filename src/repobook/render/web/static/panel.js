"use strict";
// The panel of a definition: what it is, who calls it and what it calls as a small graph, and its users with their lines.
// All of it comes from the data of this page and of the pages that use it.
repobook.panel = (() => {
  const { make, here } = repobook;
  const { namesOf, openReferences, openScopes, absolute, texts, anchorOf } = repobook.source;
  const SVG = "http://www.w3.org/2000/svg";
  const MOST = 6, LINES = 4; // boxes on each side of the graph; lines shown of a file
  let panel = null, opener = null, turn = 0;

  const shownPath = (page) => decodeURIComponent(page.replace(/\.html$/, ""));
  const count = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

  /** The references of a page to a definition: `wanted` holds `page number` of it and of its declarations. Candidates are marked. */
  function usesIn(page, data, wanted) {
    const resolve = (href) => (href ? resolveFrom(page, href) : page);
    const hit = data[1].map((target) => {
      for (let n = 2; n < target.length; n += 3) if (wanted.has(`${resolve(data[0][target[n]])} ${target[n + 1]}`)) return true;
      return false;
    });
    return openReferences(data[2]).filter((one) => hit[one.target]).map((one) => ({ ...one, isGuess: data[1][one.target][0] === "c" }));
  }
  function resolveFrom(page, href) {
    const out = page.split("/").slice(0, -1);
    for (const part of href.split("/")) if (part === "..") out.pop(); else if (part !== ".") out.push(part);
    return out.join("/");
  }
  /** The innermost body around a line. */
  function around(scopes, line) {
    let found = null;
    for (const scope of scopes) {
      if (scope.first > line) break;
      if (line <= scope.last) found = scope;
    }
    return found;
  }

  function callees(number, data) {
    const line = data[3][number][2];
    const scope = openScopes(data[5], data[3]).find((one) => one.first === line);
    if (!scope) return [];
    const found = new Map();
    for (const one of openReferences(data[2])) {
      if (!one.isCall || one.line < scope.first || one.line > scope.last) continue;
      const target = data[1][one.target], page = data[0][target[2]];
      if (target[0] === "c" || (!page && String(target[3]) === number)) continue;
      const name = texts[one.line - 1].slice(one.from, one.to), href = `${page}#L${target[4]}`;
      if (!found.has(href)) found.set(href, { name, href, where: page ? `${shownPath(absolute(page))}:${target[4]}` : `line ${target[4]}` });
    }
    return [...found.values()];
  }

  function draw(name, before, after) {
    const rows = Math.max(Math.min(before.length, MOST + 1), Math.min(after.length, MOST + 1), 1);
    const row = 30, box = 128, gap = 34, width = 3 * box + 2 * gap, height = rows * row + 22;
    const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Callers and callees" });
    svg.append(element("text", { x: box / 2, y: 12, class: "side" }, "called by"), element("text", { x: width - box / 2, y: 12, class: "side" }, "calls"));
    const middle = 22 + (rows * row) / 2;
    const column = (listed, x, isLeft) => {
      const shown = listed.length > MOST + 1 ? listed.slice(0, MOST) : listed;
      const all = shown.length < listed.length ? [...shown, { name: `${listed.length - MOST} more` }] : shown;
      const top = 22 + ((rows - all.length) * row) / 2;
      all.forEach((one, n) => {
        const y = top + n * row + row / 2;
        const from = isLeft ? [x + box, y] : [box + gap + box, middle], to = isLeft ? [box + gap, middle] : [x, y];
        const bend = (to[0] - from[0]) / 2;
        svg.append(element("path", { class: one.isGuess ? "way guess" : "way", d: `M${from[0]} ${from[1]}C${from[0] + bend} ${from[1]} ${to[0] - bend} ${to[1]} ${to[0]} ${to[1]}` }));
        svg.append(node(one, x, y, box));
      });
      if (!all.length) svg.append(element("text", { x: x + box / 2, y: middle + 4, class: "side" }, "nothing known"));
    };
    column(before, 0, true);
    column(after, 2 * (box + gap), false);
    svg.append(node({ name, isSelf: true }, box + gap, middle, box));
    return svg;
  }
  function node(one, x, y, width) {
    const most = Math.floor((width - 14) / 7);
    const label = one.name.length > most ? one.name.slice(0, most - 1) + "…" : one.name;
    const group = element("g", { class: one.isSelf ? "node self" : one.href ? "node" : "node more" },
      element("title", {}, one.where ? `${one.name}, ${one.where}` : one.name),
      element("rect", { x, y: y - 11, width, height: 22, rx: 6 }), element("text", { x: x + width / 2, y: y + 4 }, label));
    if (!one.href) return group;
    return element("a", { href: one.href }, group);
  }
  function element(tag, attributes, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  function close() {
    if (!panel) return;
    panel.remove();
    panel = null;
    document.documentElement.classList.remove("with-panel");
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
  }

  async function open(number, link) {
    const mine = ++turn, data = await namesOf(here);
    if (mine !== turn || !data || !data[3][number]) return;
    if (panel) panel.remove();
    opener = link;
    const [qualified, kind, line, , , signature, summary, entry, files, places, users, declared, guesses] = data[3][number];
    const shut = make("button", { class: "tool", type: "button", "aria-label": "Close", on: { click: close } }, repobook.icon("M6 6l12 12M18 6 6 18"));
    const body = make("div", { class: "body", tabindex: "0" });
    panel = make("aside", { class: "panel", "aria-label": `Definition of ${qualified}`, tabindex: "-1" },
      make("header", {}, make("div", {}, make("span", { class: "label" }, kind), make("h2", {}, qualified)), shut), body);
    body.append(make("code", { class: "signature" }, signature || qualified));
    if (summary) body.append(make("p", {}, summary));
    const facts = make("p", { class: "facts-line" }, make("a", { href: `#L${line}` }, `line ${line}`));
    if (entry) facts.append(" · ", make("a", { href: `#${anchorOf(entry, qualified)}` }, "documentation"));
    facts.append(" · ", places ? `${count(places, "use", "uses")} in ${count(files, "file", "files")}` : guesses ? "no certain use" : "used in this file alone");
    body.append(facts);
    const graph = make("div", { class: "calls" }), list = make("div", { class: "users" }), maybe = make("div", { class: "users" });
    body.append(graph, list, maybe);
    document.body.append(panel);
    document.documentElement.classList.add("with-panel");
    panel.focus({ preventScroll: true });

    const wanted = new Set([`${here} ${number}`]);
    for (let n = 0; declared && n < declared.length; n += 2) wanted.add(`${absolute(data[0][declared[n]])} ${declared[n + 1]}`);
    const pages = [[here, "", 0], ...users.map(([page, at, n]) => [absolute(data[0][page]), data[0][page], at, n]),
      ...(guesses || []).map(([page, at, n]) => [absolute(data[0][page]), data[0][page], at, n, true])];
    const known = await Promise.all(pages.map(([page]) => namesOf(page)));
    if (mine !== turn || !panel) return;
    const callers = [];
    const tell = ([page, href, at, places_], theirs, found, isGuess, into) => {
      const scopes = theirs ? openScopes(theirs[5], theirs[3]) : [];
      const seen = new Set();
      for (const one of found) {
        if (!one.isCall) continue;
        const scope = around(scopes, one.line), key = scope ? scope.first : 0;
        if (seen.has(key) || (page === here && scope && scope.first === line)) continue;
        seen.add(key);
        callers.push({ isGuess, name: scope ? scope.name : shownPath(page).split("/").pop(), href: `${href}#L${one.line}`, where: `${shownPath(page)}:${one.line}` });
      }
      let lines = [...new Set(found.map((one) => one.line))].filter((one) => page !== here || one !== line);
      if (!lines.length && at) lines = [at];
      if (!lines.length) return;
      const told = lines.filter((one) => textOf(page, theirs, one)), rest = lines.filter((one) => !told.includes(one));
      const first = told.slice(0, LINES);
      const block = make("section", {}, make("h3", {}, make("a", { href: href || "#original-source" }, page === here ? "this file" : shownPath(page)), ` ${(places_ || lines.length).toLocaleString("en")}`));
      const rows = make("ul");
      for (const one of first) rows.append(make("li", {}, make("a", { href: `${href}#L${one}` }, make("span", { class: "n" }, String(one)), make("code", {}, textOf(page, theirs, one)))));
      const more = [...told.slice(LINES), ...rest].sort((a, b) => a - b);
      if (more.length) {
        const also = make("li", { class: "also" }, first.length ? "also " : "");
        more.slice(0, 12).forEach((one, k) => also.append(k ? ", " : "", make("a", { href: `${href}#L${one}` }, String(one))));
        if (more.length > 12) also.append(` and ${(more.length - 12).toLocaleString("en")} more`);
        rows.append(also);
      }
      block.append(rows);
      into.append(block);
    };
    const found = pages.map(([page], n) => (known[n] ? usesIn(page, known[n], wanted) : []));
    // Certain users first: what may be one stands after them, in the graph as in the list.
    pages.forEach((place, n) => { if (!place[4]) tell(place, known[n], found[n].filter((one) => !one.isGuess), false, list); });
    pages.forEach((place, n) => {
      const guessed = found[n].filter((one) => one.isGuess);
      if (place[4] || guessed.length) tell(place[4] ? place : [place[0], place[1], 0, 0], known[n], guessed, true, maybe);
    });
    if (list.children.length) list.prepend(make("h2", {}, "Used by"));
    if (maybe.children.length) maybe.prepend(make("h2", {}, "Perhaps used by ", make("span", { class: "label candidate" }, "candidate")));
    const left = files - users.length - (found[0].some((one) => !one.isGuess) ? 1 : 0);
    if (left > 0 && list.children.length) list.append(make("p", { class: "facts-line" }, `The files that use it most; ${count(left, "other file is", "other files are")} not listed.`));
    const calls = callees(number, data);
    if (callers.length || calls.length) graph.append(draw(texts[line - 1].slice(data[3][number][3], data[3][number][3] + data[3][number][4]) || qualified, callers, calls));
    else graph.remove();
  }
  function textOf(page, data, line) {
    return page === here ? texts[line - 1].trim().slice(0, 110) : data && data[6][line];
  }
  addEventListener("keydown", (event) => { if (event.key === "Escape" && panel && !document.querySelector("dialog[open]")) close(); });
  addEventListener("hashchange", () => { if (innerWidth < 900) close(); });
  return { open, close };
})();
