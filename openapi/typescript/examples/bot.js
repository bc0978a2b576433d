// A bot that plays a match of any game against a computer player, at random. It knows no rules.
//
//     BOT_URL=https://turnpost.example BOT_TOKEN=tpp_... node bot.js magma '{"board": "pointed43"}'

import { Turnpost } from "turnpost";

const [game = "magma", options = "{}"] = process.argv.slice(2);
const server = new Turnpost(process.env.BOT_URL, { token: process.env.BOT_TOKEN });
const settings = { game, options: JSON.parse(options), computers: [1] };
const { id } = await server.post("/v1/matches", { body: settings });
for await (const turn of server.turns({ match_id: id })) await turn.play(await turn.draw());
const match = await server.get("/v1/matches/{match_id}", { path: { match_id: id } });
console.log(`${game}: ${match.page.outcome.reason}`);
