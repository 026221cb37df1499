"use strict";
// Search: a dialog on every page, and a page of its own with an address to send. Both ask
// `repobook.search.reader.query(text, limit)`, which answers with a promise of
// [{ group, name, kind, path, line, language, url }], whose `note` says what to know of them; whoever has a better reader
// puts it in its place.
repobook.search = (() => {
  const { make, base, remember } = repobook;
  const GROUPS = ["Symbols", "Files", "Keywords", "Documents", "Lines"];
  const FILTER = /^(kind|lang|language|path|in|has|def|ref):(?!:)(.+)$/i;
  const RECENT = 8;
  const asQuery = (text) => encodeURIComponent(text.trim().slice(0, 1001).replace(/\p{Surrogate}/gu, " "));

  // ---- the index: shards are scripts, which load from a disk too
  const shards = new Map();
  repobook.shard = (name, packed) => shards.set(name, packed);
  async function loadShard(name) {
    const [kind, number] = name.split("/");
    await repobook.load(`${base}~search/${number === undefined ? kind : `${kind}/${Math.floor(number / 1000)}/${number % 1000}`}.js`);
    return repobook.unpack(shards.get(name));
  }
  let reader = null;
  const byIndex = {
    async query(text, limit) {
      if (!reader) { await repobook.asset("question.js"); await repobook.asset("reader.js"); reader = new RepobookReader(loadShard); }
      return reader.find(text, limit);
    },
    /** What an answer means, and who else bears its name: one more file, so only for the chosen one. */
    tell(answer) { return reader.tell(answer); },
  };
  const face = { reader: byIndex, open, show };

  // ---- what was asked before
  function recent() { try { return JSON.parse(remember("recent") || "[]").filter((text) => typeof text === "string").slice(0, RECENT); } catch { return []; } }
  function keep(text) {
    text = text.trim();
    if (text) remember("recent", JSON.stringify([text, ...recent().filter((other) => other !== text)].slice(0, RECENT)));
  }

  // ---- signs of kinds: a letter in a colour of its group
  const TYPES = new Set(["class", "struct", "interface", "trait", "protocol", "enum", "union", "record", "alias", "typedef", "type", "object", "namespace", "module", "impl"]);
  function sign(answer) {
    const kind = answer.kind || "";
    const colour = answer.group === "Files" ? "file" : answer.group === "Keywords" ? "word" : answer.group === "Documents" ? "text" : TYPES.has(kind) ? "type" : /function|method|macro|constructor|property/.test(kind) ? "code" : "value";
    const letter = answer.group === "Documents" ? "¶" : answer.group === "Keywords" ? "#" : kind === "folder" ? "/" : kind === "file" ? "≡" : (kind[0] || "?").toUpperCase();
    return make("span", { class: `sign ${colour}`, "aria-hidden": "true" }, letter);
  }

  /** The parts of a search: box, chips, answers, and what the chosen answer means. */
  function build(isPage, done) {
    let turn = 0, chosen = 0, answers = [];
    const id = isPage ? "~found" : "~answers";
    const box = make("input", { type: "search", placeholder: "Names, files, words; kind:class lang:python path:src", "aria-label": "Search", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "true", "aria-controls": id });
    const chips = make("div", { class: "chips", role: "group", "aria-label": "Filters" });
    const list = make("div", { class: "answers", role: "listbox", id, "aria-label": "Answers", tabindex: "0" });
    const note = make("p", { class: "note", role: "status" });
    const preview = make("div", { class: "preview" });
    const limit = isPage ? 100 : 40;

    const words = () => box.value.trim().slice(0, 1001).split(/\s+/).filter(Boolean);
    function toggle(filter) {
      const all = words(), rest = all.filter((word) => word.toLowerCase() !== filter.toLowerCase());
      box.value = (rest.length < all.length ? rest : [...all, filter]).join(" ");
      ask();
      box.focus();
    }
    function chip(filter, count) {
      const isOn = words().some((word) => word.toLowerCase() === filter.toLowerCase());
      return make("button", { class: "chip", type: "button", "aria-pressed": String(isOn), on: { click: () => toggle(filter) } }, filter, ...(isOn ? [make("span", {}, "×")] : count ? [make("span", {}, String(count))] : []));
    }
    /** Filters that would change these answers, the most common first; those in force stay in front. */
    function showChips() {
      const shown = new Map(words().filter((word) => FILTER.test(word)).map((word) => [word, 0]));
      const count = (values, most) => {
        const found = new Map();
        for (const value of values) if (value && !/\s/.test(value)) found.set(value, (found.get(value) || 0) + 1);
        return [...found].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most);
      };
      const top = (path) => (path.includes("/") ? path.slice(0, path.indexOf("/") + 1) : "");
      const all = [["kind:", count(answers.map((one) => one.kind), 4)], ["lang:", count(answers.map((one) => (one.language || "").toLowerCase()), 3)], ["path:", count(answers.map((one) => top(one.path)), 3)]];
      for (const [key, found] of all) for (const [value, n] of found) if (found.length > 1 && !shown.has(key + value)) shown.set(key + value, n);
      chips.replaceChildren(...[...shown].map(([filter, n]) => chip(filter, n)));
    }

    function choose(at, isQuiet) {
      const options = [...list.querySelectorAll("[role=option]")];
      if (!options.length) return;
      chosen = (at + options.length) % options.length;
      options.forEach((option, n) => option.setAttribute("aria-selected", String(n === chosen)));
      box.setAttribute("aria-activedescendant", options[chosen].id);
      if (!isQuiet) options[chosen].scrollIntoView({ block: "nearest" });
      tell(answers[chosen]);
    }
    /** Tell beside the list what the chosen answer means; nothing in the list moves. */
    async function tell(answer) {
      if (!answer) { preview.replaceChildren(); return; }
      const place = answer.path + (answer.line ? `:${answer.line}` : "");
      const head = [make("p", { class: "what" }, sign(answer), make("b", {}, answer.name)), make("p", { class: "where" }, `${answer.kind || ""} · ${place}${answer.language ? ` · ${answer.language}` : ""}`)];
      preview.replaceChildren(...head);
      const told = (face.reader.tell && (await face.reader.tell(answer).catch(() => null))) || { summary: answer.summary, bearers: [] };
      if (answers[chosen] !== answer) return;
      if (told.summary) preview.append(make("p", {}, told.summary));
      if (answer.why) preview.append(make("p", { class: "where" }, `Found by ${answer.why}.`));
      const others = (told.bearers || []).filter((one) => one.path !== answer.path || one.line !== answer.line);
      if (told.uses && told.uses.length) {
        preview.append(make("p", { class: "where" }, answer.kind === "keyword" ? "Stands in" : "Used by"), make("ul", {}, ...told.uses.slice(0, isPage ? 12 : 4).map((one) =>
          make("li", {}, make("a", { href: base + one.url, on: { click: () => keep(box.value) } }, one.path + (one.line ? `:${one.line}` : ""))))));
      }
      if (others.length) {
        preview.append(make("p", { class: "where" }, "Others of this name"), make("ul", {}, ...others.slice(0, isPage ? 12 : 4).map((one) =>
          make("li", {}, make("a", { href: base + one.url, on: { click: () => keep(box.value) } }, `${one.path}:${one.line}`)))));
      }
    }

    function showRecent() {
      answers = [];
      preview.replaceChildren();
      chips.replaceChildren();
      const past = recent();
      list.replaceChildren(...(past.length ? [make("p", { class: "group", role: "presentation" }, "Asked before")] : []), ...past.map((text, n) =>
        make("button", { type: "button", class: "past", role: "option", id: `${id}-${n}`, "aria-selected": "false", tabindex: "-1", on: { click: () => { box.value = text; ask(); box.focus(); } } }, repobook.icon("M12 7v5l3 2M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z"), text)));
      note.textContent = past.length ? "" : "Begin to type: names as written, their beginnings, parts or initials.";
      box.removeAttribute("aria-activedescendant");
      chosen = -1;
    }
    async function ask() {
      const mine = ++turn, text = box.value.trim();
      if (isPage) writeAddress(text);
      if (!text) { showRecent(); return; }
      let found = [];
      try { found = await face.reader.query(text, limit); } catch { if (mine === turn) note.textContent = "Search data could not be loaded."; return; }
      if (mine !== turn) return; // a later question is under way
      // The group of the best answer comes first: a path that was written out leads to its file.
      const groups = new Map([...new Set([...found.slice(0, 1).map((best) => best.group), ...GROUPS])].map((name) => [name, []]));
      for (const answer of found) { if (!groups.has(answer.group)) groups.set(answer.group, []); groups.get(answer.group).push(answer); }
      const shown = [];
      let count = 0;
      answers = [...groups.values()].flat();
      for (const [name, some] of groups) {
        if (!some.length) continue;
        shown.push(make("p", { class: "group", role: "presentation" }, name, make("span", {}, String(some.length))));
        for (const answer of some) {
          const place = answer.path + (answer.line ? `:${answer.line}` : "");
          shown.push(make("a", { href: base + answer.url, role: "option", id: `${id}-${count++}`, tabindex: "-1", "aria-label": `${answer.kind || ""} ${answer.name}, ${place}` },
            sign(answer), make("span", { class: "kind" }, answer.kind || ""), make("b", {}, answer.name), make("span", { class: "path" }, "\u200e" + place),
            ...(answer.summary ? [make("span", { class: "summary" }, answer.summary)] : [])));
        }
      }
      list.replaceChildren(...shown);
      list.scrollTop = 0;
      showChips();
      note.textContent = found.note || (count ? "" : "No name, file, word or text like this.");
      if (count) choose(0, isPage); else preview.replaceChildren();
    }
    function writeAddress(text) {
      try { history.replaceState(null, "", location.pathname + (text ? `?q=${asQuery(text)}` : "")); } catch { /* a disk may not allow it */ }
      document.title = document.title.replace(/^.*?Search/, text ? `${text.slice(0, 60)} · Search` : "Search");
    }

    box.addEventListener("input", ask);
    box.addEventListener("keydown", (event) => {
      const options = list.querySelectorAll("[role=option]");
      if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); choose(chosen + (event.key === "ArrowDown" ? 1 : -1)); }
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isPage) { event.preventDefault(); location.href = `${base}search.html?q=${asQuery(box.value)}`; }
      else if (event.key === "Escape" && !isPage) { event.preventDefault(); done(); } // a search box would only empty itself
      else if (event.key === "Enter" && options[chosen]) { event.preventDefault(); options[chosen].click(); }
    });
    list.addEventListener("click", (event) => { if (event.target.closest("a")) { keep(box.value); done(); } }); // it may lead to this very page
    list.addEventListener("mousemove", (event) => {
      const option = event.target.closest("a[role=option]");
      if (option && option.getAttribute("aria-selected") !== "true") choose([...list.querySelectorAll("[role=option]")].indexOf(option), true);
    });
    return { box, chips, list, note, preview, ask };
  }

  // ---- the dialog
  let dialog = null, parts = null;
  function open(text) {
    if (document.body.classList.contains("search")) { document.querySelector("main input").focus(); return; }
    if (!dialog) {
      parts = build(false, () => dialog.close());
      const all = make("a", { class: "all" }, "All answers on a page");
      const aim = () => all.setAttribute("href", `${base}search.html?q=${asQuery(parts.box.value)}`);
      all.addEventListener("focus", aim);
      all.addEventListener("mouseenter", aim);
      all.addEventListener("click", () => { aim(); keep(parts.box.value); });
      aim();
      dialog = make("dialog", { class: "search", "aria-label": "Search" }, parts.box, parts.chips, parts.note, parts.list, parts.preview,
        make("p", { class: "foot" }, make("span", {}, make("kbd", {}, "↑"), make("kbd", {}, "↓"), " choose"), make("span", {}, make("kbd", {}, "Enter"), " open"), make("span", {}, make("kbd", {}, "Ctrl Enter"), " "), all));
      dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
    if (text) { parts.box.value = text; parts.box.focus(); } else parts.box.select();
    parts.ask();
  }

  // ---- the page
  function show() {
    const main = document.querySelector("main"), page = build(true, () => {});
    page.box.value = new URLSearchParams(location.search).get("q") || "";
    const form = make("div", { class: "asking" }, page.box, page.chips, page.note);
    for (const plain of main.querySelectorAll("p")) plain.remove();
    main.append(form, make("div", { class: "results" }, page.list, page.preview));
    page.box.focus();
    page.ask();
    main.dataset.ready = "";
  }
  return face;
})();
