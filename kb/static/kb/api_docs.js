// Shows the API's own description; apart from the page, since the content security policy allows no inline script.
"use strict";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
// Swagger's sheet asks neither the system nor our switch.
const follow = () => root.classList.toggle("dark-mode", root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

follow();
system.addEventListener("change", follow);
new MutationObserver(follow).observe(root, { attributeFilter: ["data-theme"] });

SwaggerUIBundle({
  url: document.getElementById("api-docs").dataset.schema,
  dom_id: "#api-docs",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
});
