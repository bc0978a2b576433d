// Plays a match of each game with a generated client. It knows no rules: it follows the choices.
//
// The argument is JSON: the `url` of a server, two access `tokens`, and `games` with the options of each match.

export type Options = Record<string, unknown>;

/** What the loop reads of a match. */
interface Match {
  phase: string;
  page?: {
    awaited: number[];
    outcome?: { ranks: number[]; reason: string } | null;
    turn: number;
    your_seat?: number | null;
  } | null;
}

interface Choice {
  complete: boolean;
  kind: string;
  text: string;
}

/** A player's requests, made by a generated client. Each of them throws an error if the server refuses. */
export interface Player {
  create(game: string, options: Options): Promise<{ id: string }>;
  join(id: string): Promise<unknown>;
  show(id: string): Promise<Match>;
  choices(id: string, so_far: string): Promise<{ choices: Choice[] }>;
  move(id: string, move: string, turn: number): Promise<unknown>;
  board(id: string): Promise<ArrayBuffer>;
}

declare const process: { argv: string[] };

/** More moves than a short match has: a player who only ever changes standing orders never ends one. */
const MAX_MOVES = 1000;

/** Returns numbers from 0 up to, not including, 1: the same in every run. */
function chance(): () => number {
  let state = 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/** Follows the choices to a complete move, at random. It passes where there is nothing else. */
async function findMove(player: Player, id: string, random: () => number): Promise<string> {
  let text = "";
  for (;;) {
    const answer = await player.choices(id, text);
    const moves = answer.choices.filter((choice) => choice.kind !== "pass");
    const choices = moves.length > 0 ? moves : answer.choices;
    const choice = choices[Math.floor(choices.length * random())]!;
    if (choice.complete) return choice.text;
    text = choice.text;
  }
}

async function play(players: Player[], game: string, options: Options): Promise<string> {
  const { id } = await players[0]!.create(game, options);
  await players[1]!.join(id);
  const random = chance();
  for (let moves = 0; moves < MAX_MOVES; ) {
    for (const player of players) {
      const { phase, page } = await player.show(id);
      if (phase === "over") {
        const board = new Uint8Array(await player.board(id));
        if (board[1] !== 0x50) throw new Error(`not a PNG: ${board.slice(0, 8)}`);
        return `${moves} moves, ranks ${page!.outcome!.ranks}: ${page!.outcome!.reason}`;
      }
      if (page!.awaited.includes(page!.your_seat!)) {
        await player.move(id, await findMove(player, id, random), page!.turn);
        moves += 1;
      }
    }
  }
  throw new Error(`${game}: the match is not over after ${MAX_MOVES} moves`);
}

/** Plays every game of the task, with a player for each token. */
export async function playAll(player: (url: string, token: string) => Player): Promise<void> {
  const task = JSON.parse(process.argv[2]!);
  const players = task.tokens.map((token: string) => player(task.url, token));
  for (const [game, options] of Object.entries<Options>(task.games)) {
    console.log(`${game}: ${await play(players, game, options)}`);
  }
}
