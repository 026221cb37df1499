"use strict";
// A host shows 404.html for an address of any depth, so it asks for this script at each. The nearest that is there knows the top.
(() => {
  const root = document.documentElement;
  if (root.dataset.root !== undefined) return;
  const top = document.currentScript.src.replace(/~static\/lost\.js$/, "");
  root.dataset.root = top;
  root.dataset.here = "404.html";
  for (const name of ["theme.js", "book.js"]) {
    const script = document.createElement("script");
    script.src = `${top}~static/${name}`;
    script.async = false;
    document.head.append(script);
  }
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll("a[data-top]")) link.href = top + link.dataset.top;
  });
})();
