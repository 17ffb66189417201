// Buttons that copy: data-copy names the element whose text is copied, data-copy-address an address on this site.
const said = document.getElementById("said");

addEventListener("click", async (event) => {
  const button = event.target.closest(".copy");
  if (!button) return;
  const { copy, copyAddress } = button.dataset;
  const text = copyAddress ? new URL(copyAddress, location.href).href : textOf(document.getElementById(copy));
  const label = button.dataset.label ??= button.textContent;
  const worked = await put(text);
  button.textContent = worked ? "Copied" : "Press Ctrl+C";
  button.classList.toggle("done", worked);
  said.textContent = worked ? `${label}: copied` : "Selected; copy it with your keyboard";
  setTimeout(() => { button.textContent = label; button.classList.remove("done"); said.textContent = ""; }, 2000);
});

// A table of lines without their numbers, and without the sign that a line was cut.
function textOf(element) {
  const lines = element.querySelectorAll("td code");
  if (!lines.length) return element.textContent;
  return [...lines].map((line) => [...line.childNodes].filter((node) => node.className !== "clip")
    .map((node) => node.textContent).join("")).join("\n") + "\n";
}

async function put(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return select(text); // no permission, or a page that came without TLS
  }
}

function select(text) {
  const area = document.body.appendChild(document.createElement("textarea"));
  area.value = text;
  area.className = "hidden";
  area.select();
  const worked = document.execCommand("copy");
  area.remove();
  return worked;
}
