// A page whose part `#live` stays up to date: my matches, and a match that waits for players.

import { listen, load, retry } from "./server.js";

const shown = /** @type {HTMLElement} */ (document.getElementById("live"));
const { path = "/", feed = "", since = "" } = shown.dataset;

/** True while a page is on its way, and if an event came meanwhile. */
let [waits, again] = [false, false];

/** Shows on the icon of an installed app how many matches wait. */
const badge = (/** @type {HTMLElement} */ { dataset: { waiting } }) => waiting && navigator.setAppBadge?.(+waiting).catch(() => {});
badge(shown);

/** @returns {Promise<boolean>} false if the server could not give the page */
async function renew() {
  again = waits;
  if (waits) return true;
  waits = true;
  const loaded = await load(path).catch(() => undefined);
  waits = false;
  if (again) return renew();
  if (!loaded || loaded.answer.status >= 500) return false;
  if (!loaded.answer.ok) return true;
  const fresh = loaded.page.getElementById("live");
  // The match has started: its page is another one.
  if (!fresh) {
    location.assign(path);
    return true;
  }
  // A part that is the same stays, so that a tap on it is not lost.
  if (shown.innerHTML !== fresh.innerHTML) {
    const link = document.activeElement?.getAttribute("href");
    shown.replaceChildren(...fresh.childNodes);
    if (link) /** @type {HTMLElement | null} */ (shown.querySelector(`[href="${CSS.escape(link)}"]`))?.focus();
  }
  badge(fresh);
  const [old, count] = [document, loaded.page].map((page) => page.getElementById("waiting"));
  if (old && count) old.replaceWith(count);
  document.title = loaded.page.title;
  return true;
}

listen([feed, since], () => retry(renew), () => {
  const line = document.getElementById("feed");
  if (line) line.textContent = "You are signed out. Reload the page to sign in.";
});
