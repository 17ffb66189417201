// Suggestions while one types in a search box: an ARIA combobox over a list of links. The box is a plain search without it.
import { mask } from "./mask.js";

const aside = 120; // milliseconds without a key before the server is asked
const shortest = 2;

for (const form of document.querySelectorAll("form[data-suggest]")) {
  const box = form.elements.q;
  const list = form.appendChild(document.createElement("ul"));
  const said = document.getElementById("said");
  let asking = null;
  let waiting = 0;
  let at = -1;

  list.className = "suggestions";
  list.id = `${box.id}-list`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
  })) box.setAttribute(name, value);

  const close = () => {
    asking?.abort();
    clearTimeout(waiting);
    list.hidden = true;
    list.replaceChildren();
    at = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };

  const choose = (next) => {
    list.children[at]?.setAttribute("aria-selected", "false");
    at = next;
    const chosen = list.children[at];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) box.setAttribute("aria-activedescendant", chosen.id);
    else box.removeAttribute("aria-activedescendant");
  };

  const option = ({ title, exc_type, project, url }, index) => {
    const item = document.createElement("li");
    item.id = `${list.id}-${index}`;
    item.dataset.url = url;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.appendChild(document.createElement("b")).textContent = title;
    item.appendChild(document.createElement("span")).textContent = [exc_type, project].filter(Boolean).join(" · ");
    return item;
  };

  const ask = async () => {
    const words = mask(box.value.trim()).text;
    if (words.length < shortest) return close();
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    try {
      const query = new URLSearchParams({ q: words.slice(0, box.maxLength), project: form.dataset.project ?? "" });
      const response = await fetch(`${form.dataset.suggest}?${query}`, { signal });
      if (!response.ok) return close();
      const { suggestions } = await response.json();
      if (signal.aborted || document.activeElement !== box) return;
      const chosen = list.children[at]?.dataset.url; // a late answer must not take it from under the arrow keys
      list.replaceChildren(...suggestions.map(option));
      choose([...list.children].findIndex((item) => item.dataset.url === chosen));
      list.hidden = suggestions.length === 0;
      box.setAttribute("aria-expanded", String(!list.hidden));
      const many = suggestions.length === 1 ? "1 suggestion" : `${suggestions.length || "No"} suggestions`;
      said.textContent = list.hidden ? many : `${many}, use the arrow keys`;
    } catch (error) {
      if (error.name !== "AbortError") close(); // the search itself still works
    }
  };

  box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, aside); });
  box.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "Escape" && !list.hidden) { event.preventDefault(); close(); }
    else if (event.key === "ArrowDown" && list.hidden) ask();
    else if (list.hidden) return;
    else if (event.key === "ArrowDown") { event.preventDefault(); choose(at + 1 < count ? at + 1 : -1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); choose(at >= 0 ? at - 1 : count - 1); }
    else if (event.key === "Enter" && at >= 0) { event.preventDefault(); location.assign(list.children[at].dataset.url); }
  });
  box.addEventListener("blur", close);
  form.addEventListener("submit", () => { close(); box.value = mask(box.value).text; });
  list.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the box keeps the focus
    const item = event.target.closest("li");
    if (item && event.button === 0) location.assign(item.dataset.url);
  });
}
