"use strict";
// What every page has: tools, folder tree, outline, lines and keys. Text goes into text nodes only.
const repobook = (() => {
  const root = document.documentElement;
  const base = root.dataset.root || "";
  const waiting = new Map();

  /** Make an element: attributes as an object, then children (strings become text). */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "on") for (const [event, action] of Object.entries(value)) element.addEventListener(event, action);
      else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }

  function icon(path) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", path);
    svg.append(line);
    return svg;
  }

  /** Load a script of ours once. */
  function load(address) {
    if (!waiting.has(address)) {
      waiting.set(address, new Promise((done, failed) => {
        const script = make("script", { src: address });
        script.onload = done;
        script.onerror = () => failed(new Error(address));
        document.head.append(script);
      }));
    }
    return waiting.get(address);
  }
  /** Open data that a script handed over packed: base64 of deflated JSON. */
  function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
  }
  const asset = (name) => load(`${base}~static/${name}`);

  function remember(key, value) {
    try { if (value === undefined) return localStorage.getItem(`repobook-${key}`); localStorage.setItem(`repobook-${key}`, value); } catch { /* no storage */ }
    return null;
  }

  // ---- where this page stands, from the top of the site
  const depth = Math.floor(base.length / 3);
  const here = root.dataset.here || location.pathname.split("/").slice(-depth - 1).join("/");

  // ---- tree
  const lists = new Map();
  async function listing(folder) {
    if (!lists.has(folder)) await load(`${base}${folder ? folder + "/" : ""}~tree.js`);
    return lists.get(folder) || [];
  }
  const isOpen = new Set(JSON.parse(sessionRead("open") || "[]"));
  function sessionRead(key) { try { return sessionStorage.getItem(`repobook-${key}`); } catch { return null; } }
  function sessionWrite(key, value) { try { sessionStorage.setItem(`repobook-${key}`, value); } catch { /* no storage */ } }

  function folderOf(place) { return place.slice(0, Math.max(0, place.lastIndexOf("/"))); }
  const isIn = (folder) => here.startsWith(folder + "/");

  async function fill(list, folder) {
    const entries = await listing(folder);
    for (const [name, href, isFolder] of entries) {
      const place = folder ? `${folder}/${href}` : href;
      const row = make("div", { class: "row" });
      const item = make("li", {}, row);
      const link = make("a", { href: base + place, title: name }, name);
      if (isFolder) {
        const below = folderOf(place);
        const inner = make("ul", { hidden: true });
        const knob = make("button", { "aria-expanded": "false", "aria-label": `Open ${name}` });
        const toggle = async (open) => {
          if (open && !inner.children.length) await fill(inner, below);
          inner.hidden = !open;
          knob.setAttribute("aria-expanded", String(open));
          if (open) isOpen.add(below); else isOpen.delete(below);
          sessionWrite("open", JSON.stringify([...isOpen].slice(-200)));
        };
        knob.addEventListener("click", () => toggle(inner.hidden));
        row.append(knob, link);
        item.append(inner);
        if (isIn(below) || isOpen.has(below)) await toggle(true);
        if (isIn(below) && folderOf(here) === below && /\/(index|doc|sub)\.html$/.test(here)) row.classList.add("here");
      } else {
        row.append(make("i"), link);
        if (place === here) { row.classList.add("here"); link.setAttribute("aria-current", "page"); }
      }
      list.append(item);
    }
  }

  let everyFile = null;
  async function files() {
    if (!everyFile) await asset("files.js");
    return (await everyFile) || [];
  }

  async function makeTree() {
    const tree = make("nav", { class: "tree", "aria-label": "Files" });
    const box = make("input", { type: "search", placeholder: "Filter files", "aria-label": "Filter files", autocomplete: "off", spellcheck: "false" });
    const list = make("ul");
    const found = make("ul", { hidden: true });
    tree.append(make("div", { class: "head" }, makeWays(), box), list, found);
    document.querySelector(".top").after(tree);
    box.addEventListener("input", async () => {
      const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
      list.hidden = words.length > 0;
      found.hidden = !words.length;
      if (!words.length) return;
      const all = await files();
      const hits = all.filter(([path]) => words.every((word) => path.toLowerCase().includes(word)));
      found.replaceChildren(...hits.slice(0, 200).map(([path, href]) =>
        make("li", {}, make("div", { class: "row" }, make("a", { href: base + href, title: path }, path)))));
      if (hits.length > 200) found.append(make("li", { class: "note" }, `${(hits.length - 200).toLocaleString("en")} more`));
      if (!hits.length) found.append(make("li", { class: "note" }, "No such file"));
    });
    await fill(list, "");
    const current = tree.querySelector(".here");
    if (current) tree.scrollTop = current.offsetTop - tree.clientHeight / 3;
    return tree;
  }

  // ---- outline
  function makeOutline() {
    let heads = [...document.querySelectorAll("main h2[id], main h3[id]")];
    if (heads.length > 200) heads = heads.filter((head) => head.tagName === "H2"); // a list of hundreds guides nobody
    if (heads.length < 2) return;
    const list = make("ul");
    const links = new Map();
    const many = heads.length > 60;
    for (const head of heads) {
      if (many && head.tagName === "H3" && head.id.startsWith("~k-")) continue;
      const link = make("a", { href: "#" + head.id, class: head.tagName === "H3" ? "d3" : null, title: head.textContent }, head.textContent);
      links.set(head, link);
      list.append(make("li", {}, link));
    }
    const outline = make("nav", { class: "outline", "aria-label": "On this page" }, make("p", {}, "On this page"), list);
    document.querySelector("main").after(outline);
    const shown = [...links.keys()];
    let on = null;
    const follow = () => {
      let last = shown[0];
      for (const head of shown) { if (head.getBoundingClientRect().top > 120) break; last = head; }
      if (last === on) return;
      if (on) links.get(on).classList.remove("on");
      on = last;
      const link = links.get(on);
      link.classList.add("on");
      const top = link.offsetTop - outline.clientHeight / 2;
      if (Math.abs(outline.scrollTop - top) > outline.clientHeight / 3) outline.scrollTop = top;
    };
    let due = false;
    addEventListener("scroll", () => { if (!due) { due = true; requestAnimationFrame(() => { due = false; follow(); }); } }, { passive: true });
    follow();
  }

  // ---- lines of the source: #L10, #L10-L24, click and shift-click on a number
  let lit = [], everyLine = null;
  /** The lines of the source, and the number of one: most have no id. */
  function sourceLines() { return everyLine || (everyLine = [...document.querySelectorAll(".source li")]); }
  const numberOf = (line) => line.parentNode.start + [...line.parentNode.children].indexOf(line);
  function showLines(scroll) {
    for (const line of lit) line.classList.remove("on");
    lit = [];
    const range = /^#L(\d+)(?:-L(\d+))?$/.exec(location.hash);
    if (!range) return;
    const first = Math.min(+range[1], +(range[2] || range[1])), last = Math.max(+range[1], +(range[2] || range[1]));
    for (let n = first; n <= last && n < first + 20000; n++) {
      const line = sourceLines()[n - 1];
      if (!line) break;
      line.classList.add("on");
      lit.push(line);
    }
    if (scroll && lit.length) {
      const go = () => lit[0].scrollIntoView({ block: lit.length > 20 ? "start" : "center" });
      go();
      requestAnimationFrame(go); // once more, when the lines above have their real height
    }
  }
  function watchLines() {
    const source = document.querySelector(".source");
    if (!source) return;
    source.addEventListener("click", (event) => {
      const line = event.target.closest("li");
      if (!line || event.target !== line || event.clientX > line.getBoundingClientRect().left + 60) return;
      const number = numberOf(line);
      const before = /^#L(\d+)/.exec(location.hash);
      const range = event.shiftKey && before ? [Math.min(+before[1], number), Math.max(+before[1], number)] : [number, number];
      history.replaceState(null, "", range[0] === range[1] ? `#L${number}` : `#L${range[0]}-L${range[1]}`);
      showLines(false);
      getSelection().removeAllRanges();
    });
    addEventListener("hashchange", () => showLines(true));
    showLines(true);
  }

  // ---- a heading of a long page: once more, when the parts above have their real height
  function findHeading() {
    const head = document.querySelector(".part") && /^#[^L]/.test(location.hash) && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!head) return;
    const go = () => head.scrollIntoView();
    requestAnimationFrame(() => { go(); requestAnimationFrame(go); });
  }

  // ---- tools and keys
  const SUN = "M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM12 2v2.500M12 19.500V22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M2 12h2.500M19.500 12H22M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800";
  const LENS = "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.300 15.300 20 20";
  const BARS = "M4 7h16M4 12h16M4 17h16";
  function toggleTheme() {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    remember("theme", root.dataset.theme);
  }
  let early = null; // what is typed while search is still on its way
  async function openSearch() {
    early ??= "";
    try {
      await asset("search.js");
      if (early !== null) repobook.search.open(early);
    } finally { early = null; }
  }
  const KEYS = [["/", "search"], ["Ctrl K", "search"], ["t", "filter files"], ["d", "light or dark"], ["s", "source"], ["f", "fold or unfold functions"], ["u", "folder above"], ["?", "these keys"], ["Esc", "close"]];
  function showKeys() {
    let dialog = document.querySelector("dialog.keys");
    if (!dialog) {
      const rows = KEYS.map(([key, what]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)));
      dialog = make("dialog", { class: "keys", "aria-label": "Keys" }, make("h2", {}, "Keys"), make("dl", {}, ...rows));
      dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
  }
  function makeWays() {
    const parts = [["comprehensive_book.html", "Book"], ["keywords.html", "Keywords"], ["findings.html", "Findings"], ["verification_report.html", "Report"]];
    return make("nav", { class: "ways", "aria-label": "Book" }, ...parts.map(([href, name]) => make("a", { href: base + href, "aria-current": href === here ? "page" : null }, name)));
  }
  function makeTools(tree) {
    const menu = make("button", { class: "tool menu", type: "button", "aria-label": "Files", "aria-expanded": "false" }, icon(BARS));
    menu.addEventListener("click", async () => {
      const nav = await tree;
      menu.setAttribute("aria-expanded", String(nav.classList.toggle("open")));
    });
    const shut = async () => { const nav = await tree; nav.classList.remove("open"); menu.setAttribute("aria-expanded", "false"); };
    const isShown = () => menu.getAttribute("aria-expanded") === "true";
    addEventListener("keydown", (event) => { if (event.key === "Escape" && isShown()) { shut(); menu.focus(); } });
    addEventListener("click", (event) => { if (isShown() && !event.target.closest(".tree, .menu")) shut(); });
    const find = make("button", { class: "tool find", type: "button", "aria-label": "Search", on: { click: () => openSearch() } }, icon(LENS), make("span", {}, "Search"), make("kbd", {}, "/"));
    const theme = make("button", { class: "tool", type: "button", "aria-label": "Light or dark", title: "Light or dark", on: { click: toggleTheme } }, icon(SUN));
    const top = document.querySelector(".top");
    top.prepend(menu);
    top.append(make("div", { class: "tools" }, makeWays(), find, theme));
  }
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") { event.preventDefault(); openSearch(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    if (early !== null) {
      if (event.key === "Escape") early = null;
      else if (event.key === "Backspace") early = early.slice(0, -1);
      else if ([...event.key].length === 1) { early += event.key; event.preventDefault(); }
      return;
    }
    const act = {
      "/": () => openSearch(),
      "?": showKeys,
      d: toggleTheme,
      t: () => { const box = document.querySelector(".tree input"); if (box) box.focus(); },
      s: () => { const source = document.getElementById("original-source"); if (source) source.scrollIntoView(); },
      f: () => { if (repobook.foldAll) repobook.foldAll(); },
      u: () => { const steps = document.querySelectorAll(".crumbs a"); if (steps.length) steps[steps.length - 1].click(); },
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  function start() {
    const tree = makeTree();
    makeTools(tree);
    const kind = document.body.className;
    if (kind === "findings") asset("findings.js");
    else if (kind === "search") asset("search.js").then(() => repobook.search.show());
    else makeOutline();
    watchLines();
    findHeading();
    addEventListener("hashchange", findHeading);
    if (document.querySelector(".map, .layers")) asset("maps.js");
    const later = window.requestIdleCallback || setTimeout;
    if (document.querySelector(".source")) later(() => asset("source.js"));
    later(() => asset("search.js")); // so that it is there when the first key is pressed
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();

  return {
    make, icon, load, unpack, asset, files, base, here, remember, sourceLines,
    tree: (folder, entries) => lists.set(folder, entries),
    fileList: (_, packed) => { everyFile = unpack(packed); },
  };
})();
