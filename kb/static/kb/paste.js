// The paste box: answers below itself, takes files, and masks secrets before anything leaves the browser.
// Without this script the form is sent as it is, and answered with a page.
import { mask } from "./mask.js";

const form = document.getElementById("paste-form");
const box = form.elements.text;
const file = form.elements.file;
const answer = document.getElementById("answer");
const note = document.getElementById("masked");
const said = document.getElementById("said");
const limit = Number(form.dataset.limit);
const aside = 300; // milliseconds without a key before what would be masked is shown
let asking = null;
let waiting = 0;
let isByKeys = false; // asked with the keyboard, which goes on from the answer
let isRaw = false; // the reader chose to send this paste as it is

async function ask() {
  asking?.abort();
  asking = new AbortController();
  const masked = showMasked();
  const text = isRaw ? box.value : masked.text;
  // What was masked stays so, even where it was sent as it is.
  keep("paste", masked.text);
  keep("values", "");
  answer.setAttribute("aria-busy", "true");
  said.textContent = "Reading the paste";
  try {
    const response = await fetch(`${form.action}?part=answer`, {
      method: "POST", body: new URLSearchParams({ text }), signal: asking.signal,
    });
    show(response.status < 500 ? await response.text() : "", response.ok);
  } catch (error) {
    if (error.name !== "AbortError") show("", false);
  }
}

function show(html, isAnswer) {
  answer.innerHTML = html || '<p class="banner">The site did not answer. Try again in a moment.</p>';
  answer.removeAttribute("aria-busy");
  document.body.classList.toggle("answered", isAnswer);
  said.textContent = answer.querySelector("[data-said]")?.dataset.said ?? answer.textContent.trim().slice(0, 200);
  if (!isAnswer) return;
  answer.scrollIntoView({ block: "nearest" });
  if (isByKeys) answer.querySelector("h2")?.focus({ preventScroll: true });
  isByKeys = false;
}

// Kept for the tab alone: what was asked, for who comes back, and the values, for the page that one goes to.
function keep(name, value) {
  try { sessionStorage.setItem(name, value); } catch { /* then not */ }
}

function showMasked() {
  const { text, found } = mask(box.value);
  note.hidden = found.length === 0;
  note.classList.toggle("off", isRaw);
  const counts = new Map();
  for (const { what, start } of found) counts.set(what, [...(counts.get(what) ?? []), `${start}…`]);
  const list = [...counts].map(([what, starts]) => `${starts.length} × ${what} (${starts.slice(0, 3).join(", ")})`);
  note.querySelector("span").textContent = isRaw
    ? `Sent as it is: ${list.join("; ")}.` : `Masked in your browser, before sending: ${list.join("; ")}.`;
  note.querySelector("button").textContent = isRaw ? "Mask and ask again" : "Send it as it is";
  return { text, found };
}

async function take(given) {
  if (!given) return;
  if (given.size > limit) {
    show(`<p class="outcome unmatched">${form.dataset.tooLarge}</p>`, false);
    return;
  }
  box.value = await given.text();
  isRaw = false;
  ask();
}

form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
box.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  isByKeys = true;
  form.requestSubmit();
});
box.addEventListener("input", () => {
  isRaw = false;
  clearTimeout(waiting);
  waiting = setTimeout(showMasked, aside);
});
// What is pasted over everything that stood there is a question of its own.
box.addEventListener("paste", () => {
  if (box.selectionEnd - box.selectionStart === box.value.length) setTimeout(() => form.requestSubmit());
});
note.querySelector("button").addEventListener("click", () => { isRaw = !isRaw; ask(); });
file.addEventListener("change", () => take(file.files[0]));
for (const kind of ["dragover", "dragleave", "drop"]) {
  form.addEventListener(kind, (event) => {
    event.preventDefault();
    form.classList.toggle("over", kind === "dragover");
    if (kind === "drop") take(event.dataTransfer.files[0]);
  });
}
addEventListener("click", (event) => {
  const example = event.target.closest("[data-example]");
  if (!example) return;
  event.preventDefault();
  box.value = example.dataset.example;
  isRaw = false;
  ask();
});
answer.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href^='/errors/']");
  const around = link?.closest(".match") ?? link?.closest("section");
  const match = around?.querySelector(`a[data-values][href="${link.pathname}"]`);
  if (!match) return;
  const { values, wording } = match.dataset;
  keep("values", JSON.stringify({ address: match.pathname, values: JSON.parse(values), wording }));
});
// Whoever comes back finds the paste and its answer again, unless the browser has kept the page as it was.
if (performance.getEntriesByType("navigation")[0]?.type === "back_forward" && !answer.childElementCount) {
  let before = "";
  try { before = sessionStorage.getItem("paste") ?? ""; } catch { /* then nothing */ }
  if (before) {
    box.value = before;
    ask();
  }
}
