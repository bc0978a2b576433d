// Plays a match of each game with the types that openapi-typescript makes and the client of openapi-fetch. It knows no rules:
// it follows the choices.
//
// The argument is JSON: the `url` of a server, two access `tokens`, and `games` with the options of each match.

import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Outcome = components["schemas"]["Outcome"];
type Options = Record<string, unknown>;
type Player = Client<paths>;

declare const process: { argv: string[] };

function expect<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

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
    const params = { path: { match_id: id }, query: { so_far: text } };
    const answer = expect(await player.GET("/v1/matches/{match_id}/choices", { params }));
    const moves = answer.choices.filter((choice) => choice.kind !== "pass");
    const choices = moves.length > 0 ? moves : answer.choices;
    const choice = choices[Math.floor(choices.length * random())]!;
    if (choice.complete) return choice.text;
    text = choice.text;
  }
}

async function play(players: Player[], game: string, options: Options): Promise<[number, Outcome]> {
  const created = await players[0]!.POST("/v1/matches", { body: { game, options, seating: "joined" } });
  const params = { path: { match_id: expect(created).id } };
  expect(await players[1]!.POST("/v1/matches/{match_id}/join", { params }));
  const random = chance();
  for (let moves = 0; moves < MAX_MOVES; ) {
    for (const player of players) {
      const { phase, page } = expect(await player.GET("/v1/matches/{match_id}", { params }));
      if (phase === "over") {
        const png = { params: { path: { ...params.path, ending: "png" as const } }, parseAs: "arrayBuffer" as const };
        const board = new Uint8Array(expect(await player.GET("/v1/matches/{match_id}/board.{ending}", png)));
        if (board[1] !== 0x50) throw new Error(`not a PNG: ${board.slice(0, 8)}`);
        return [moves, page!.outcome!];
      }
      if (page!.awaited.includes(page!.your_seat!)) {
        const move = await findMove(player, params.path.match_id, random);
        expect(await player.POST("/v1/matches/{match_id}/moves", { params, body: { move, turn: page!.turn } }));
        moves += 1;
      }
    }
  }
  throw new Error(`${game}: the match is not over after ${MAX_MOVES} moves`);
}

const task = JSON.parse(process.argv[2]!);
const players = task.tokens.map((token: string) =>
  createClient<paths>({ baseUrl: task.url, headers: { Authorization: `Bearer ${token}` } }),
);
for (const [game, options] of Object.entries<Options>(task.games)) {
  const [moves, outcome] = await play(players, game, options);
  console.log(`${game}: ${moves} moves, ranks ${outcome.ranks}: ${outcome.reason}`);
}
