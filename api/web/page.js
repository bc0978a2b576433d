// Our own pages as documents: scripts put parts of them in place.

/** Only this turns text into markup, and only pages of this server are given to it. @type {any} */
const types = window;
const policy = types.trustedTypes?.createPolicy("turnpost", { createHTML: (/** @type {string} */ text) => text });

/**
 * Fetches a page. A page that comes back from the history would get the stored one.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<{answer: Response, page: Document}>}
 */
export async function load(path, init) {
  const answer = await fetch(path, { cache: "no-cache", ...init, headers: { accept: "text/html" } });
  const text = await answer.text();
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
