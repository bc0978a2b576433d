// The page of a match: a move is chosen on the board, looked at, and sent. All parts of the page come from the server; this replaces them
// by those of a newer page, so the rules and the painter are there alone.

import { Board } from "./board.js";
import { listen } from "./feed.js";
import { load as open } from "./page.js";
/** @typedef {import("./board.js").Choice} Choice */

const article = /** @type {HTMLElement} */ (document.querySelector("article.match"));
const base = article.dataset["base"] ?? "";
const parts = ["head", "status", "headline", "caption", "hand", "bar", "more", "side"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const box = /** @type {HTMLElement} */ (document.getElementById("board"));

/** What is chosen, the latest last. @type {Choice[]} */
let steps = [];
/** The ways to go on. @type {Choice[]} */
let choices = [];
/** Ends when the answer to the last form is here. @type {Promise<void>} */
let sent = Promise.resolve();
/** The number of requests so far: the answer to an older one is dropped. */
let asked = 0;

const board = box ? new Board(box, pick) : undefined;

/** The cards that the page shows, as places of choices. */
const cards = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#hand [data-item]")]);

/** The place of a choice on a card is the name of the card, if the page shows it. @param {Choice} choice @returns {Choice} */
function placed(choice) {
  const item = choice.on?.kind === "item" && cards().some((card) => card.dataset["item"] === choice.on?.name);
  return item ? { ...choice, cell: `card ${choice.on?.name}` } : choice;
}

/** A tap on a cell or a card. @param {string} cell */
async function pick(cell) {
  const here = choices.filter((choice) => choice.cell === cell);
  if (here.length === 1 && here[0]) return step(here[0]);
  if (here.length > 1) return ask(here);
  if (steps.at(-1)?.cell === cell) return back();
  // A card may be one step further: after the word that says what is done with it.
  const words = cell.startsWith("card ") ? choices.filter((one) => !one.cell && !one.complete).slice(0, 4) : [];
  for (const word of words) {
    const next = (await load(word.text)).filter((choice) => choice.cell === cell);
    if (next.length === 0) continue;
    steps.push(word);
    return next.length === 1 && next[0] ? step(next[0]) : ask(next);
  }
  // Elsewhere: a new move begins there, if one can.
  const first = steps.length ? (await load("")).filter((choice) => choice.cell === cell) : [];
  if (first.length === 0) return say(`Nothing can be done on ${cell} now.`);
  steps = [];
  return first.length === 1 && first[0] ? step(first[0]) : ask(first);
}

/** Asks which of several ways on one cell is meant. @param {Choice[]} ways */
function ask(ways) {
  offer(ways);
  say(`What shall be done on ${ways[0]?.cell}?`);
}

/** Goes one choice on: a whole move is shown as the server sees it, the beginning of one gets its next choices. @param {Choice} choice */
async function step(choice) {
  steps.push(choice);
  await refresh();
}

/** Goes one choice back. */
async function back() {
  steps.pop();
  await refresh();
}

async function refresh() {
  const last = steps.at(-1);
  if (!last || last.complete) {
    await renew(last ? `${base}?move=${encodeURIComponent(last.text)}` : base);
    return;
  }
  const mine = ++asked;
  const next = await load(last.text).catch((why) => say(`${why.message} Try again.`));
  if (mine !== asked || !next) return;
  choices = next;
  offer(choices.filter((way) => !way.cell || choices.every((one) => one.cell === way.cell)));
}

/** @param {string} text @returns {Promise<Choice[]>} */
async function load(text) {
  const from = article.dataset["match"] ? `/v1/matches/${article.dataset["match"]}` : base;
  const answer = await fetch(`${from}/choices?so_far=${encodeURIComponent(text)}`);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? body.title);
  return body.choices.map(placed);
}

/** Shows the beginning of a move, with buttons for these ways. @param {Choice[]} ways */
function offer(ways) {
  mark();
  const last = steps.at(-1);
  if (last) {
    const code = document.createElement("code");
    code.textContent = last.text.trim();
    document.getElementById("say")?.replaceChildren(code, ` ${last.words}`);
  }
  const send = document.querySelector(".send");
  send?.querySelector("button:not([name])")?.setAttribute("disabled", "");
  send?.querySelector("input[name=move]")?.remove();
  if (last && !document.getElementById("back")) {
    const link = document.createElement("a");
    link.className = "button quiet";
    link.id = "back";
    link.href = base;
    link.textContent = "Back";
    document.getElementById("say")?.after(link);
  }
  document.querySelector("#bar .ways")?.replaceChildren(...ways.slice(0, 40).map((way) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = way.short || way.words || way.text;
    button.addEventListener("click", () => step(way));
    item.append(button);
    return item;
  }));
}

function mark() {
  const chosen = steps.flatMap((one) => (one.cell ? [one.cell] : []));
  board?.show(choices, chosen);
  for (const card of cards()) {
    const place = `card ${card.dataset["item"]}`;
    const can = choices.some((choice) => choice.cell === place);
    card.tabIndex = 0;
    card.setAttribute("role", "button");
    card.setAttribute("aria-disabled", String(!can && !card.classList.contains("ready")));
    card.setAttribute("aria-pressed", String(chosen.includes(place)));
    card.classList.toggle("can", can);
    card.classList.toggle("chosen", chosen.includes(place));
  }
}

/** @param {string} words */
function say(words) {
  const line = document.getElementById("say") ?? document.getElementById("status");
  if (line) line.textContent = words;
}

/**
 * Fetches a page of this match and puts its parts in place. The focus stays on the board, or on the part in which it was.
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function renew(path, init) {
  const mine = ++asked;
  article.setAttribute("aria-busy", "true");
  try {
    const { answer, page: fresh } = await open(path, init);
    if (mine !== asked) return;
    const from = fresh.querySelector("article.match");
    if (!from || answer.redirected) return location.assign(answer.redirected ? answer.url : base);
    place(fresh, /** @type {HTMLElement} */ (from), init ? [] : typed());
  } catch {
    say("The server cannot be reached. Nothing is lost: try again.");
  } finally {
    article.removeAttribute("aria-busy");
  }
}

/** The fields that the reader has changed: a newer page must not take what is typed. @returns {HTMLTextAreaElement[]} */
function typed() {
  const fields = /** @type {HTMLTextAreaElement[]} */ ([...article.querySelectorAll("textarea, input[type=number], #move")]);
  return fields.filter((field) => field.value !== field.defaultValue && (field.id !== "move" || !steps.length));
}

/**
 * @param {Document} fresh @param {HTMLElement} from
 * @param {HTMLTextAreaElement[]} kept fields whose texts stay
 */
function place(fresh, from, kept) {
  const active = document.activeElement;
  const onBoard = box.contains(document.activeElement);
  const inBar = document.getElementById("bar")?.contains(document.activeElement);
  const onCard = active?.closest("#hand [data-item]")?.getAttribute("data-item");
  const svg = /** @type {SVGSVGElement | null} */ (fresh.querySelector("#board svg"));
  if (svg) board?.replace(document.importNode(svg, true));
  for (const part of parts) part?.replaceChildren(...(fresh.getElementById(part.id)?.childNodes ?? []));
  for (const field of kept) {
    const now = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(field.id));
    if (!now) continue;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    now.value = field.value;
    now.closest("details")?.setAttribute("open", "");
    if (active !== field) continue;
    now.focus();
    if (now.type !== "number") now.setSelectionRange(from, to);
  }
  document.title = fresh.title;
  for (const name of ["turn", "mine"]) {
    const value = from.dataset[name];
    if (value === undefined) delete article.dataset[name]; else article.dataset[name] = value;
  }
  const sendable = document.querySelector("#bar .send input[name=move]");
  if (!sendable && steps.at(-1)?.complete) steps = [];
  begin();
  if (onBoard) board?.focus();
  else if (onCard) cards().find((card) => card.dataset["item"] === onCard)?.focus();
  else if (inBar) /** @type {HTMLElement | null} */ (document.querySelector("#next, #bar .send button:not([disabled]), #back"))?.focus();
}

/** Reads the ways to go on from the page, and puts the board in the place of their list. */
function begin() {
  /** @param {HTMLOptionElement | HTMLButtonElement} one @param {"cell" | "item"} kind @returns {Choice} */
  const choice = (one, kind) => placed({
    text: one.value, cell: kind === "cell" ? one.dataset["on"] ?? null : null, complete: "complete" in one.dataset,
    on: one.dataset["on"] ? { kind, name: one.dataset["on"] } : null,
    short: one.textContent ?? "", words: one.dataset["words"] ?? (one.textContent ?? "").replace(/^[^:]*: /, ""),
  });
  const cells = /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll("#cell option"));
  const words = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#bar .ways button[name=move], #more .ways button[name=move]"));
  choices = [...[...cells].map((one) => choice(one, "cell")), ...[...words].map((one) => choice(one, "item"))];
  // With script, what a card can do is chosen on the card.
  for (const button of words) button.parentElement?.toggleAttribute("hidden", !!choices.find((one) => one.text === button.value)?.cell);
  document.getElementById("cells")?.toggleAttribute("hidden", cells.length > 0 && !!board);
  const last = steps.at(-1);
  if (last?.complete) document.getElementById("say")?.append(` ${last.words}`);
  mark();
}

// Forms and links of the bar answer with this page, so its parts are replaced and the place on the page stays.
article.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const card = /** @type {HTMLElement | null} */ (target.closest("#hand [data-item]"));
  if (card) pick(`card ${card.dataset["item"]}`);
  if (target.closest("#back")) {
    event.preventDefault();
    back();
    return;
  }
  const way = /** @type {HTMLButtonElement | null} */ (target.closest(".ways button[name=move]"));
  const chosen = way && choices.find((choice) => choice.text === way.value && !choice.cell);
  if (chosen) {
    event.preventDefault();
    step(chosen);
  }
});
article.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.closest("#bar, #more") || form.method !== "post") return;
  event.preventDefault();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) fields.append(name, String(value));
  if (!fields.has("preview")) steps = [];
  sent = renew(base, { method: "POST", body: fields });
});
addEventListener("keydown", (event) => {
  const card = /** @type {HTMLElement} */ (event.target);
  if ((event.key === "Enter" || event.key === " ") && card.matches?.("#hand [data-item]")) {
    event.preventDefault();
    pick(`card ${card.dataset["item"]}`);
  }
  if (event.key === "Escape" && steps.length) back();
});
begin();

const { feed, match } = article.dataset;

/** Tells the server that its reader sees this turn, so that the letter about it can wait. */
function see() {
  if (!match || !("mine" in article.dataset) || document.visibilityState !== "visible") return;
  const body = JSON.stringify({ match, turn: Number(article.dataset["turn"]) });
  fetch("/v1/me/seen", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => {});
}

if (feed) {
  listen(feed, async (news) => {
    if (news?.match && news.match !== match) return;
    // The answer to a move that was just sent shows more than the news of it.
    await sent;
    const isKnown = news?.turn !== undefined && String(news.turn) === article.dataset["turn"]
      && (news.awaited === undefined || news.awaited === "mine" in article.dataset);
    if (isKnown && (news.kind === "match" || news.kind === "match-started")) return;
    const last = steps.at(-1);
    if (last && !last.complete) say("Meanwhile the match has gone on. Your move is not sent.");
    else await renew(last ? `${base}?move=${encodeURIComponent(last.text)}` : base);
    see();
  }, () => say("You are signed out. Reload the page to sign in."));
}
