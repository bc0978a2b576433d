// The hand-written parts against a server that shows one fault after the other. Run `npm run build` first, then `npm test`.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";
import { Problem, Turnpost } from "turnpost";

/** Starts a server. `answer` gets a request and its body; each request is noted. */
async function serve(t, answer) {
  const seen = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: body && JSON.parse(body) });
    const json = (status, value, more = {}) => {
      response.writeHead(status, { "Content-Type": "application/json", ...more }).end(value && JSON.stringify(value));
    };
    answer(seen.at(-1), json, response, seen);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => (server.closeAllConnections(), server.close()));
  return [`http://127.0.0.1:${server.address().port}`, seen];
}

const problem = (status, kind) => ({ type: `https://x.example/problems/${kind}`, title: "No", status, detail: "It is so." });
const choice = (text, complete = true) => ({ text, kind: "move", words: "", short: "", complete });
const list = (turn, choices, further = [], truncated = false) => ({ turn, awaited: true, prompt: "", choices, further, truncated });
const quiet = { onRetry: () => {} };
const collect = async (items) => { const all = []; for await (const item of items) all.push(item); return all; };

test("a request is repeated after Retry-After, with the same key", async (t) => {
  const [url, seen] = await serve(t, (_, json, __, { length }) => {
    length === 1 ? json(429, problem(429, "rate-limited"), { "Retry-After": "1" }) : json(201, { id: "m" });
  });
  const begin = Date.now();
  assert.equal((await new Turnpost(url, quiet).post("/v1/matches", { body: { game: "magma" } })).id, "m");
  assert.ok(Date.now() - begin >= 990);
  assert.ok(seen[0].headers["idempotency-key"]);
  assert.equal(seen[0].headers["idempotency-key"], seen[1].headers["idempotency-key"]);
});

test("a lost connection is a reason to repeat, but not to create two tokens", async (t) => {
  const [url, seen] = await serve(t, (_, json, response, { length }) => (length % 2 ? response.destroy() : json(200, { next: "1" })));
  const server = new Turnpost(url, quiet);
  assert.equal((await server.get("/v1/me/events")).next, "1");
  await assert.rejects(server.post("/v1/me/tokens", { body: { name: "x", scopes: [] } }), TypeError);
  assert.equal(seen.length, 3);
});

test("a server that has never responded is given up soon", { timeout: 20_000 }, async () => {
  await assert.rejects(new Turnpost("http://127.0.0.1:1", quiet).get("/v1/me"), TypeError);
});

test("a server that asks for too long a wait, a refusal, and a page of a proxy are problems", async (t) => {
  const [url] = await serve(t, ({ url }, json, response) => {
    if (url === "/v1/me") json(403, { ...problem(403, "scope-missing"), later: "field" });
    else if (url === "/v1/games") json(503, problem(503, "unavailable"), { "Retry-After": "900" });
    else response.writeHead(404).end("<html>");
  });
  const server = new Turnpost(url, quiet);
  const refused = await server.get("/v1/me").catch((why) => why);
  assert.ok(refused instanceof Problem);
  assert.deepEqual([refused.kind, refused.status, refused.message, refused.document.later], ["scope-missing", 403, "It is so.", "field"]);
  await assert.rejects(server.get("/v1/games"), { status: 503, retry_after: 900 });
  await assert.rejects(server.get("/v1/me/invitations"), { status: 404, kind: "about:blank" });
});

test("an expired token is renewed once for all requests, and saved", async (t) => {
  const [url, seen] = await serve(t, ({ url, headers, body }, json) => {
    if (url === "/v1/tokens/refresh") json(200, { access_token: "new", refresh_token: `${body.refresh_token}+` });
    else headers.authorization === "Bearer new" ? json(200, {}) : json(401, problem(401, "unauthenticated"));
  });
  const saved = [];
  const session = { access_token: "old", refresh_token: "r" };
  const server = new Turnpost(url, { session, onSession: (session) => saved.push(session.refresh_token) });
  await Promise.all([server.get("/v1/me"), server.get("/v1/me"), server.get("/v1/games")]);
  assert.deepEqual(saved, ["r+"]);
  assert.equal(seen.filter(({ url }) => url === "/v1/tokens/refresh").length, 1);
  await assert.rejects(new Turnpost(url, { token: "tpp_old" }).get("/v1/me"), { status: 401 });
});

test("a cut stream continues after the last whole event", async (t) => {
  const [url, seen] = await serve(t, (_, __, response, { length }) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    if (length === 1) {
      response.write('retry: 10\nid: 1\n\n:\n\nid: 2\nevent: new\ndata: {"kind": "new',);
      setTimeout(() => response.write('-kind"}\r\n\r\nid: 3\ndata: {"kind"'), 20); // The second event is not whole.
      return setTimeout(() => response.destroy(), 50);
    }
    response.write(`id: ${length + 7}\n\n`);
    if (length === 2) return response.end(); // A greeting alone does not count.
    response.write('id: 4\ndata: {"kind": "ä"}\n\n');
  });
  const kinds = [];
  for await (const { kind } of new Turnpost(url, quiet).events()) if (kinds.push(kind) === 2) break;
  assert.deepEqual(kinds, ["new-kind", "ä"]);
  assert.deepEqual(seen.map(({ headers }) => headers["last-event-id"]), [undefined, "2", "2"]);
});

test("turns: first those that wait, then events; 409 leads to the next one; the match ends", async (t) => {
  const of_match = { kind: "match", match_id: "m", phase: "running" };
  const event = (id, more) => `retry: 10\nid: ${id}\ndata: ${JSON.stringify({ ...of_match, ...more })}\n\n`;
  const moves = [];
  const [url, seen] = await serve(t, ({ url, body }, json, response) => {
    if (url === "/v1/me/events") return json(200, { events: [], next: "5" });
    if (url.startsWith("/v1/matches?")) return json(200, { matches: [{ id: "w" }] });
    if (url.startsWith("/v1/matches/w/choices")) return json(200, list(3, [choice("a")]));
    if (url.startsWith("/v1/matches/m/choices")) return json(200, list(8, [choice("c")]));
    if (url.endsWith("/moves")) return body.turn === 7 ? json(409, problem(409, "stale-turn")) : (moves.push(body.move), json(204));
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(event(6, { awaited: true, turn: 7, choices: list(7, [choice("b")]) }));
    response.write(event(7, { awaited: false, turn: 9 }) + event(8, { awaited: true, turn: 10, choices: list(10, [choice("d")]) }));
    response.write(event(9, { awaited: false, turn: 11, phase: "over" }));
  });
  const server = new Turnpost(url, quiet);
  for await (const turn of server.turns()) if ((await turn.play(await turn.draw())) && turn.turn === 10) break;
  assert.deepEqual(moves, ["a", "c", "d"]);
  assert.equal(seen.find(({ headers }) => headers.accept === "text/event-stream").headers["last-event-id"], "5");
  moves.length = 0;
  for await (const turn of server.turns({ match_id: "m" })) await turn.play(await turn.draw());
  assert.equal(moves.at(-1), "d");
});

test("moves come lazily, and the server is asked only for what it has not listed", async (t) => {
  const further = [{ so_far: "b", choices: [choice("b1"), choice("b2", false)] }];
  const [url, seen] = await serve(t, ({ url }, json, response) => {
    const asked = new URL(url, "http://x").searchParams.get("so_far");
    if (asked === "b2") return json(200, list(1, [choice("b2x"), choice("b2y")]));
    if (asked === "gone") return json(422, problem(422, "bad-field"));
    if (asked !== null) return json(200, list(1, [choice("a"), choice("b", false), choice("c")], further));
    const choices = list(1, [choice("a"), choice("b", false)], [], true);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ kind: "match", awaited: true, turn: 1, choices })}\n\n`);
  });
  const server = new Turnpost(url, quiet);
  const { value: turn } = await server.turns({ match_id: "m" }).next();
  const asked = () => seen.length - 1;
  const moves = turn.moves();
  assert.equal((await moves.next()).value.text, "a");
  assert.equal(asked(), 0);
  assert.deepEqual((await collect(moves)).map(({ text }) => text), ["c", "b1", "b2x", "b2y"]);
  assert.equal(asked(), 2);
  assert.equal((await turn.draw(() => 0)).text, "a");
  assert.equal(asked(), 2);
  assert.ok((await turn.draw(() => 0.9)).complete);
  turn.choices.choices = [choice("gone", false)];
  assert.equal(await turn.draw(), undefined);
  assert.ok(turn.outdated);
  assert.equal(await turn.play(undefined), false);
});
