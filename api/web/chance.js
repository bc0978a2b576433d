// Draws the value of this player for the seed of the match, so that the server alone does not choose it.

addEventListener("submit", ({ target }) => {
  const form = /** @type {HTMLFormElement} */ (target);
  /** @type {HTMLInputElement | null} */
  const field = form.querySelector("input[name=seed_value]");
  if (field) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
});
