// Plays a match of each game with the client that hey-api makes.

import { createClient } from "./client/client/index.js";
import { createMatch, joinMatch, listChoices, showBoardAs, showMatch, submitMove } from "./client/index.js";
import { playAll } from "./play.js";

await playAll((url, token) => {
  const client = createClient({ baseUrl: url, auth: token, throwOnError: true });
  const of = (match_id: string) => ({ client, path: { match_id }, throwOnError: true as const });
  return {
    create: async (game, options) => {
      const body = { game, options, seating: "joined" as const };
      return (await createMatch({ client, body, throwOnError: true })).data;
    },
    join: (id) => joinMatch(of(id)),
    show: async (id) => (await showMatch(of(id))).data,
    choices: async (id, so_far) => (await listChoices({ ...of(id), query: { so_far } })).data,
    move: (id, move, turn) => submitMove({ ...of(id), body: { move, turn } }),
    board: async (id) => {
      const path = { match_id: id, ending: "png" as const };
      const { data } = await showBoardAs({ client, path, parseAs: "blob", throwOnError: true });
      return (data as Blob).arrayBuffer();
    },
  };
});
