// Shows a notification for each message (Web Push); a click opens its match.

/** @type {any} */
const worker = self;

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
