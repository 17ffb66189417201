// Puts the chosen theme on the page before anything is painted, so that it does not flash: hence a file of its own,
// loaded at once, and short. The switch goes back to the system's choice when it comes to the same.
"use strict";

(() => {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const now = () => root.dataset.theme || (system.matches ? "dark" : "light");

  root.classList.add("js");
  if (["light", "dark"].includes(chosen())) root.dataset.theme = chosen();

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const name = () => button.setAttribute("aria-label", now() === "dark" ? "Light theme" : "Dark theme");
    name();
    system.addEventListener("change", name);
    button.addEventListener("click", () => {
      const next = now() === "dark" ? "light" : "dark";
      const isSystem = next === (system.matches ? "dark" : "light");
      try { isSystem ? localStorage.removeItem("theme") : localStorage.setItem("theme", next); } catch { /* this page only */ }
      root.dataset.theme = next;
      if (isSystem) delete root.dataset.theme;
      name();
    });
  });
})();
