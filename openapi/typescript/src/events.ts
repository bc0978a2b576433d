import type { Schemas } from "./types.js";

/** An event. Kinds and members that you do not know may appear at any time. */
export type Event = Schemas["Event"];

export type EventSettings = {
  /** Follow this match instead of all matches of the account. */
  match_id?: string | undefined;
  /** The `next` of a list of events, or the id of an event: begin after it. Default: now. */
  after?: string | undefined;
  /** What events about matches carry, separated by commas. */
  include?: string;
  signal?: AbortSignal | undefined;
};

/** A message of an event stream. One without data only names its id, or how long to wait before the next connection. */
type Message = { id?: string; data?: string; retry?: number };

/** Reads an event stream (HTML, section 9.2). Calls `silent` if nothing arrives for 90 seconds: the server writes every 25. */
export async function* messages(body: ReadableStream<Uint8Array>, silent: () => void): AsyncGenerator<Message> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let [text, message]: [string, Message] = ["", {}];
  for (;;) {
    const timer = setTimeout(silent, 90_000);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return; // An event is complete after an empty line only.
    text += decoder.decode(value, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    text = lines.pop()!;
    for (const line of lines) {
      const [, field, content = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
      if (field === "id") message.id = content;
      if (field === "retry") message.retry = Number(content);
      if (field === "data") message.data = message.data === undefined ? content : `${message.data}\n${content}`;
      if (line !== "") continue;
      yield message;
      message = {};
    }
  }
}
