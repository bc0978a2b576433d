// The API reference: Swagger UI in place of the list of operations.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  dom_id: "#reference",
  url: "/openapi.json",
  deepLinking: true,
  // Hundreds of schemas: each is shown where an operation has it.
  defaultModelsExpandDepth: -1,
  presets: [SwaggerUIBundle.presets.apis],
});
