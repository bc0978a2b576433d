import { type Event, type EventSettings, messages } from "./events.js";
import { isLost, pause, Problem } from "./problem.js";
import { DEPTH, Turn } from "./turn.js";
import type { Answer, Ask, Asks, Choices, Method, Operation, PathOf, Schemas, Session } from "./types.js";

export type Settings = {
  /** The token of a bot, or a personal access token. */
  token?: string | undefined;
  /** The tokens of an earlier sign-in. */
  session?: Session | undefined;
  /** Called with the new tokens after a sign-in and each renewal. Save them here: a refresh token is valid once. */
  onSession?: (session: Session) => void;
  /** The seconds for which a request is repeated while the server cannot be reached, is overloaded, or asks to wait. Default: 600. */
  patience?: number;
  /** Called before a request is repeated. Default: a warning on the console. */
  onRetry?: (why: Error, seconds: number) => void;
};

export type TurnSettings = {
  /** Follow this match only, until it is over. */
  match_id?: string;
  /** Accept all invitations. */
  accept_invitations?: boolean;
  signal?: AbortSignal;
};

type AnyAsk = { path?: object; query?: object; header?: object; body?: unknown; signal?: AbortSignal | undefined };

/** Requests that may be sent twice. The server knows the second one by its `Idempotency-Key`, or it does no harm. */
const REPEATABLE = /^\/v1\/(matches(?!.*\/(computers|rematch))|invitations|me\/vacations|reports|tokens\/refresh)/;
/** Requests that are made without a token. */
const OPEN = /^\/v1\/(sign-in|tokens\/refresh)/;

/** A client of one server, for one account. */
export class Turnpost {
  readonly url: string;
  session: Session | undefined;
  #settings: Settings;
  /** True once the server has responded. Before, a wrong URL or a forbidden origin is more likely than a lost connection. */
  #reached = false;
  #renewal: Promise<unknown> | undefined;
  /** The turn of each match in which a move was played last. */
  #played = new Map<string, number>();

  constructor(url: string | undefined, settings: Settings = {}) {
    this.url = new URL(url ?? "").href.replace(/\/$/, ""); // An invalid URL fails here.
    this.session = settings.token === undefined ? settings.session : { access_token: settings.token };
    const onRetry = (why: Error, seconds: number) => console.warn(`turnpost: ${why} (next try in ${Math.round(seconds)} s)`);
    this.#settings = { onRetry, ...settings };
  }

  get = <P extends PathOf<"get">>(path: P, ...ask: Asks<Operation<"get", P>>) => this.request("get", path, ...ask);
  post = <P extends PathOf<"post">>(path: P, ...ask: Asks<Operation<"post", P>>) => this.request("post", path, ...ask);

  /** Makes any request of the OpenAPI document. A response without a body, such as 204, is undefined. */
  request<M extends Method, P extends PathOf<M>>(method: M, path: P, ...[ask]: Asks<Operation<M, P>>): Promise<Answer<Operation<M, P>>> {
    const read = (response: Response) => response.text().then((text) => (text === "" ? undefined : JSON.parse(text)));
    return this.send(method, path, ask as AnyAsk, read);
  }

  /** Sends a request, for example for a picture, and returns what `read` makes of the response. Renews tokens, and repeats what may be. */
  async send<T>(method: Method, path: string, ask: AnyAsk = {}, read: (response: Response) => T | Promise<T>): Promise<T> {
    const parts = ask.path as Record<string, unknown>;
    const url = new URL(this.url + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parts[name]))));
    for (const [name, value] of Object.entries(ask.query ?? {})) if (value != null) url.searchParams.set(name, String(value));
    const headers = new Headers(Object.entries(ask.header ?? {}).filter(([, value]) => value != null));
    const repeatable = method !== "post" || REPEATABLE.test(path);
    if (method === "post" && repeatable && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", randomKey());
    const body = ask.body === undefined ? null : JSON.stringify(ask.body);
    if (body !== null) headers.set("Content-Type", "application/json");
    const streams = headers.get("Accept") === "text/event-stream";
    for (let [tries, renewed, begun] = [0, false, Date.now()]; ; tries += 1) {
      const token = OPEN.test(path) ? undefined : this.session?.access_token;
      if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
      const limits = [ask.signal, streams ? undefined : AbortSignal.timeout(60_000)].filter((limit) => limit !== undefined);
      try {
        const response = await fetch(url, { method: method.toUpperCase(), headers, body, signal: AbortSignal.any(limits) });
        this.#reached = true;
        if (!response.ok) throw await Problem.from(response);
        return await read(response);
      } catch (why) {
        const problem = why instanceof Problem ? why : undefined;
        if (problem?.status === 401 && token !== undefined && this.session?.refresh_token !== undefined && !renewed) {
          renewed = true;
          await this.#renew(token);
          continue;
        }
        const asked = problem?.status === 429 || problem?.status === 503;
        const failed = (problem !== undefined && problem.status >= 500) || (isLost(why) && !ask.signal?.aborted);
        const seconds = problem?.retry_after ?? Math.min(30, 2 ** tries) * (0.5 + Math.random() / 2);
        const { patience = 600 } = this.#settings;
        const ends = begun + 1000 * (this.#reached ? patience : Math.min(10, patience));
        if (!(asked || (failed && repeatable)) || Date.now() + 1000 * seconds > ends) throw why;
        this.#settings.onRetry?.(why as Error, seconds);
        await pause(seconds, ask.signal);
      }
    }
  }

  /** Sends an email with a sign-in code. Give the code to the function that it returns. A wrong code is the problem `bad-code`. */
  async signIn(address: string): Promise<(code: string) => Promise<Schemas["Tokens"]>> {
    const { sign_in, secret } = await this.post("/v1/sign-in", { body: { address } });
    const path = { sign_in_id: sign_in };
    return async (code) => this.#keep(await this.post("/v1/sign-in/{sign_in_id}/code", { path, body: { code, secret } }));
  }

  #keep<T extends Session>(session: T): T {
    this.session = session;
    this.#settings.onSession?.(session);
    return session;
  }

  /** Renews the tokens, once for all requests whose token has expired. */
  async #renew(expired: string): Promise<void> {
    const { access_token, refresh_token } = this.session ?? {};
    if (access_token !== expired || refresh_token === undefined) return;
    this.#renewal ??= this.post("/v1/tokens/refresh", { body: { refresh_token } })
      .then((tokens) => this.#keep(tokens))
      .finally(() => (this.#renewal = undefined));
    await this.#renewal;
  }

  /** Follows what happens, for as long as you read. Connects again by itself, and then continues after the last event. */
  async *events({ match_id, after, include = "choices", signal }: EventSettings = {}): AsyncGenerator<Event, never, void> {
    const path = match_id === undefined ? "/v1/me/events" : "/v1/matches/{match_id}/events";
    for (let retry = 5000; ; await pause(retry / 1000, signal)) {
      const stop = new AbortController();
      const silent = () => stop.abort(new DOMException("The stream is silent.", "TimeoutError"));
      const header = { Accept: "text/event-stream", "Last-Event-ID": after };
      const signals = signal === undefined ? [stop.signal] : [stop.signal, signal];
      const ask = { path: { match_id }, query: { include }, header, signal: AbortSignal.any(signals) };
      try {
        const response = await this.send("get", path, ask, (response) => response);
        for await (const message of messages(response.body!, silent)) {
          retry = message.retry ?? retry;
          if (message.data !== undefined) yield JSON.parse(message.data);
          // The id of a greeting is that of the present: what was missed follows it, and may be cut off.
          if (message.data !== undefined || after === undefined) after = message.id ?? after;
        }
      } catch (why) {
        if (signal?.aborted || !isLost(why)) throw why;
        this.#settings.onRetry?.(why as Error, retry / 1000);
      } finally {
        stop.abort();
      }
    }
  }

  /** Lists the continuations of a text, or nothing if the match does not take moves any more. */
  async choices(match_id: string, query: { so_far?: string; depth?: number } = {}, signal?: AbortSignal): Promise<Choices | undefined> {
    return this.get("/v1/matches/{match_id}/choices", { path: { match_id }, query, signal }).catch(unless(404, 409, 422));
  }

  /** Waits for your turns, first those that are due already. Play each before you ask for the next. With a `match_id` it ends with it. */
  async *turns({ match_id, accept_invitations = false, signal }: TurnSettings = {}): AsyncGenerator<Turn, void, void> {
    // First the place in the stream, then the lists: nothing is missed in between.
    const after = match_id === undefined ? (await this.get("/v1/me/events", { signal })).next : undefined;
    if (accept_invitations) await this.#accept(signal);
    if (match_id === undefined) yield* this.#waiting(signal); // The stream of a match begins with its state.
    for await (const event of this.events({ match_id, after, signal })) {
      const { kind, phase, turn } = event;
      const id = event.match_id ?? match_id;
      if (accept_invitations && ["invitation", "resync"].includes(kind)) await this.#accept(signal);
      // An event that was sent before your move may arrive after it. In a turn in which you have moved, the server has to be asked.
      const isNew = (turn ?? 0) > (this.#played.get(id ?? "") ?? -1);
      if (id !== undefined && (event.awaited || kind === "resync")) yield* this.#due(id, isNew ? event.choices : undefined, signal);
      if (id === undefined && kind === "resync") yield* this.#waiting(signal);
      if (match_id !== undefined && (phase === "over" || phase === "cancelled")) return;
    }
  }

  /** The turn of a match, if it awaits you; again if it has moved on while you thought. */
  async *#due(id: string, told: Choices | null | undefined, signal?: AbortSignal): AsyncGenerator<Turn, void> {
    for (let tries = 0; ; tries += 1) {
      const choices = told ?? (await this.choices(id, { depth: DEPTH }, signal));
      if (!choices?.awaited) return;
      const turn = new Turn(this, id, choices);
      yield turn;
      if (turn.played) this.#played.set(id, turn.turn);
      if (!turn.outdated) return;
      told = undefined;
      await pause(Math.min(tries, 30), signal);
    }
  }

  async *#waiting(signal?: AbortSignal, after?: string): AsyncGenerator<Turn, void> {
    const query = { filter: "waiting" as const, limit: 100, ...(after && { after }) };
    const { matches, next } = await this.get("/v1/matches", { query, signal });
    for (const { id } of matches) yield* this.#due(id, undefined, signal);
    if (next) yield* this.#waiting(signal, next);
  }

  async #accept(signal?: AbortSignal): Promise<void> {
    const { invitations } = await this.get("/v1/me/invitations", { query: { limit: 100 }, signal });
    const accept = (invitation_id: string) => this.post("/v1/invitations/{invitation_id}/accept", { path: { invitation_id }, signal });
    for (const { id } of invitations) await accept(id).catch(unless(403, 404, 409)); // Withdrawn, or the seats are taken.
  }
}

/** Ignores problems with these statuses. */
const unless = (...statuses: number[]) => (why: unknown): undefined => {
  if (!(why instanceof Problem) || !statuses.includes(why.status)) throw why;
};

/** A key of a request. Pages without TLS have no `crypto.randomUUID`. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
