// A bot that plays a match against a computer player. It knows no rules: the server lists the choices, and it takes any of them.
// `openapi-typescript openapi.json --default-non-nullable=false --output schema.d.ts` makes the types of the API.
//
//     BOT_URL=https://turnpost.example BOT_TOKEN=tpp_... node bot.js magma '{"board": "pointed43"}'

import { createEventSource } from "eventsource-client";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

declare const process: { argv: string[]; env: Record<string, string> };
const [game, options] = [process.argv[2]!, JSON.parse(process.argv[3] ?? "{}")];
const [baseUrl, headers] = [process.env.BOT_URL!, { Authorization: `Bearer ${process.env.BOT_TOKEN}` }];
const api = createClient<paths>({ baseUrl, headers });

type Answer<T> = { data?: T; error?: { detail: string }; response: Response };
class Outdated extends Error {}

/** Sends a request and returns what the server answers. Waits and repeats it where the server asks for that. */
async function ask<T>(send: () => Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await send();
  if (data !== undefined) return data;
  if (![429, 503].includes(response.status)) throw new (response.status === 409 ? Outdated : Error)(error?.detail);
  await new Promise((done) => setTimeout(done, 1000 * Number(response.headers.get("Retry-After") ?? 5)));
  return ask(send);
}

/** Follows the choices, step by step, to a move or a pass. */
async function findMove(path: { match_id: string }, so_far = ""): Promise<string> {
  const params = { path, query: { so_far } };
  const { awaited, choices } = await ask(() => api.GET("/v1/matches/{match_id}/choices", { params }));
  if (!awaited) throw new Outdated();
  const choice = choices[Math.floor(choices.length * Math.random())]!;
  return choice.complete ? choice.text : findMove(path, choice.text);
}

/** Moves as long as the bot is awaited. Returns whether the match is over. */
async function play(path: { match_id: string }): Promise<boolean> {
  const { phase, page } = await ask(() => api.GET("/v1/matches/{match_id}", { params: { path } }));
  if (phase === "over") console.log(`${game}: ${page!.outcome!.reason}`);
  if (phase === "over" || !page!.awaited.includes(page!.your_seat!)) return phase === "over";
  const move = (move: string) => ({ params: { path }, body: { move, turn: page!.turn } });
  const sent = findMove(path).then((text) => ask(() => api.POST("/v1/matches/{match_id}/moves", move(text))));
  await sent.catch((why) => { if (!(why instanceof Outdated)) throw why; }); // Then the match is read again.
  return play(path);
}

const created = await ask(() => api.POST("/v1/matches", { body: { game, options, computers: [1] } }));
// Connects again by itself, with the id of the last event.
const events = createEventSource({ url: `${baseUrl}/v1/matches/${created.id}/events`, headers });
for await (const _ of events) if (await play({ match_id: created.id })) break;
events.close();
