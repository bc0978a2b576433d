// Plays a match of each game with the types that openapi-typescript makes and the client of openapi-fetch.

import createClient from "openapi-fetch";
import type { paths } from "./client.js";
import { playAll } from "./play.js";

function expect<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

await playAll((url, token) => {
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
  const of = (match_id: string) => ({ params: { path: { match_id } } });
  return {
    create: async (game, options) => expect(await client.POST("/v1/matches", { body: { game, options, seating: "joined" } })),
    join: async (id) => expect(await client.POST("/v1/matches/{match_id}/join", of(id))),
    show: async (id) => expect(await client.GET("/v1/matches/{match_id}", of(id))),
    choices: async (id, so_far) => {
      const params = { path: { match_id: id }, query: { so_far } };
      return expect(await client.GET("/v1/matches/{match_id}/choices", { params }));
    },
    move: async (id, move, turn) => expect(await client.POST("/v1/matches/{match_id}/moves", { ...of(id), body: { move, turn } })),
    board: async (id) => {
      const params = { path: { match_id: id, ending: "png" as const } };
      return expect(await client.GET("/v1/matches/{match_id}/board.{ending}", { params, parseAs: "arrayBuffer" }));
    },
  };
});
