// The page of a match: a move is chosen on the board, looked at, and sent. All parts of the page come from the server; this replaces them
// by those of a newer page, so the rules and the renderer are there alone.

import { Board, still } from "./board.js";
import { offerLinks } from "./form.js";
import { Lines } from "./history.js";
import { listen, load as open, retry, sentence } from "./server.js";
/** @typedef {import("./board.js").Choice} Choice */

const article = /** @type {HTMLElement} */ (document.querySelector("article.match"));
let base = article.dataset["base"] || location.pathname;
/** True on the page on which moves are tried: its address grows with each move. */
const isTrial = "tries" in article.dataset;
/** True where the server lists the choices after any text. */
const isListed = article.dataset["tries"] !== "1";
const parts = ["waiting", "head", "over", "phases", "under", "hand", "bar", "caption", "status", "more", "side", "history"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
const box = /** @type {HTMLElement} */ (document.getElementById("board"));
const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));

/** The parts and the picture as the server sent them: one that comes again as it was stays, with its focus. @type {Map<string, string>} */
const shown = new Map([...parts, box].map((part) => [part.id, part.innerHTML]));

/** The time for which one's own move is shown before the answer to it, in milliseconds. */
const OWN = 300;

/** The time in which a score counts, in milliseconds. */
const COUNT = 300;

/** The tone of a piece that is laid, and those of one's turn, in hertz; and the time between two, in seconds. */
const [KNOCK, TURN, TONE] = [170, [660, 880], 0.15];

const SIGNED_OUT = "You are signed out. Sign in on another page, then try again. Nothing on this page is lost.";

/** What is chosen, the latest last. @type {Choice[]} */
let steps = [];
/** The next choices. @type {Choice[]} */
let choices = [];
/** Ends when the answer to the last form is here; until then nothing else is done. @type {Promise<unknown> | undefined} */
let sending;
/** True if the bar shows the beginning of a move, which the server did not send. */
let isBegun = false;
/** The beginning of a move whose ways the bar showed last. */
let offered = "";
/** What to do next after the choices so far. */
let prompt = "";
/** The time at which the answer to the last form was shown. */
let shownAt = 0;
/** The number of requests so far: the answer to an older one is dropped. */
let asked = 0;
let running = 0;
/** Ends with a tap: a button that is replaced meanwhile loses it. @type {Promise<void> | undefined} */
let press;
/** True while the page has the present parts; an earlier position has its own. */
let isPresent = !("line" in article.dataset);
/** True if the present parts may be behind. */
let isBehind = false;
/** The present parts, with what is chosen, while an earlier position is shown. @type {(() => void) | undefined} */
let putBack;
/** @type {AudioContext | undefined} */
let audio;

const lines = new Lines(article, base, look, unreachable);
const board = new Board(box, (cell) => pick(cell).catch(unreachable), (cell) => say(`${told(cell)}.`));

/** The cards that the page shows, as places of choices. */
const cards = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#hand [data-item]")]);

/** The place of a choice on a card is the name of the card, if the page shows it. @param {Choice} choice @returns {Choice} */
function placed(choice) {
  const item = choice.on?.kind === "item" && cards().some((card) => card.dataset["item"] === choice.on?.name);
  return item ? { ...choice, cell: `card ${choice.on?.name}` } : choice;
}

/** A tap on a cell. @param {string} cell */
async function pick(cell) {
  if (sending) return;
  const here = choices.filter((choice) => choice.cell === cell);
  if (here.length === 1 && here[0]) return step(here[0]);
  if (here.length > 1) return ask(here);
  if (steps.at(-1)?.cell === cell) return back();
  if (!isListed && steps.length) {
    await drop();
    if (choices.some((choice) => choice.cell === cell)) return pick(cell);
  }
  // Elsewhere: a new move begins there, if one can.
  const first = steps.length ? (await load("")).choices.filter((choice) => choice.cell === cell) : [];
  if (sending) return;
  if (first.length === 0 && isListed) {
    // What the buttons begin may go on here.
    const begun = await Promise.all(choices.filter((choice) => !choice.cell && !choice.complete).map((way) => load(way.text)));
    const found = begun.flatMap((next) => next.choices.filter((choice) => choice.cell === cell));
    if (sending) return;
    if (found.length > 1) return ask(found);
    if (found[0]) return step(found[0]);
  }
  if (first.length === 0) return say(choices.length ? `${told(cell)}. You cannot go on there: tap what is marked.` : `${told(cell)}.`);
  await drop();
  return first.length === 1 && first[0] ? step(first[0]) : ask(first);
}

/** The name of a cell with what is there. @param {string} cell */
const told = (cell) => `${cell}: ${board.contents(cell)}`;

/** Asks which of several ways on one cell is meant. @param {Choice[]} ways */
function ask(ways) {
  prompt = "Choose what to do there.";
  offer(ways);
  say(`${told(ways[0]?.cell ?? "")}. ${prompt}`);
}

/** Adds a choice: a whole move is shown as the server sees it, the beginning of one gets its next choices. @param {Choice} choice */
async function step(choice) {
  // The second tap of two quick ones.
  if (sending || steps.at(-1)?.text === choice.text) return;
  steps.push(choice);
  await refresh();
}

/** Drops the choices, so that another move can begin: the board shows the position after them. */
function drop() {
  steps = [];
  return renew(base);
}

/** Goes one choice back. */
async function back() {
  if (sending) return;
  steps.pop();
  await refresh();
}

/** The path of the page with a move so far. @param {Choice} [last] its last choice */
const path = (last) => (last ? `${base}${isTrial ? "&" : "?"}move=${encodeURIComponent(last.text)}` : base);

async function refresh() {
  say("");
  const last = steps.at(-1);
  if (!last || last.complete || isTrial) {
    await renew(path(last));
    return;
  }
  const mine = ++asked;
  const next = await load(last.text);
  if (mine !== asked) return;
  ({ choices, prompt } = next);
  offer(choices.filter((way) => !way.cell || choices.every((one) => one.cell === way.cell)));
  say(`${last.words} ${prompt}`, true);
}

/** The choices after a text, and what to do with them. @param {string} text @returns {Promise<{choices: Choice[], prompt: string}>} */
async function load(text) {
  const [path, query] = base.split("?");
  const from = article.dataset["match"] ? `/v1/matches/${article.dataset["match"]}` : path;
  busy(1);
  try {
    const answer = await fetch(`${from}/choices?${query ? `${query}&` : ""}so_far=${encodeURIComponent(text)}`);
    const body = await answer.json();
    await press;
    if (!answer.ok) throw new Error(body.detail ?? body.title);
    return { choices: body.choices.map(placed), prompt: body.prompt };
  } finally {
    busy(-1);
  }
}

/** @param {1 | -1} by */
function busy(by) {
  running += by;
  article.setAttribute("aria-busy", String(running > 0));
}

/** Shows the beginning of a move, with buttons for these ways. @param {Choice[]} ways */
function offer(ways) {
  isBegun = true;
  mark();
  const last = steps.at(-1);
  offered = last?.text ?? "";
  if (last) {
    const code = document.createElement("code");
    code.textContent = last.text.trim();
    document.getElementById("say")?.replaceChildren(code);
  }
  document.getElementById("lead")?.replaceChildren(prompt);
  const send = document.querySelector(".send");
  send?.querySelector("button:not([name])")?.setAttribute("disabled", "");
  send?.querySelector("input[name=move]")?.remove();
  if (last && !document.getElementById("back")) {
    const link = document.createElement("a");
    link.className = "button quiet";
    link.id = "back";
    link.href = base;
    link.textContent = "Back";
    send?.prepend(link);
  }
  const list = document.querySelector("#bar .ways");
  const inList = list?.contains(document.activeElement);
  // On a phone the row is longer than the screen: what can be sent at once comes first.
  list?.replaceChildren(...ways.sort((one, other) => +other.complete - +one.complete).slice(0, 40).map((way) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = way.short || way.words || way.text;
    button.addEventListener("click", () => step(way).catch(unreachable));
    item.append(button);
    return item;
  }));
  if (inList) (list?.querySelector("button") ?? board).focus();
}

function mark() {
  lines.mark();
  offerLinks(article);
  showSwitch();
  // What is chosen survives a reload.
  const at = lines.path ?? path(steps.at(-1));
  if (at !== location.pathname + location.search) history.replaceState(null, "", at);
  const chosen = steps.flatMap((one) => (one.cell ? [one.cell] : []));
  board.show(choices, chosen);
  for (const card of cards()) {
    const place = `card ${card.dataset["item"]}`;
    card.classList.toggle("can", choices.some((choice) => choice.cell === place));
    card.classList.toggle("chosen", chosen.includes(place));
    card.setAttribute("aria-current", String(chosen.includes(place)));
  }
}

/**
 * Says a sentence beside the bar. Screen readers read it out.
 * @param {string} words @param {boolean} [unseen] true where the page shows the same
 */
function say(words, unseen = false) {
  const line = /** @type {HTMLElement} */ (document.getElementById("news"));
  line.textContent = words;
  line.classList.toggle("hide", unseen);
  for (const end of line.getAnimations()) end.cancel();
  // It would cover the board.
  if (words.startsWith("Sent")) line.animate({ visibility: ["visible", "hidden"] }, { duration: 5000, fill: "forwards" });
}

/** Says why something could not be done. @param {unknown} why */
function unreachable(why) {
  const isRefusal = why instanceof Error && !(why instanceof TypeError);
  say(isRefusal ? why.message : "The server cannot be reached. Nothing is lost. Try again.");
}

/**
 * What a newer page is fetched for.
 * @typedef {{form?: HTMLFormElement, half?: Choice}} Cause the form that is sent; the beginning of a move, which stays if it still can
 */

/**
 * Fetches a page of this match and puts its parts in place. Returns false if the server could not give it.
 * @param {string} path
 * @param {RequestInit} [init]
 * @param {Cause} [cause]
 * @returns {Promise<boolean>}
 */
async function renew(path, init, cause = {}) {
  const mine = ++asked;
  busy(1);
  try {
    const { answer, page: fresh } = await open(path, init);
    await press;
    if (mine !== asked) return true;
    const from = /** @type {HTMLElement | null} */ (fresh.querySelector("article.match"));
    const at = new URL(answer.url, location.href).pathname;
    if (answer.redirected && at.startsWith("/sign-in")) say(SIGNED_OUT);
    else if (answer.redirected && at !== base) location.assign(answer.url);
    else if (answer.redirected) await update(cause.form);
    else if (from) place(fresh, from, cause);
    else say(sentence(fresh));
    return answer.status < 500;
  } catch (why) {
    unreachable(why);
    return false;
  } finally {
    busy(-1);
  }
}

/** Shows the match as it is now, with the move that is being chosen. @param {HTMLFormElement} [form] whose texts are not kept */
async function update(form) {
  const last = steps.at(-1);
  if (last?.complete) return renew(path(last), undefined, { form });
  return renew(base, undefined, { form, half: last });
}

/** @typedef {HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement} Field */

/** The fields that the reader has changed, without those of a form that was sent. @param {HTMLFormElement} [form] @returns {Field[]} */
function typed(form) {
  const fields = /** @type {Field[]} */ ([...article.querySelectorAll("textarea, select, input[type=number], #address, #move")]);
  return fields.filter((field) => (!form || field.form !== form) && (field instanceof HTMLSelectElement
    ? field.id !== "cell" && field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected))
    : field.value !== field.defaultValue && (field.id !== "move" || !steps.length)));
}

/** What has the focus, as it can be found in a newer page. @returns {string} */
function focused() {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!active || !article.contains(active)) return "";
  if (active.closest(".grid")) return ".grid [tabindex='0']";
  if (active.id) return `#${active.id}`;
  const part = active.closest("[id]")?.id ?? "";
  for (const name of ["data-item", "href", "value"]) {
    const value = active.getAttribute(name);
    if (value) return `#${part} [${name}="${CSS.escape(value)}"]`;
  }
  return active.matches("summary") ? `#${part} summary` : `#${part} button:not([disabled])`;
}

/** The lines of which screen readers read out those that are new. @returns {string[]} */
function spoken() {
  const places = ["#bar :is(.alert, .end, #lead)", "#caption", "#status"];
  return places.flatMap((place) => [...article.querySelectorAll(place)]).map((line) => line.textContent?.trim() ?? "");
}

/**
 * Puts the parts of a newer page in place. Those that are as they were stay; what is typed and what is open stays, and the focus.
 * @param {Document} fresh @param {HTMLElement} from @param {Cause} cause
 */
function place(fresh, from, { form, half }) {
  const [kept, focus, active] = [typed(form), focused(), document.activeElement];
  const opened = unfolded();
  const before = spoken();
  const [wasMine, known] = ["mine" in article.dataset, lines.last ?? Infinity];
  const differs = (/** @type {HTMLElement} */ part) => shown.get(part.id) !== fresh.getElementById(part.id)?.innerHTML;
  const goesOn = half && from.dataset["turn"] === article.dataset["turn"] && "mine" in from.dataset;
  // What became of a form is said until the next act, also when newer pages no longer say it.
  const alerts = form ? [...fresh.querySelectorAll("#bar .alert")] : [];
  for (const alert of alerts) alert.remove();
  if (form) shownAt = Date.now();
  // The form that was sent has its texts no more.
  let changed = [...parts, box].filter((part) => differs(part) || (form && part !== box) || (part.id === "bar" && isBegun));
  // What belongs to a move that has begun stays.
  if (goesOn) changed = changed.filter((part) => !["board", "caption", "bar"].includes(part.id));
  for (const part of changed) {
    shown.set(part.id, fresh.getElementById(part.id)?.innerHTML ?? "");
    if (part.id === "bar") isBegun = false;
    fill(part, fresh);
  }
  unfold(opened);
  for (const field of kept) restore(field, active === field);
  document.title = fresh.title;
  base = from.dataset["base"] || base;
  for (const name of ["turn", "mine"]) {
    const value = from.dataset[name];
    if (value === undefined) delete article.dataset[name]; else article.dataset[name] = value;
  }
  if (!wasMine && "mine" in article.dataset) play(...TURN);
  const told = spoken().filter((line) => !before.includes(line));
  if (alerts.length) say(alerts.map((line) => line.textContent?.trim()).join(" "));
  else if (told.length) say(told.join(" "), true);
  // The next choices may have been asked for meanwhile, and their answer dropped.
  if (goesOn && offered !== half?.text) refresh().catch(unreachable);
  if (goesOn) return mark();
  begin();
  const moved = !form && wasMine && [...article.querySelectorAll("#history [data-own]")]
    .some((row) => Number(/** @type {HTMLElement} */ (row).dataset["row"]) > known);
  if (moved) say("You have moved in another window.");
  if (half && !steps.length) {
    if (!moved) say("The match has moved on. Your move was not sent.");
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("move"));
    if (field) field.value = half.text;
  }
  if (!focus || document.activeElement !== document.body) return;
  const near = focus.startsWith("#bar") ? "#next, #bar .send button:not([disabled]), #back, .grid [tabindex='0']" : "#status";
  /** @type {HTMLElement | null} */ (document.querySelector(focus) ?? document.querySelector(near))?.focus({ preventScroll: true });
}

/** Puts a part of another page in place. @param {HTMLElement} part @param {Document} page */
function fill(part, page) {
  const from = page.getElementById(part.id);
  const copy = from && document.importNode(from, true);
  const svg = part === box ? copy?.querySelector("svg") : null;
  if (!svg) {
    const before = scores(part).map((score) => score.textContent);
    part.replaceChildren(...(copy?.childNodes ?? []));
    scores(part).forEach((score, place) => count(score, before[place]));
  } else if (board.replace(svg)) play(KNOCK);
}

/** The scores in a part of the page. @param {Element} part @returns {Element[]} */
const scores = (part) => [...part.querySelectorAll(".score")];

/** Lets a score count from an earlier one. @param {Element} score @param {string | null | undefined} earlier */
function count(score, earlier) {
  const [now, began] = [score.textContent ?? "", performance.now()];
  if (!earlier || earlier === now || still()) return;
  const from = earlier.match(/\d+/g) ?? [];
  const step = (/** @type {number} */ time) => {
    const done = score.isConnected ? Math.min(1, (time - began) / COUNT) : 1;
    let place = 0;
    score.textContent = now.replace(/\d+/g, (to) => {
      const was = +(from[place++] ?? to);
      return `${Math.round(was + (+to - was) * done)}`;
    });
    if (done < 1) requestAnimationFrame(step);
  };
  step(began);
}

/**
 * Plays tones one after the other, if the reader wants sounds. Browsers allow none before the first act of the reader.
 * @param {number[]} tones in hertz
 */
function play(...tones) {
  if (!localStorage["sounds"] || !navigator.userActivation?.hasBeenActive) return;
  const context = audio ??= new AudioContext();
  for (const [place, frequency] of tones.entries()) {
    const at = context.currentTime + place * TONE;
    const [tone, volume] = [new OscillatorNode(context, { type: "triangle", frequency }), new GainNode(context, { gain: 0.3 })];
    volume.gain.setTargetAtTime(0, at, TONE / 4);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2 * TONE);
  }
}

/** Shows the switch for sounds as the reader has set it. */
function showSwitch() {
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById("sounds"));
  if (!box) return;
  box.checked = !!localStorage["sounds"];
  box.onchange = () => {
    localStorage["sounds"] = box.checked ? "1" : "";
    play(KNOCK);
  };
  box.closest("p")?.removeAttribute("hidden");
}

/** What is unfolded. */
const unfolded = () => [...article.querySelectorAll("details[open] > summary")].map((one) => one.textContent);

/** Unfolds what was, in newer parts. @param {(string | null)[]} opened */
function unfold(opened) {
  for (const summary of article.querySelectorAll("details > summary")) {
    if (opened.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
  }
}

/** Shows the page of an earlier position, or the present again. @param {Document} [page] */
function look(page) {
  const [opened, { activeElement: active }] = [unfolded(), document];
  // The heading and the list of lines are those of the present.
  const seen = parts.filter((part) => !["waiting", "head", "history"].includes(part.id));
  if (page) {
    if (isPresent) {
      const [nodes, svg, title, state] = [seen.map((part) => [...part.childNodes]), box.querySelector("svg"), document.title, { steps, choices, prompt, isBegun }];
      putBack = () => {
        seen.forEach((part, place) => part.replaceChildren(...(nodes[place] ?? [])));
        if (svg) board.replace(svg);
        ({ steps, choices, prompt, isBegun } = state);
        document.title = title;
        mark();
      };
      isBehind = running > 0;
      // The answer to what was asked before has no place here.
      asked++;
    }
    isPresent = false;
    for (const part of [...seen, box]) fill(part, page);
    unfold(opened);
    document.title = page.title;
    begin();
    say(document.getElementById("caption")?.innerText ?? "", true);
  } else {
    isPresent = true;
    const knows = !!putBack && !isBehind;
    putBack?.();
    putBack = undefined;
    say("");
    if (!knows) update().catch(unreachable);
  }
  // The button that was pressed may be no more.
  if (active !== document.activeElement && document.activeElement === document.body) lines.steps.querySelector("a")?.focus();
}

/** Says that the match has moved on, and lists its lines, while an earlier position stays. */
async function tell() {
  isBehind = true;
  const { answer, page } = await open(base).catch(unreachable) ?? {};
  const [list, { last }] = [document.getElementById("history"), lines];
  if (list && page?.getElementById("history") && !isPresent) {
    fill(list, page);
    lines.mark();
    if (last !== lines.last) {
      const words = "The match has moved on.";
      // Beside the bar it would cover the steps.
      article.querySelector(".past p")?.append(` ${words}`);
      say(words, true);
    }
  }
  return !!answer && answer.status < 500;
}

/** Puts what was typed into the field of a newer page. @param {Field} field @param {boolean} isActive */
function restore(field, isActive) {
  const now = /** @type {Field | null} */ (document.getElementById(field.id));
  if (!now || now === field) return;
  now.value = field.value;
  now.closest("details")?.setAttribute("open", "");
  if (!isActive) return;
  now.focus();
  if (now instanceof HTMLTextAreaElement) now.selectionStart = now.selectionEnd = field.value.length;
}

/** A choice as the page has it. @param {HTMLOptionElement | HTMLButtonElement} one @param {"cell" | "item"} kind @returns {Choice} */
function choice(one, kind) {
  const words = one.dataset["words"] ?? (one.textContent ?? "").replace(/^[^:]*: /, "");
  return placed({
    text: one.value, cell: kind === "cell" ? one.dataset["on"] ?? null : null, complete: "complete" in one.dataset,
    on: one.dataset["on"] ? { kind, name: one.dataset["on"] } : null, short: kind === "cell" ? words : one.textContent ?? "", words,
  });
}

/** Opens the sheet of a card in place. @param {string} path */
async function unfoldSheet(path) {
  const at = new URL(path);
  const last = steps.at(-1);
  if (last?.complete) at.searchParams.set("move", last.text);
  busy(1);
  try {
    const { page } = await open(at.href);
    fill(sheet, page);
    if (!sheet.childElementCount) return say([...page.querySelectorAll("#bar .alert")].at(-1)?.textContent ?? sentence(page));
    if (!sheet.open) sheet.showModal();
  } finally {
    busy(-1);
  }
}

/** Does what a button of the sheet says. @param {HTMLButtonElement} button */
async function act(button) {
  const way = choice(button, "item");
  sheet.close();
  if ("anew" in button.dataset) await drop();
  return step(way);
}

/** Reads the next choices from the page, and puts the board in the place of their list. */
function begin() {
  const cells = /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll("#cell option"));
  const words = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#bar .ways button[name=move], #more .ways button[name=move]"));
  choices = [...[...cells].map((one) => choice(one, "cell")), ...[...words].map((one) => choice(one, "item"))];
  // With script, what a card can do is chosen on the card.
  for (const button of words) button.parentElement?.toggleAttribute("hidden", !!choices.find((one) => one.text === button.value)?.cell);
  document.getElementById("cells")?.toggleAttribute("hidden", cells.length > 0);
  const send = document.getElementById("send");
  const draft = send?.dataset["draft"];
  if (!draft) steps = [];
  else if (steps.at(-1)?.text !== draft) steps = [{ text: draft, cell: null, words: "", short: "", complete: "complete" in (send?.dataset ?? {}) }];
  mark();
}

addEventListener("pointerdown", () => {
  press = new Promise((done) => {
    addEventListener("pointerup", () => setTimeout(done, 50), { once: true });
    // A press that ends elsewhere.
    setTimeout(done, 2000);
  });
});

// Forms and links of the bar answer with this page, so its parts are replaced and the place on the page stays.
article.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const link = target.closest("a");
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const way = /** @type {HTMLButtonElement | null} */ (target.closest(".ways button[name=move], #sheet button[name=move]"));
  const chosen = way && choices.find((choice) => choice.text === way.value && !choice.cell);
  /** @type {Promise<unknown> | undefined} */
  let work;
  if (link && isPlain && "item" in link.dataset) work = unfoldSheet(link.href);
  else if (link && isPlain && isTrial && link.pathname === location.pathname) {
    steps = [];
    work = renew(link.pathname + link.search);
  } else if (link?.id === "back") work = back();
  else if (way && sheet.contains(way)) work = act(way);
  else if (chosen) work = step(chosen);
  if (!work) return;
  event.preventDefault();
  work.catch(unreachable);
});
article.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== (isTrial ? "get" : "post") || form.matches("[action='/sign-in']")) return;
  event.preventDefault();
  if (sending) return;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  // A written move takes the note along.
  const note = /** @type {HTMLTextAreaElement | null} */ (form.closest(".typed") && document.querySelector("#note[form=send]"));
  if (note) fields.append("note", note.value);
  say("");
  sending = (isTrial ? renew(`${location.pathname}?${fields}`, undefined, { form }) : renew(form.getAttribute("action") || base, { method: "POST", body: fields }, { form }))
    .finally(() => { sending = undefined; });
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && steps.length && !sheet.open) back().catch(unreachable);
  const keys = document.getElementById("keys");
  if (event.key === "?" && keys && !/** @type {HTMLElement} */ (event.target).matches?.("input, select, textarea")) {
    keys.setAttribute("open", "");
    keys.querySelector("summary")?.focus();
  }
});
begin();
if (sheet.open) {
  sheet.close();
  sheet.showModal();
}

/** Lets the clocks run: `2 d 23 h`, `5 h 10 min`, `12 min`, as the server writes them. */
function tick() {
  for (const clock of /** @type {NodeListOf<HTMLTimeElement>} */ (article.querySelectorAll("time.clock"))) {
    const all = Math.max(1, Math.floor((Date.parse(clock.dateTime) - Date.now()) / 60_000));
    const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor(all / 60) % 24, all % 60];
    clock.textContent = days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes} min`;
  }
}
setInterval(tick, 30_000);

const { feed, since = "", match } = article.dataset;

/** Tells the server that its reader sees this turn, so that the email about it can wait. */
function see() {
  if (feed !== "/v1/me/events" || !("mine" in article.dataset) || document.visibilityState !== "visible") return;
  const body = JSON.stringify({ match_id: match, turn: Number(article.dataset["turn"]) });
  fetch("/v1/me/seen", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => {});
}

if (feed) {
  listen([feed, since], async (news) => {
    if (news?.match_id && news.match_id !== match) return;
    await sending;
    // One's own move is seen before the answer to it.
    const rest = shownAt + OWN - Date.now();
    if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    if (!isPresent) return void retry(tell);
    await retry(update);
    see();
  }, () => say(SIGNED_OUT));
}
