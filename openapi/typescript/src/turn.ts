import type { Turnpost } from "./client.js";
import { Problem } from "./problem.js";
import type { Choice, Choices } from "./types.js";

export const DEPTH = 8; // The most steps of a list.

/** A match that awaits you, and what you can do in it. */
export class Turn {
  /** True once the match is known to have moved on: what is left of this object is of no use. */
  outdated = false;
  /** True once a move was played. */
  played = false;

  /** The turn that moves quote. */
  readonly turn: number;

  /** `choices` are the first steps of the moves. */
  constructor(readonly server: Turnpost, readonly match_id: string, readonly choices: Choices) {
    this.turn = choices.turn;
  }

  /** All whole moves, one by one. Asks the server only for steps that it has not listed yet, when you come to them. */
  async *moves(): AsyncGenerator<Choice, void, void> {
    const [told, unknown]: [Set<string>, string[]] = [new Set(), []];
    for (let list: Choices | undefined = this.choices; list; ) {
      const steps = new Map(list.further.map((step) => [step.so_far, step.choices]));
      const open = list.choices.map((choice) => ({ choice, level: 1 }));
      const missing = [];
      let listed = 0;
      for (const { choice, level } of open) {
        const next = steps.get(choice.text) ?? [];
        if (next.length > 0) listed += 1;
        open.push(...next.map((choice) => ({ choice, level: level + 1 }))); // The loop goes on to these.
        if (choice.complete && !told.has(choice.text)) yield choice;
        told.add(choice.text);
        // Shorter ways are listed first. So if longer ones follow, a text without a step has no continuation.
        const cut = listed === steps.size && (list.truncated || !choice.complete);
        if (next.length === 0 && (cut || level === DEPTH)) missing.push(choice.text);
      }
      // An event lists fewer steps than a request.
      unknown.push(...(list === this.choices && list.truncated ? [""] : missing));
      const so_far = unknown.shift();
      list = so_far === undefined ? undefined : await this.#ask(so_far, DEPTH);
    }
  }

  /** Draws a move at random, step by step, without listing all. Returns nothing if the match has moved on; `play` takes that, too. */
  async draw(random: () => number = Math.random): Promise<Choice | undefined> {
    const steps = new Map(this.choices.further.map((step) => [step.so_far, step.choices]));
    for (let choices = this.choices.choices; ; ) {
      const choice = choices[Math.floor(random() * choices.length)];
      this.outdated ||= choice === undefined;
      if (choice === undefined) return undefined;
      const next = steps.get(choice.text);
      // A whole move may be the beginning of longer ones.
      if (choice.complete && random() * (1 + (next?.length ?? 0)) < 1) return choice;
      choices = next ?? (await this.#ask(choice.text, 1))?.choices ?? [];
    }
  }

  /** Plays a move. Returns false if the match has moved on and nothing was played; then its next turn comes. */
  async play(move: Choice | string | undefined): Promise<boolean> {
    if (move === undefined) return false;
    const body = { move: typeof move === "string" ? move : move.text, turn: this.turn };
    try {
      const ask = { path: { match_id: this.match_id }, header: { Prefer: "return=minimal" }, body };
      await this.server.post("/v1/matches/{match_id}/moves", ask);
      this.played = true;
    } catch (why) {
      // A listed move that the rules refuse is out of date, too: several players may act at once.
      if (!(why instanceof Problem) || why.status !== 409 && (why.status !== 422 || typeof move === "string")) throw why;
      this.outdated = true;
    }
    return this.played;
  }

  /** Lists the continuations of a text, unless the match has moved on. */
  async #ask(so_far: string, depth: number): Promise<Choices | undefined> {
    const list = await this.server.choices(this.match_id, { so_far, depth });
    if (list?.awaited && list.turn === this.turn) return list;
    this.outdated = true;
    return undefined;
  }
}
