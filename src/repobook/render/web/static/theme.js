"use strict";
// Before the first paint: the theme that was chosen, and that scripts run.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  let chosen = null;
  try { chosen = localStorage.getItem("repobook-theme"); } catch { /* a disk without storage */ }
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
})();
