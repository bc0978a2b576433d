// Draws the value of this player for the seed of the match.

addEventListener("submit", (event) => {
  /** @type {HTMLInputElement | null} */
  const field = /** @type {HTMLElement} */ (event.target).querySelector("input[name=seed_value]");
  if (field) field.value = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
});
