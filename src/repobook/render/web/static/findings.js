"use strict";
// The page of findings: filters by category, severity, rule and path, kept in the address; parts load as they are needed.
(() => {
  const { make, base, load } = repobook;
  const main = document.querySelector("main");
  const CATEGORIES = [["security", "Security"], ["performance", "Performance"], ["maintenance", "Maintenance"], ["pattern", "Patterns"]];
  const SEVERITIES = [["error", "Errors"], ["warning", "Warnings"], ["note", "Notes"]];
  const STEP = 100; // findings shown at a time
  const parts = new Map();
  let rules = null, spans = null, turn = 0;
  repobook.rules = (listed, ranges) => { rules = listed; spans = ranges; };
  repobook.found = (number, packed) => parts.set(number, repobook.unpack(packed).then(([files, rows]) => ({ files, rows })));
  async function part(number) {
    if (!parts.has(number)) await load(`${base}~findings/${Math.floor(number / 1000)}/${number % 1000}.js`);
    return parts.get(number);
  }

  // ---- what is asked for, in the address
  const asked = { category: new Set(), severity: new Set(), rule: "", path: "" };
  function readAddress() {
    const values = new URLSearchParams(location.search);
    for (const key of ["category", "severity"]) asked[key] = new Set((values.get(key) || "").split(",").filter(Boolean));
    asked.rule = values.get("rule") || "";
    asked.path = values.get("path") || "";
    const named = location.hash.slice(1);
    if (CATEGORIES.some(([key]) => key === named)) asked.category = new Set([named]);
  }
  function writeAddress() {
    const values = new URLSearchParams();
    for (const key of ["category", "severity"]) if (asked[key].size) values.set(key, [...asked[key]].join(","));
    for (const key of ["rule", "path"]) if (asked[key]) values.set(key, asked[key]);
    const shown = values.toString();
    try { history.replaceState(null, "", location.pathname + (shown ? `?${shown}` : "")); } catch { /* a disk may not allow it */ }
  }
  const takes = (rule) => (!asked.category.size || asked.category.has(rule[1])) && (!asked.severity.size || asked.severity.has(rule[2])) && (!asked.rule || rule[0] === asked.rule);

  /** A rule's message with what was found in it: strings, and code as elements. */
  function tell(message, detail) {
    const values = (detail || "").split("\t"), out = [];
    let at = 0, turn = 0;
    for (const hole of message.matchAll(/`\{(\w+)\}`|`([^`]+)`|\{(\w+)\}/g)) {
      out.push(message.slice(at, hole.index));
      at = hole.index + hole[0].length;
      if (hole[2]) { out.push(make("code", {}, hole[2].replace(/\{\w+\}/g, () => values[turn++] || "…"))); continue; }
      const value = values[turn++] || "";
      if (value) out.push(hole[1] ? make("code", {}, value) : value);
    }
    out.push(message.slice(at).replace(/[ :]+$/, ""));
    return out.filter((piece) => piece !== "");
  }

  // ---- controls
  const chips = [];
  function group(label, key, choices) {
    const box = make("div", { class: "chips", role: "group", "aria-label": label });
    for (const [value, name] of choices) {
      const total = rules.filter((rule) => rule[key === "category" ? 1 : 2] === value).reduce((sum, rule) => sum + rule[6], 0);
      if (!total) continue;
      const chip = make("button", { class: "chip", type: "button", "aria-pressed": "false" }, name, make("span", {}, total.toLocaleString("en")));
      chip.addEventListener("click", () => { if (!asked[key].delete(value)) asked[key].add(value); asked.rule = ""; update(); });
      chips.push([chip, key, value]);
      box.append(chip);
    }
    return box;
  }
  let choice, path, list, note, more;
  function build() {
    choice = make("select", { "aria-label": "Rule", on: { change: () => { asked.rule = choice.value; update(); } } });
    path = make("input", { type: "search", placeholder: "Path holds …", "aria-label": "Path", autocomplete: "off", spellcheck: "false" });
    let timer = 0;
    path.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => { asked.path = path.value.trim(); update(); }, 120); });
    list = make("div", { class: "found" });
    note = make("p", { class: "note", role: "status" });
    more = make("button", { class: "tool", type: "button", hidden: true, on: { click: () => show(false) } }, "Show more");
    const bar = make("div", { class: "filters" }, group("Category", "category", CATEGORIES), group("Severity", "severity", SEVERITIES), make("div", { class: "fields" }, choice, path));
    const first = main.querySelector(".overview");
    const all = [bar, note, list, more];
    if (first) first.before(...all); else main.append(...all);
    for (const section of main.querySelectorAll(".overview")) section.hidden = true;
  }
  function fillRules() {
    const shown = new Map();
    for (const rule of rules) {
      if (asked.category.size && !asked.category.has(rule[1])) continue;
      if (asked.severity.size && !asked.severity.has(rule[2])) continue;
      const known = shown.get(rule[0]) || [rule[4], 0];
      shown.set(rule[0], [known[0], known[1] + rule[6]]);
    }
    if (asked.rule && !shown.has(asked.rule)) asked.rule = "";
    choice.replaceChildren(make("option", { value: "" }, "Every rule"), ...[...shown].map(([key, [title, total]]) => make("option", { value: key }, `${title} (${total.toLocaleString("en")})`)));
    choice.value = asked.rule;
  }
  function update() {
    fillRules();
    for (const [chip, key, value] of chips) chip.setAttribute("aria-pressed", String(asked[key].has(value)));
    if (path.value.trim() !== asked.path) path.value = asked.path;
    writeAddress();
    show(true);
  }

  // ---- findings, a step at a time
  let cursor = null;
  async function show(isNew) {
    const mine = ++turn;
    if (isNew) cursor = { part: 0, row: 0, shown: 0, rule: -1, block: null };
    const out = isNew ? make("div") : null, at = { ...cursor };
    const words = asked.path.toLowerCase().split(/\s+/).filter(Boolean);
    let left = STEP, block = at.block, target = out || list;
    more.hidden = true;
    while (at.part < spans.length && left) {
      const [first, last] = spans[at.part];
      if (!rules.slice(first, last + 1).some(takes)) { at.part++; at.row = 0; continue; }
      let data = null;
      try { data = await part(at.part); } catch { note.textContent = "Findings could not be loaded."; return; }
      if (mine !== turn) return; // another question is under way
      for (; at.row < data.rows.length && left; at.row++) {
        const [number, file, line, length, detail] = data.rows[at.row];
        if (!takes(rules[number])) continue;
        const [shownPath, page] = data.files[file];
        if (words.length && !words.every((word) => shownPath.toLowerCase().includes(word))) continue;
        if (at.rule !== number) {
          block = make("ul");
          at.rule = number;
          target.append(make("h2", {}, make("span", { class: `dot ${rules[number][2]}` }), rules[number][4], ...(rules[number][3] ? [make("span", { class: "cwe" }, `CWE-${rules[number][3]}`)] : []),
            make("span", { class: "count" }, `${rules[number][2]} · ${rules[number][1]} · ${rules[number][6].toLocaleString("en")}`)), block);
        }
        const lines = line ? (length > 0 ? `#L${line}-L${line + length}` : `#L${line}`) : "";
        const place = shownPath + (line ? `:${line}` : "");
        block.append(make("li", {}, page ? make("a", { href: base + page + lines }, place) : make("span", {}, place), make("span", { class: "said" }, ...tell(rules[number][5], detail))));
        left--;
        at.shown++;
      }
      if (at.row >= data.rows.length) { at.part++; at.row = 0; }
    }
    while (at.part < spans.length && !rules.slice(spans[at.part][0], spans[at.part][1] + 1).some(takes)) at.part++;
    at.block = block;
    cursor = at;
    if (out) list.replaceChildren(...out.childNodes);
    const total = rules.filter(takes).reduce((sum, rule) => sum + rule[6], 0);
    const isMore = words.length ? at.part < spans.length : at.shown < total;
    more.hidden = !isMore;
    const shown = at.shown.toLocaleString("en");
    note.textContent = words.length ? (isMore ? `The first ${shown} are shown.` : `${shown} findings.`)
      : isMore ? `${shown} of ${total.toLocaleString("en")} findings are shown.` : `${shown} ${at.shown === 1 ? "finding" : "findings"}.`;
  }

  async function start() {
    try { await load(`${base}~findings/rules.js`); } catch { return; }
    if (!rules.length) return;
    readAddress();
    build();
    update();
    addEventListener("hashchange", () => { readAddress(); update(); });
    main.dataset.ready = "";
  }
  start();
})();
