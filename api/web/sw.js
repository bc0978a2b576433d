// Shows the pages of the reader's matches as they were last seen while there is no connection. Shows a notification for each message
// (Web Push); a click opens its match.

/** @type {any} */
const worker = self;

/** The maximum number of pages that are kept. */
const MAX = 30;

/** The address of a page that is kept: the first page and those of matches, no page with a key in its address. */
const KEPT = /^\/(matches\/[^/]+)?$/;

/**
 * Keeps a page of the reader and the files that it needs. The name of the cache is that of the reader and of the version of the files: all
 * others are removed, so no page is shown to another account.
 * @param {string} path @param {Response} answer
 */
async function keep(path, answer) {
  const text = await answer.clone().text();
  const me = /<body data-me="([^"]+)/.exec(text)?.[1];
  // The page of a match may lack the reader's name although somebody is signed in. The first page lacks it only when nobody is.
  if (!me && path !== "/") return;
  const files = text.match(/\/assets\/[^"]+/g) ?? [];
  const name = `${me} ${files[0]?.split("/")[2]}`;
  await forget(me && name);
  if (!me) return;
  const cache = await caches.open(name);
  // The page comes last in the order of the cache.
  await cache.put(path, answer);
  for (const file of files) if (!(await cache.match(file))) await cache.add(file);
  const pages = (await cache.keys()).filter(({ url }) => !url.includes("/assets/"));
  for (const page of pages.slice(0, -MAX)) await cache.delete(page);
}

/** Removes all that is kept. @param {string} [but] the name of a cache that stays */
async function forget(but) {
  for (const name of await caches.keys()) if (name !== but) await caches.delete(name);
}

/** A page with the notice that it is an old one. @param {Response} kept */
async function old(kept) {
  const seen = new Date(kept.headers.get("date") ?? 0).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const notice = `<p class="wrong" id="offline" role="status">Offline: as last seen on ${seen}. Moves and forms need a connection.</p>`;
  return new Response((await kept.text()).replace(/<main[^>]*>/, `$&${notice}`), kept);
}

worker.oninstall = () => worker.skipWaiting();

worker.onactivate = (/** @type {any} */ event) => event.waitUntil((async () => {
  // Pages do not wait until the worker has started.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  for (const { url } of await worker.clients.matchAll()) {
    const { pathname, search } = new URL(url);
    if (KEPT.test(pathname + search)) await keep(pathname, await fetch(url));
  }
})());

worker.onfetch = (/** @type {any} */ event) => {
  const { method, url, destination, headers } = event.request;
  const { pathname, search } = new URL(url);
  if (method !== "GET") {
    if (/\/sign-|^\/account/.test(pathname)) event.waitUntil(forget());
  } else if (destination || headers.get("accept") === "text/html") event.respondWith(respond(event, pathname, search));
};

/**
 * The response of the server, or what is kept; for a script there is no old page.
 * @param {any} event @param {string} path @param {string} search
 */
async function respond(event, path, search) {
  const { request: { destination } } = event;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.ok && KEPT.test(path + search)) event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch (why) {
    // A move that is being chosen may be in the address.
    const kept = destination && !search.includes("line=") && await caches.match(path);
    if (!kept) throw why;
    return destination === "document" ? old(kept) : kept;
  }
}

worker.onpush = (/** @type {any} */ event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag, renotify: true, icon: "/icon.png", data: url }));
};

worker.onnotificationclick = (/** @type {any} */ event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((/** @type {any[]} */ pages) => {
    const page = pages.find((one) => one.url.startsWith(notification.data));
    return page ? page.focus() : worker.clients.openWindow(notification.data);
  }));
};
