// Shows the API's own description; apart from the page, since the content security policy allows no inline script.
"use strict";

SwaggerUIBundle({
  url: document.getElementById("api-docs").dataset.schema,
  dom_id: "#api-docs",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
