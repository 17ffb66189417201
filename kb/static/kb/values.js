// An entry that one came to from an answer shows the paste's own values in the holes of the wording that fits. They were left in the
// tab's storage by paste.js, so that no address and no server has them.
let left = {};
try { left = JSON.parse(sessionStorage.getItem("values")) ?? {}; } catch { /* no storage, or not ours */ }

if (left.address === location.pathname) {
  const messages = [...(document.getElementById("message")?.parentElement.querySelectorAll(".message") ?? [])];
  const fitting = messages.filter((message) => message.textContent === left.wording);
  for (const message of fitting) message.closest("details")?.setAttribute("open", "");
  const holes = (fitting.length ? fitting : messages).flatMap((message) => [...message.querySelectorAll(".hole")]);
  for (const hole of holes) {
    const name = hole.textContent.slice(1, -1);
    if (!Object.hasOwn(left.values, name)) continue;
    hole.title = `Varies: ${name}`;
    hole.className = "value";
    hole.textContent = left.values[name];
  }
  if (holes.some((hole) => hole.className === "value")) {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = "With the values of your paste: ";
    const pairs = new Map(holes.filter((hole) => hole.className === "value").map((hole) => [hole.title, hole.textContent]));
    note.append([...pairs].map(([name, value]) => `${name.replace("Varies: ", "")} is ${value}`).join(", "));
    document.querySelector("#message").parentElement.append(note);
  }
}
