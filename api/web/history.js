// The lines of the match beside the board: earlier positions are fetched ahead, each once, and shown in the place of the present one.

import { load, sentence } from "./server.js";

/** The maximum number of pages that are kept. */
const MAX = 100;

/** The time for which autoplay shows a position, in milliseconds. */
const PAUSE = 1200;

/** The time between two steps while a key is held, in milliseconds: each line costs several requests of the limit. */
const HELD = 250;

/** Where keys have a meaning of their own. */
const OWN_KEYS = ".grid, .hand, #caption, pre, input, select, textarea";

export class Lines {
  /** The line whose position is asked for; none for the present. @type {number | undefined} */
  line;
  /** The line whose position is shown. @type {number | undefined} */
  #shown;
  /** The pages of lines, the oldest first. @type {Map<number, Promise<Document>>} */
  #pages = new Map();
  /** The timer of autoplay; 0 if it is stopped. */
  #timer = 0;
  /** The time of the last key. */
  #pressed = 0;

  /**
   * @param {HTMLElement} article
   * @param {string} base the path of the match
   * @param {(page?: Document) => void} show puts the page of an earlier position in place; the present without one
   * @param {(why: unknown) => void} fail
   */
  constructor(article, base, show, fail) {
    this.article = article;
    this.base = base;
    this.show = show;
    this.fail = fail;
    const { line } = article.dataset;
    this.line = this.#shown = line ? Number(line) : undefined;
    this.steps = /** @type {HTMLElement} */ (article.querySelector("#steps"));
    const slider = this.steps.querySelector("input");
    for (const type of ["input", "change"]) {
      slider?.addEventListener(type, () => {
        // Not every line that a finger passes is fetched.
        if (type === "change" || this.#pages.has(Number(slider.value))) this.go(Number(slider.value));
      });
    }
    const auto = this.steps.querySelector("button");
    auto?.addEventListener("click", () => {
      if (this.#timer) return this.#stop();
      this.#timer = setTimeout(() => this.#play(), PAUSE);
      auto.setAttribute("aria-pressed", "true");
      if (this.line === undefined) this.go(0, true);
    });
    for (const part of [slider, auto]) part?.removeAttribute("hidden");
    article.addEventListener("click", (event) => {
      const link = /** @type {HTMLElement} */ (event.target).closest("a");
      if (!link || this.last === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { pathname, searchParams } = new URL(link.href);
      const to = searchParams.get("line");
      if (pathname !== base || (to === null && !link.closest("#steps, #history, .past"))) return;
      event.preventDefault();
      this.go(to === null ? this.last : Number(to));
    });
    addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest?.(OWN_KEYS)) return;
      const { last = 0 } = this;
      /** @type {Record<string, number>} */
      const keys = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: last };
      const to = keys[event.key];
      // Tried moves are no lines of the match: links lead from one to the next.
      const link = /** @type {HTMLElement | null} */ (article.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`));
      if (to === undefined || !(last || link)) return;
      event.preventDefault();
      if (event.repeat && event.timeStamp - this.#pressed < HELD) return;
      this.#pressed = event.timeStamp;
      if (link) link.click(); else this.go(to);
    });
  }

  /** The number of the last line, if the page lists the lines. @returns {number | undefined} */
  get last() {
    const last = /** @type {HTMLElement | null} */ (this.article.querySelector("#history ol"))?.dataset["last"];
    return last ? Number(last) : undefined;
  }

  get #at() {
    return this.line ?? this.last ?? 0;
  }

  /** The address of an earlier position, if one is shown. */
  get path() {
    return this.line === undefined ? undefined : `${this.base}?line=${this.line}`;
  }

  /** Shows the position after a line; after the last one, the present. @param {number} to @param {boolean} [auto] */
  async go(to, auto) {
    if (!auto) this.#stop();
    const last = this.last ?? 0;
    const line = to < last ? Math.max(to, 0) : undefined;
    if (line === this.line) return;
    this.line = line;
    this.mark();
    try {
      const page = line === undefined ? undefined : await this.#load(line);
      if (this.line !== line) return;
      this.#shown = line;
      this.show(page);
      this.article.querySelector("#board")?.scrollIntoView({ block: "nearest" });
      for (const next of line === undefined ? [] : [line - 1, line + 1]) if (next >= 0 && next < last) this.#load(next).catch(() => {});
    } catch (why) {
      this.#stop();
      if (this.line !== line) return;
      this.line = this.#shown;
      this.mark();
      this.fail(why);
    }
  }

  /** The page of a line, which is fetched unless it is here. @param {number} line @returns {Promise<Document>} */
  #load(line) {
    const kept = this.#pages.get(line);
    if (kept) return kept;
    const page = load(`${this.base}?line=${line}`).then(({ answer, page }) => {
      if (!answer.ok || answer.redirected) throw new Error(sentence(page));
      // The newest list is on this page.
      page.getElementById("history")?.remove();
      return page;
    });
    page.catch(() => this.#pages.delete(line));
    this.#pages.set(line, page);
    if (this.#pages.size > MAX) this.#pages.delete(this.#pages.keys().next().value ?? 0);
    return page;
  }

  async #play() {
    await this.go(this.#at + 1, true);
    if (this.#timer && this.line !== undefined) this.#timer = setTimeout(() => this.#play(), PAUSE);
    else this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.steps.querySelector("button")?.setAttribute("aria-pressed", "false");
  }

  /** Marks the line in the list, and points the steps to its neighbours. */
  mark() {
    const [at, last] = [this.#at, this.last];
    if (this.line === undefined) delete this.article.dataset["line"]; else this.article.dataset["line"] = String(at);
    if (last === undefined) return;
    const to = (/** @type {number} */ line) => (line < last ? `${this.base}?line=${Math.max(line, 0)}` : this.base);
    [...this.steps.querySelectorAll("a")].forEach((link, place) => { link.href = to([0, at - 1, at + 1, last][place] ?? last); });
    const slider = /** @type {HTMLInputElement} */ (this.steps.querySelector("input"));
    [slider.max, slider.value] = [String(last), String(at)];
    slider.setAttribute("aria-valuetext", `Line ${at} of ${last}`);
    document.getElementById("of")?.replaceChildren(String(last));
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.article.querySelectorAll("#history [data-row]"))) {
      const isShown = Number(row.dataset["row"]) === at;
      row.tabIndex = isShown ? 0 : -1;
      if (isShown) row.setAttribute("aria-current", "step"); else row.removeAttribute("aria-current");
      const list = row.closest("ol");
      if (isShown && list) list.scrollTop = row.offsetTop - list.clientHeight / 2;
    }
  }
}
