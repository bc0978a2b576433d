// Notifications on this device (Web Push): a button enables and disables them, each visit renews them.

import { register } from "./server.js";

const box = /** @type {HTMLElement} */ (document.querySelector("[data-push]"));
const { push: applicationServerKey, me = "" } = box.dataset;
const { serviceWorker } = navigator;
/** The subscription at the server, while it is on. */
let id = "";

/** @param {string} method @param {string} path @param {BodyInit | null} body */
const send = async (method, path, body) => {
  const answer = await fetch("/v1/me/pushes" + path, { method, body, headers: { "content-type": "application/json" } });
  if (!answer.ok) throw answer;
  return answer;
};

async function renew() {
  const { pushManager } = await serviceWorker.ready;
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  // One with an old key of the server is of no use.
  const found = await subscribe().catch(async () => (await pushManager.getSubscription())?.unsubscribe().then(subscribe));
  id = (await (await send("POST", "", JSON.stringify(found) ?? null)).json()).id;
  localStorage["push"] = me;
}

async function turn() {
  if (id) {
    await send("DELETE", "/" + id, null);
    localStorage["push"] = id = "";
  } else if ((await Notification.requestPermission()) === "granted") {
    await register();
    await renew();
  }
}

/** @param {string} state */
const show = (state) => box.querySelectorAll("p").forEach((part) => part.hidden = part.className !== state);

/** @param {() => Promise<void>} act */
const run = (act) => act().then(() => show(id ? "on" : Notification.permission === "denied" ? "blocked" : "off"), () => show("failed"));

if ("PushManager" in window) {
  box.addEventListener("click", (event) => event.target instanceof HTMLButtonElement && run(turn));
  run(async () => {
    if (Notification.permission === "granted" && localStorage["push"] === me) await renew();
  });
} else show("none");
