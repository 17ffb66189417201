// Secrets in a text -> the text without them, by the rules of kb/secrets.py, which the page brings along.
const written = document.getElementById("secret-rules");
const rules = written ? JSON.parse(written.textContent).map(([what, pattern]) => [what, new RegExp(pattern, "g")]) : [];
export const MASK = "***";

// -> { text, found: [{ what, start }] }: the masked text; of each secret what it is, and its first characters.
export function mask(text) {
  const found = [];
  for (const [what, pattern] of rules) {
    text = text.replace(pattern, (all, kept) => {
      found.push({ what, start: all.slice(kept.length, kept.length + 4) });
      return kept + MASK;
    });
  }
  return { text, found };
}
