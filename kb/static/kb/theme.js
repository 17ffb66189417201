// The switch between light and dark; the page itself has put on what was chosen before (kb/display/theme.py). It goes back
// to the system's choice when it comes to the same.
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const now = () => root.dataset.theme || (system.matches ? "dark" : "light");

const button = document.getElementById("theme");
const name = () => button.setAttribute("aria-label", now() === "dark" ? "Light theme" : "Dark theme");
if (button) {
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
}
