// The board of the first page: a tap chooses the first move of a match, which the form sends.

import { Board } from "./board.js";
/** @typedef {import("./board.js").Choice} Choice */

const list = /** @type {HTMLSelectElement} */ (document.getElementById("cell"));
const lead = /** @type {HTMLElement} */ (document.getElementById("lead"));
const send = /** @type {HTMLButtonElement} */ (list.form?.querySelector("button:not([type])"));
const choices = /** @type {Choice[]} */ ([...list.options].map((one) => ({ text: one.value, cell: one.dataset["on"], words: one.dataset["words"] })));

const board = new Board(/** @type {HTMLElement} */ (document.getElementById("board")), (cell) => {
  const choice = choices.find((one) => one.cell === cell);
  lead.textContent = choice ? `${cell}: ${choice.words} Now press Send.` : `${cell}: ${board.contents(cell)}. Tap another point.`;
  send.disabled = !choice;
  list.value = choice?.text ?? "";
  board.show(choices, choice ? [cell] : []);
}, () => {});
list.hidden = true;
send.disabled = true;
board.show(choices, []);
