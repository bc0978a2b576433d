// My matches: the lists stay up to date.

import { listen } from "./feed.js";

/** @type {any} */
const types = window;
const policy = types.trustedTypes?.createPolicy("turnpost", { createHTML: (/** @type {string} */ text) => text });
let waits = false;

async function renew() {
  if (waits) return;
  waits = true;
  const answer = await fetch("/", { headers: { accept: "text/html" } }).catch(() => undefined);
  waits = false;
  if (!answer?.ok) return;
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
  const [shown, lists] = [document.getElementById("matches"), fresh.getElementById("matches")];
  // A list that is the same stays, so that a tap on it is not lost.
  if (shown && lists && shown.innerHTML !== lists.innerHTML) shown.replaceChildren(...lists.childNodes);
  document.title = fresh.title;
}

listen("/v1/me/events", renew, () => {
  const line = document.getElementById("feed");
  if (line) line.textContent = "You are signed out. Reload the page to sign in.";
});
