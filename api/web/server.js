// What comes from the server: our own pages as documents, and news of matches.

/** Only this turns text into markup, and only pages of this server are given to it. @type {any} */
const types = window;
const policy = types.trustedTypes?.createPolicy("turnpost", { createHTML: (/** @type {string} */ text) => text, createScriptURL: () => "/sw.js" });

/** Registers the worker that shows notifications, and pages without a connection. */
export const register = () => navigator.serviceWorker.register(policy?.createScriptURL("") ?? "/sw.js");

if (document.body.dataset["me"] && "serviceWorker" in navigator) register().catch(() => {});

/**
 * Fetches a page. A page that comes back from the history would get the stored one.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<{answer: Response, page: Document}>}
 */
export async function load(path, init) {
  const answer = await fetch(path, { cache: "no-cache", ...init, headers: { accept: "text/html" } });
  const text = await answer.text();
  document.getElementById("offline")?.remove();
  return { answer, page: new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html") };
}

/** What a page that is not the expected one says: its heading and the first paragraph. @param {Document} page */
export function sentence(page) {
  return [...page.querySelectorAll("h1, main p")].slice(0, 2).map((line) => line.textContent).join(": ");
}

/**
 * Tries again for a minute what the server could not do: nothing else tells a page that it is behind.
 * @param {() => Promise<boolean>} work false if it failed
 */
export async function retry(work) {
  for (let pause = 2000; !(await work()) && pause < 60_000; pause *= 2) await new Promise((done) => setTimeout(done, pause));
}

/**
 * An event of `GET /v1/me/events`.
 * @typedef {{kind: string, match_id?: string, turn?: number, phase?: string, awaited?: boolean}} News
 * @typedef {{news?: News, state?: string}} Message
 */

// News of matches for every open page of this browser. One page holds the stream, and a lock decides which; the others hear from it,
// because a browser opens only six connections to a server over HTTP/1.1.

/** The kinds of events, each with its name in the stream. */
const KINDS = ["match", "match-started", "match-over", "note", "invitation", "resync"];

/** The time between two looks where a page cannot have the stream, in milliseconds. */
const POLL = 60_000;

/**
 * Calls back for every event, and with `undefined` when events may have been missed.
 * @param {[string, string]} feed its path, and the time of the page
 * @param {(news: News | undefined) => void} hear
 * @param {() => void} end when the reader is signed out
 */
export function listen([path, since], hear, end) {
  const channel = new BroadcastChannel(`turnpost:${path}`);
  /** @param {Message} message */
  const take = (message) => {
    if (message.state === "signed-out") end();
    else hear(message.news?.kind === "resync" ? undefined : message.news);
  };
  channel.addEventListener("message", (event) => take(event.data));
  /** @param {Message} message */
  const tell = (message) => {
    take(message);
    channel.postMessage(message);
  };
  const from = `${path}?after=${since}`;
  // What came before this script began.
  const missed = () => fetch(from, { headers: { accept: "application/json" } })
    .then((answer) => answer.json()).then(({ events }) => { if (events?.length) hear(undefined); }).catch(() => {});
  // A page that comes back from the history, or from long in the background, may have missed events.
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (entry?.type === "back_forward") hear(undefined);
  addEventListener("pageshow", (event) => { if (event.persisted) hear(undefined); });
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > POLL) hear(undefined);
  });
  if (!("locks" in navigator)) {
    missed();
    setInterval(() => hear(undefined), POLL);
    return;
  }
  /**
   * Holds the stream. The browser connects again by itself, with the id of the last event, but not after a refusal.
   * @param {() => void} done called when the reader is signed out, so that another page can hold the stream after signing in
   */
  const follow = (done) => {
    const stream = new EventSource(from);
    for (const kind of KINDS) stream.addEventListener(kind, (event) => tell({ news: JSON.parse(event.data) }));
    stream.addEventListener("error", async () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      const answer = await fetch(path, { headers: { accept: "application/json" } }).catch(() => undefined);
      if (answer?.status === 401) {
        tell({ state: "signed-out" });
        return done();
      }
      setTimeout(() => {
        follow(done);
        tell({ news: { kind: "resync" } });
      }, POLL / 4);
    });
  };
  // The lock is held as long as the page is open; then it goes to the next page. The stream itself tells its page what came before.
  const [name, hold] = [`turnpost:${path}`, () => new Promise((done) => follow(() => done(undefined)))];
  navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return hold();
    missed();
    navigator.locks.request(name, hold);
  });
}
