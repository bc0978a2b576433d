/**
 * A match after some moves, as text that you can store and read again.
 *
 * It contains every secret, the seed among them: show a player only `choices`, `page` and `svg`.
 */
export type Position = string;

/** A place in a match, from 0. */
export type Seat = number;

/** A game in its newest edition. */
export interface Game {
  id: string;
  name: string;
  summary: string;
  min_seats: number;
  max_seats: number;
  edition: number;
  secret: boolean;
  windows: boolean;
  /** Markdown, as are the rules. */
  how_to_play: string;
  rules: string;
  /** For every kind of move an example, and what it does. */
  notation: [example: string, meaning: string][];
  /** JSON Schema (draft 2020-12) of the options, with defaults. */
  options: object;
}

/** Where a match begins: the fields of a record's first line. */
export interface Start {
  seats: number;
  /** What is missing has its default. */
  options?: Record<string, unknown>;
  /** 2 to 64 hexadecimal digits, an even number. All chance comes from it; use 64 random digits unless you repeat a match. */
  seed: string;
  /** The newest if missing. */
  edition?: number;
  values?: string;
  earlier?: string;
}

/** A possible continuation of the text of a move. */
export interface Choice {
  /** The whole text, including this continuation. */
  text: string;
  kind: 'move' | 'pass' | 'agree' | 'disagree' | 'resign';
  /** The thing on the page that it refers to. */
  on?: { kind: string; name: string };
  cell: string | null;
  words: string;
  /** Words for a button. */
  short: string;
  /** True if the text is a legal move. */
  complete: boolean;
}

export interface Outcome {
  /** A rank for each seat: 1 is best, and equal results share a rank. */
  ranks: number[];
  scores: number[] | null;
  reason: string;
}

/** What one reader may see. */
export interface Page {
  you: Seat | null;
  turn: number;
  waiting: {
    seats: Seat[];
    /** True if other seats may be awaited, which the reader may not know. */
    undisclosed: boolean;
    /** The timer of the rules, in milliseconds since the start. */
    wake: { at: number; seat: Seat | null } | null;
  };
  ends: { kind: string; words: string }[];
  outcome: Outcome | null;
  /** The game's own facts, as in the API of a server. */
  view: unknown;
  /** The picture as data, as in the API; `text` is the same as monospaced text, and `svg` draws it. */
  scene: unknown;
  text: string;
}

export interface Setup {
  /** The options, every default filled in. */
  options: Record<string, unknown>;
  /** One for each seat. */
  chairs: { id: string; name: string; side: number; paint: string }[];
  /** True if the rules may run a timer. */
  has_timer: boolean;
}

/** A refusal of the rules: the match stays as it is. Every other mistake of a call is a plain `Error`. */
export class IllegalMove extends Error {
  constructor(code: string, message: string);
  /** A stable word, such as `not-awaited`; `unreadable` if the text is no move on any board. */
  code: string;
}

/** Lists the games. */
export function games(): Game[];

/** Begins a match. */
export function start(game: string, match: Start): Position;

/**
 * Plays a move, and what the rules force after it. The given position stays valid.
 *
 * `at` is the moment of the move in milliseconds since the start, the moment of the last move if missing. Only timers of the rules need it.
 */
export function advance(position: Position, act: { seat: Seat; move: string; at?: number }): Position;

/** Plays what a clock does: the lines of records that begin with `~`. The first two words need the seats whose clocks expired. */
export function expire(
  position: Position,
  act: { word: 'lapse' | 'forfeit' | 'timer-out' | 'abandoned'; seats?: Seat[]; at?: number },
): Position;

/** Lists the continuations of a text for a seat; none if it has no turn. */
export function choices(position: Position, seat: Seat, soFar?: string): Choice[];

/** Shows the match to a seat, or to a spectator (`null`). After the end everything is shown. */
export function page(position: Position, seat?: Seat | null): Page;

/** Draws the page as SVG. */
export function svg(position: Position, seat?: Seat | null): string;

/** Returns the result; `null` before the end. */
export function outcome(position: Position): Outcome | null;

/** Returns the options and the chairs of the match. */
export function setup(position: Position): Setup;
