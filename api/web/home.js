// My matches: the lists stay up to date.

import { listen } from "./feed.js";
import { load } from "./page.js";

let waits = false;

async function renew() {
  if (waits) return;
  waits = true;
  const loaded = await load("/").catch(() => undefined);
  waits = false;
  if (!loaded?.answer.ok) return;
  const fresh = loaded.page;
  const [shown, lists] = [document.getElementById("matches"), fresh.getElementById("matches")];
  // A list that is the same stays, so that a tap on it is not lost.
  if (shown && lists && shown.innerHTML !== lists.innerHTML) shown.replaceChildren(...lists.childNodes);
  document.title = fresh.title;
}

listen("/v1/me/events", renew, () => {
  const line = document.getElementById("feed");
  if (line) line.textContent = "You are signed out. Reload the page to sign in.";
});
