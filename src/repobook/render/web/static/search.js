"use strict";
// The search dialog. It asks `repobook.search.reader.query(text)`, which answers with a promise of
// [{ group, name, kind, path, line, summary, url }]; whoever has a better reader puts it in its place.
repobook.search = (() => {
  const { make, base } = repobook;
  const GROUPS = ["Symbols", "Files", "Keywords", "Documents"];
  let dialog = null, box, list, note, turn = 0, chosen = 0, answers = [];

  // ---- the index: shards are scripts, which load from a disk too
  const shards = new Map();
  repobook.shard = (name, data) => shards.set(name, data);
  async function loadShard(name) {
    const [kind, number] = name.split("/");
    await repobook.load(`${base}~search/${number === undefined ? kind : `${kind}/${Math.floor(number / 1000)}/${number % 1000}`}.js`);
    return shards.get(name);
  }
  let reader = null;
  const byIndex = {
    async query(text) {
      if (!reader) { await repobook.asset("reader.js"); reader = new RepobookReader(loadShard); }
      return reader.find(text, 40);
    },
    /** What an answer means: one more file, so only for the chosen one. */
    async tell(answer) {
      return answer.summary || (await reader.tell(answer)).summary;
    },
  };
  const face = { reader: byIndex, open };

  function build() {
    box = make("input", { type: "search", placeholder: "Search", "aria-label": "Search", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "true", "aria-controls": "~answers" });
    list = make("div", { class: "answers", role: "listbox", id: "~answers", "aria-label": "Answers" });
    note = make("p", { class: "note", role: "status" });
    dialog = make("dialog", { class: "search", "aria-label": "Search" }, box, list, note);
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    list.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close(); }); // it may lead to this very page
    box.addEventListener("input", ask);
    box.addEventListener("keydown", (event) => {
      const options = [...list.querySelectorAll("a")];
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(options, chosen + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter" && options[chosen]) {
        event.preventDefault();
        options[chosen].click();
      }
    });
    document.body.append(dialog);
  }

  function choose(options, at) {
    if (!options.length) return;
    chosen = (at + options.length) % options.length;
    options.forEach((option, n) => option.setAttribute("aria-selected", String(n === chosen)));
    box.setAttribute("aria-activedescendant", options[chosen].id);
    options[chosen].scrollIntoView({ block: "nearest" });
    preview(answers[chosen]);
  }

  /** Tell below the list what the chosen answer means; nothing in the list moves. */
  async function preview(answer) {
    note.textContent = "";
    if (!answer || !face.reader.tell) return;
    const told = await face.reader.tell(answer).catch(() => "");
    if (answers[chosen] === answer) note.textContent = told;
  }

  async function ask() {
    const mine = ++turn, text = box.value.trim().slice(0, 200);
    if (!text) { list.replaceChildren(); note.textContent = ""; return; }
    let found = [];
    try { found = await face.reader.query(text); } catch { note.textContent = "Search data could not be loaded."; return; }
    if (mine !== turn) return; // a later question is under way
    const groups = new Map(GROUPS.map((name) => [name, []]));
    for (const answer of found) { if (!groups.has(answer.group)) groups.set(answer.group, []); groups.get(answer.group).push(answer); }
    const shown = [];
    let count = 0;
    answers = [...groups.values()].flat();
    for (const [name, found] of groups) {
      if (!found.length) continue;
      shown.push(make("p", { class: "group", role: "presentation" }, name));
      for (const answer of found) {
        const place = answer.path + (answer.line ? `:${answer.line}` : "");
        shown.push(make("a", { href: base + answer.url, role: "option", id: `~answer-${count++}`, tabindex: "-1" },
          make("span", { class: "kind" }, answer.kind || ""), make("b", {}, answer.name), make("span", { class: "path" }, place),
          ...(answer.summary ? [make("span", { class: "summary" }, answer.summary)] : [])));
      }
    }
    list.replaceChildren(...shown);
    note.textContent = count ? "" : "Nothing found.";
    choose([...list.querySelectorAll("a")], 0);
  }

  function open(text) {
    if (!dialog) build();
    if (!dialog.open) dialog.showModal();
    if (text) box.value = text;
    box.select();
    ask();
  }
  return face;
})();
