// Plays a match of each game with the client that orval makes.

import { createMatch, joinMatch, listChoices, showBoardAs, showMatch, submitMove } from "./client.js";
import { playAll } from "./play.js";

await playAll((url, token) => {
  const access: RequestInit & { url: string } = { url, headers: { Authorization: `Bearer ${token}` } };
  return {
    create: (game, options) => createMatch({ game, options, seating: "joined" }, access),
    join: (id) => joinMatch(id, undefined, access),
    show: (id) => showMatch(id, undefined, access),
    choices: (id, so_far) => listChoices(id, { so_far }, access),
    move: (id, move, turn) => submitMove(id, { move, turn }, access),
    board: async (id) => ((await showBoardAs(id, "png", undefined, access)) as Blob).arrayBuffer(),
  };
});
