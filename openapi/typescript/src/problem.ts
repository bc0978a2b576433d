import type { Schemas } from "./types.js";

/** A refusal of the server: a problem document (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";

  /** The `document` of a proxy that responds instead of the server says only the status. `retry_after` is in seconds, if it is known. */
  constructor(readonly status: number, readonly document: Schemas["ProblemDocument"], readonly retry_after?: number) {
    super(document.detail);
  }

  /** The kind, such as `illegal-move`. Later versions of the server may add others. */
  get kind(): string {
    return this.document.type.split("/").pop() ?? "";
  }

  static async from(response: Response): Promise<Problem> {
    const { status } = response;
    const title = `The response has the status ${status}.`;
    const read = await response.json().catch(() => null);
    const document = { type: "about:blank", title, status, detail: read?.title ?? title, ...read };
    const seconds = Number.parseInt(response.headers.get("Retry-After") ?? "");
    return new Problem(status, document, Number.isNaN(seconds) ? undefined : seconds);
  }
}

/** True if the connection was lost, or was silent for too long. */
export function isLost(why: unknown): boolean {
  return why instanceof TypeError || (why instanceof DOMException && why.name === "TimeoutError");
}

/** Waits for some seconds. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => (clearTimeout(timer), fail(signal?.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), done()), 1000 * seconds);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
