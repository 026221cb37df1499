"use strict";
// Maps and diagrams: what colours mean can be chosen; large diagrams are moved and enlarged; a part shows its own arrows.
(() => {
  const { make, remember } = repobook;

  // ---- folder maps: by language, or by how much other files use it
  for (const map of document.querySelectorAll(".map")) {
    if (!map.querySelector(".legend.use")) continue;
    const chips = [["language", "Language"], ["use", "Use"]].map(([value, name]) => {
      const chip = make("button", { class: "chip", type: "button", "aria-pressed": "false" }, name);
      chip.addEventListener("click", () => { remember("colour", value); paint(value); });
      return [chip, value];
    });
    const paint = (value) => {
      map.dataset.by = value;
      for (const [chip, own] of chips) chip.setAttribute("aria-pressed", String(own === value));
    };
    map.prepend(make("div", { class: "chips", role: "group", "aria-label": "Colour" }, make("span", { class: "note" }, "Colour"), ...chips.map(([chip]) => chip)));
    paint(remember("colour") === "use" ? "use" : "language");
  }

  // ---- layers: drag, Ctrl and wheel, buttons, or + - 0 and arrows when it has the focus
  for (const diagram of document.querySelectorAll(".diagram.layers")) {
    const svg = diagram.querySelector("svg");
    const whole = svg.getAttribute("viewBox").split(" ").map(Number);
    let view = whole.slice();
    const set = (x, y, width) => {
      const height = (width * whole[3]) / whole[2];
      view = [Math.max(-width / 2, Math.min(whole[2] - width / 2, x)), Math.max(-height / 2, Math.min(whole[3] - height / 2, y)), width, height];
      svg.setAttribute("viewBox", view.map((n) => n.toFixed(1)).join(" "));
    };
    const zoom = (factor, cx = 0.5, cy = 0.5) => {
      const width = Math.max(whole[2] / 8, Math.min(whole[2], view[2] * factor)), height = (width * whole[3]) / whole[2];
      if (width === whole[2]) set(0, 0, width); else set(view[0] + (view[2] - width) * cx, view[1] + (view[3] - height) * cy, width);
    };
    const move = (dx, dy) => set(view[0] + dx * view[2], view[1] + dy * view[3], view[2]);
    const button = (label, shown, action) => make("button", { class: "tool", type: "button", "aria-label": label, title: label, on: { click: action } }, shown);
    diagram.append(make("div", { class: "zoom" }, button("Enlarge", "+", () => zoom(0.7)), button("Reduce", "−", () => zoom(1 / 0.7)), button("Show all", "⤢", () => set(0, 0, whole[2]))));
    diagram.addEventListener("keydown", (event) => {
      if (event.target !== diagram || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = { "+": () => zoom(0.7), "=": () => zoom(0.7), "-": () => zoom(1 / 0.7), 0: () => set(0, 0, whole[2]), ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1) }[event.key];
      if (act && (view[2] < whole[2] || !event.key.startsWith("Arrow"))) { event.preventDefault(); act(); }
    });
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // the page scrolls
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      zoom(event.deltaY < 0 ? 0.85 : 1 / 0.85, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    }, { passive: false });
    let from = null, hasMoved = false;
    svg.addEventListener("pointerdown", (event) => { if (event.button === 0 && event.pointerType !== "touch") { from = [event.clientX, event.clientY, view[0], view[1]]; hasMoved = false; } });
    addEventListener("pointermove", (event) => {
      if (!from) return;
      const scale = view[2] / svg.getBoundingClientRect().width;
      if (Math.abs(event.clientX - from[0]) + Math.abs(event.clientY - from[1]) > 4) hasMoved = true;
      if (hasMoved) set(from[2] - (event.clientX - from[0]) * scale, from[3] - (event.clientY - from[1]) * scale, view[2]);
    });
    addEventListener("pointerup", () => { from = null; });
    svg.addEventListener("click", (event) => { if (hasMoved) { event.preventDefault(); hasMoved = false; } }, true);
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    const light = (part) => {
      svg.classList.toggle("lit", Boolean(part));
      for (const edge of svg.querySelectorAll(".edge")) edge.classList.toggle("on", Boolean(part) && (edge.dataset.from === part || edge.dataset.to === part));
    };
    const partOf = (event) => { const link = event.target.closest && event.target.closest("a[data-part]"); return link ? link.dataset.part : ""; };
    svg.addEventListener("mouseover", (event) => light(partOf(event)));
    svg.addEventListener("mouseleave", () => light(""));
    svg.addEventListener("focusin", (event) => light(partOf(event)));
    svg.addEventListener("focusout", () => light(""));
  }
})();
