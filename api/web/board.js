// A board for every game: the server draws it and names its cells; this lays a grid of buttons over it.

/**
 * A next choice of a move, as `GET .../choices` lists it.
 * @typedef {{text: string, on?: {kind: "cell" | "item", name: string} | null, cell: string | null, words: string, short: string, complete: boolean}} Choice
 * @typedef {{x: number, y: number, row: number, drawn: SVGGElement, button: HTMLButtonElement}} Spot
 */

/** Cells that are smaller than this, in pixels, are too small for a finger: the first tap enlarges the board. */
const SMALL = 24;

/** A finger that rests so long on a cell, in milliseconds, asks what is there. */
const REST = 500;

/** The time that a piece slides or jumps from cell to cell, and the maximum for all pieces, in milliseconds. */
const [SLIDE, ALL] = [150, 600];

/** True if the reader wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Buttons over the picture, one a cell, in rows: a grid as ARIA has it, with one tab stop. */
export class Board {
  /** The cells by name. @type {Map<string, Spot>} */
  spots = new Map();
  /** The cell that has the tab stop. */
  current = "";

  /**
   * @param {HTMLElement} box the parent of the picture
   * @param {(cell: string) => void} pick called for a cell that was tapped
   * @param {(cell: string) => void} tell called for a cell on which a finger rests
   */
  constructor(box, pick, tell) {
    this.box = box;
    this.grid = document.createElement("div");
    this.grid.className = "grid";
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", "Board");
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    let timer = 0;
    let told = false;
    this.grid.addEventListener("pointerdown", (event) => {
      clearTimeout(timer);
      told = false;
      const cell = /** @type {HTMLElement} */ (event.target).dataset["cell"];
      if (!cell || event.pointerType !== "touch") return;
      timer = setTimeout(() => {
        told = true;
        tell(cell);
      }, REST);
    });
    for (const end of ["pointerup", "pointercancel"]) this.grid.addEventListener(end, () => clearTimeout(timer));
    // The menu of the browser would cover what is told.
    this.grid.addEventListener("contextmenu", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault();
    });
    for (const [over, out] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
      this.grid.addEventListener(/** @type {string} */ (over), (event) => this.#mates(event.target));
      this.grid.addEventListener(/** @type {string} */ (out), () => this.#mates(null));
    }
    this.grid.addEventListener("click", (event) => {
      if (told) {
        told = false;
        return;
      }
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      const cell = button?.dataset["cell"];
      const enlarged = this.box.classList.contains("lens");
      this.box.classList.remove("lens");
      if (!button || !cell) return;
      this.#stop(cell);
      const byFinger = /** @type {PointerEvent} */ (event).pointerType === "touch";
      if (byFinger && !enlarged && button.getBoundingClientRect().width < SMALL) this.#enlarge(button);
      else pick(cell);
    });
    this.lay();
  }

  /** Shows the part of the board around a cell three times as large, until the next tap. @param {HTMLElement} button */
  #enlarge(button) {
    this.box.style.setProperty("--x", button.style.left);
    this.box.style.setProperty("--y", button.style.top);
    this.box.classList.add("lens");
  }

  /**
   * Puts a newer picture in place. Pieces move from where they were, one after the other, each along the way that the picture has for it.
   * @param {SVGSVGElement} fresh
   * @returns {boolean} true if a piece came to a cell
   */
  replace(fresh) {
    const old = this.box.querySelector("svg");
    /** @type {Map<string, Piece[]>} */
    const from = old ? pieces(old) : new Map();
    old?.replaceWith(fresh);
    this.lay();
    const to = pieces(fresh);
    const lacks = (/** @type {Piece[] | undefined} */ all, /** @type {Piece} */ one) => !all?.some(({ kind }) => kind === one.kind);
    const came = [...to].flatMap(([cell, all]) => all.filter((piece) => lacks(from.get(cell), piece)).map((piece) => [cell, piece.kind]));
    if (!came.length || still()) return came.length > 0;
    // A step back goes the ways of the later picture.
    const ways = [...read(fresh), ...read(old).map((way) => way.reverse()).reverse()];
    for (const [cell = "", kind] of came) {
      if (ways.some((way) => way.at(-1) === cell)) continue;
      // The cell that such a piece has left.
      const left = [...from].find(([cell, all]) => all.some((was) => was.kind === kind && lacks(to.get(cell), was)));
      if (left) ways.unshift([left[0], cell]);
    }
    const moves = ways.flatMap((way) => {
      const [were = [], now = []] = [from.get(way[0] ?? ""), to.get(way.at(-1) ?? "")];
      const piece = now.find((one) => !lacks(were, one));
      if (!piece) return [];
      were.splice(were.findIndex(({ kind }) => kind === piece.kind), 1);
      now.splice(now.indexOf(piece), 1);
      return [{ ...piece, way }];
    });
    let delay = 0;
    const pace = Math.min(SLIDE, ALL / moves.reduce((sum, { way }) => sum + way.length - 1, 0));
    for (const { group, x, y, way } of moves) {
      const duration = pace * (way.length - 1);
      const steps = way.map((cell) => {
        const at = this.spots.get(cell) ?? { x, y };
        return { transform: `translate(${at.x - x}px, ${at.y - y}px)`, easing: "ease-in-out" };
      });
      // Above all cells that it passes.
      const spot = group.parentElement;
      spot?.parentElement?.append(spot);
      group.animate(steps, { duration, delay, fill: "backwards", composite: "add" });
      delay += duration;
    }
    return true;
  }

  /** Puts the buttons where the picture has its cells. */
  lay() {
    const svg = this.box.querySelector("svg");
    if (!svg) return;
    svg.setAttribute("aria-hidden", "true");
    const view = svg.viewBox.baseVal;
    const cells = /** @type {SVGGElement[]} */ ([...svg.querySelectorAll("[data-cell]")]).map((drawn) => {
      const at = drawn.transform.baseVal.getItem(0).matrix;
      return { name: drawn.dataset["cell"] ?? "", x: at.e, y: at.f, drawn };
    });
    const first = cells[0];
    if (!first) return;
    const size = Math.min(...cells.slice(1).map((cell) => Math.hypot(cell.x - first.x, cell.y - first.y))) * 0.94;
    const rows = [...new Set(cells.map((cell) => Math.round(cell.y)))].sort((a, b) => a - b);
    this.spots.clear();
    this.grid.replaceChildren(...rows.map((y, row) => {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (const cell of cells.filter((one) => Math.round(one.y) === y).sort((a, b) => a.x - b.x)) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "cell";
        button.tabIndex = -1;
        button.dataset["cell"] = cell.name;
        button.setAttribute("role", "gridcell");
        button.style.left = `${((cell.x - view.x) / view.width) * 100}%`;
        button.style.top = `${((cell.y - view.y) / view.height) * 100}%`;
        button.style.width = `${(size / view.width) * 100}%`;
        button.style.height = `${(size / view.height) * 100}%`;
        this.spots.set(cell.name, { x: cell.x, y: cell.y, row, drawn: cell.drawn, button });
        line.append(button);
      }
      return line;
    }));
    if (this.grid.parentElement !== this.box) this.box.append(this.grid);
    this.#stop(this.spots.has(this.current) ? this.current : first.name);
  }

  /**
   * Marks the cells that can be chosen and those that are.
   * @param {Choice[]} choices
   * @param {string[]} chosen
   */
  show(choices, chosen) {
    const can = new Map(choices.flatMap((choice) => (choice.cell ? [[choice.cell, choice]] : [])));
    // Marks on almost every cell say nothing and look like pieces: then only the pointer and the focus are marked.
    this.grid.classList.toggle("many", can.size > this.spots.size / 2);
    for (const [name, { button }] of this.spots) {
      const choice = can.get(name);
      button.classList.toggle("can", !!choice);
      button.classList.toggle("target", !!choice && chosen.length > 0);
      button.classList.toggle("chosen", chosen.includes(name));
      const words = `${name}: ${this.contents(name)}`;
      button.title = words;
      button.setAttribute("aria-label", choice ? `${words}. ${choice.words}` : words);
      button.setAttribute("aria-disabled", String(!choice));
      button.setAttribute("aria-selected", String(chosen.includes(name)));
    }
  }

  /** Moves the focus to the cell that has the tab stop. */
  focus() {
    this.spots.get(this.current)?.button.focus();
  }

  /** What is on a cell, in words. @param {string} name */
  contents(name) {
    return this.spots.get(name)?.drawn.dataset["words"] ?? "empty";
  }

  /** Marks the cells of the group to which the cell of a button belongs, if it belongs to one. @param {EventTarget | null} target */
  #mates(target) {
    const cell = target instanceof HTMLButtonElement ? target.dataset["cell"] ?? "" : "";
    const group = this.spots.get(cell)?.drawn.dataset["group"];
    for (const { drawn, button } of this.spots.values()) {
      button.classList.toggle("mate", !!group && drawn.dataset["group"] === group);
    }
  }

  /** Makes a cell the tab stop. @param {string} name */
  #stop(name) {
    const old = this.spots.get(this.current);
    if (old) old.button.tabIndex = -1;
    this.current = name;
    const now = this.spots.get(name);
    if (now) now.button.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = this.spots.get(this.current);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = this.#target(event, here);
    if (!to) return;
    event.preventDefault();
    this.#stop(to);
    this.focus();
  }

  /** The cell to which a key leads, if any. @param {KeyboardEvent} event @param {Spot} here */
  #target(event, here) {
    const all = [...this.spots];
    /** @param {(spot: Spot) => boolean} keep */
    const nearest = (keep) => all.filter(([, spot]) => keep(spot))
      .sort(([, a], [, b]) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))[0]?.[0];
    const row = all.filter(([, spot]) => spot.row === here.row).map(([name]) => name);
    const can = all.filter(([, spot]) => spot.button.classList.contains("can")).map(([name]) => name);
    const step = (/** @type {number} */ by) => can[(can.indexOf(this.current) + by + can.length) % can.length];
    switch (event.key) {
      case "ArrowLeft": return nearest((spot) => spot.row === here.row && spot.x < here.x);
      case "ArrowRight": return nearest((spot) => spot.row === here.row && spot.x > here.x);
      case "ArrowUp": return nearest((spot) => spot.row === here.row - 1);
      case "ArrowDown": return nearest((spot) => spot.row === here.row + 1);
      case "Home": return row[0];
      case "End": return row.at(-1);
      case "n": return step(1);
      case "N": return can.includes(this.current) ? step(-1) : can.at(-1);
      default: return undefined;
    }
  }
}

/** @typedef {{kind: string, x: number, y: number, group: Element}} Piece a piece, whose kind is its colour */

/** The ways of the last move in a picture. @param {SVGSVGElement | null} svg @returns {string[][]} */
const read = (svg) => (svg?.dataset["ways"] ?? "").split(" ").map((way) => way.split("-"));

/** The pieces of a picture by cell. @param {SVGSVGElement} svg @returns {Map<string, Piece[]>} */
function pieces(svg) {
  return new Map([...svg.querySelectorAll("[data-cell]")].map((cell) => {
    const { e: x, f: y } = /** @type {SVGGElement} */ (cell).transform.baseVal.getItem(0).matrix;
    const all = [...cell.querySelectorAll(".token")].map((group) => ({
      kind: group.getAttribute("class") ?? "", x, y, group,
    }));
    return [cell.getAttribute("data-cell") ?? "", all];
  }));
}
