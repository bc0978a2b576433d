// Shares links, copies texts, and shows the board of the options that are chosen. Fills in what the browser knows: the time zone, unless one is chosen already or the list does not have it, and a value of this player for the
// seed of the match, drawn when the form is sent.

/** @type {HTMLSelectElement | null} */
const select = document.querySelector("select[name=time_zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (select && !select.value && [...select.options].some((option) => option.value === zone)) {
  select.value = zone;
}
addEventListener("submit", (event) => {
  /** @type {HTMLInputElement | null} */
  const field = /** @type {HTMLElement} */ (event.target).querySelector("[name=seed_value]");
  if (field) field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
});

/** Shows the buttons that share links or copy a text. @param {ParentNode} part */
export function offerLinks(part) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (part.querySelectorAll("[data-share][hidden], [data-copy][hidden]"))) {
    button.hidden = false;
    if (!navigator.share && "share" in button.dataset) button.textContent = "Copy link";
  }
}
offerLinks(document);
addEventListener("click", async ({ target }) => {
  const button = /** @type {HTMLElement} */ (target).closest?.("[data-share], [data-copy]");
  if (!(button instanceof HTMLElement)) return;
  const text = document.getElementById(button.dataset["copy"] ?? "")?.textContent;
  const url = new URL(button.dataset["share"] ?? "", location.href).href;
  if (!text && navigator.share) return navigator.share({ url }).catch(() => {});
  await navigator.clipboard.writeText(text ?? url);
  button.textContent = "Copied";
});

const board = /** @type {HTMLImageElement | null} */ (document.querySelector("[data-start]"));
const options = board?.closest("form");
options?.addEventListener("change", () => {
  const chosen = [...new FormData(options)].flatMap(([name, value]) => (/^(seats$|options)/.test(name) && typeof value === "string" && value.length < 50 ? [[name, value]] : []));
  if (board) board.src = `${board.dataset["start"]}?${new URLSearchParams(chosen)}`;
});
