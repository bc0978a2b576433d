// The rules of Turnpost's games. index.d.ts describes each function.

/** A refusal of the rules: the match stays as it is. */
export class IllegalMove extends Error {
  name = 'IllegalMove';

  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const url = new URL('./rules.wasm', import.meta.url);
// Node cannot fetch files. Bundlers would follow an import.
const fs = url.protocol === 'file:' && globalThis.process?.getBuiltinModule?.('node:fs');
const module = await WebAssembly.compile(fs ? fs.readFileSync(url) : await (await fetch(url)).arrayBuffer());

let wasm, reply, panic;
const text = (pointer, length) => new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, pointer >>> 0, length));
const js = {
  reply: (pointer, length) => { reply = text(pointer, length); },
  panicked: (pointer, length) => { panic = text(pointer, length); },
};

function call(name, given) {
  const bytes = new TextEncoder().encode(JSON.stringify({ call: name, ...given }));
  try {
    wasm ??= new WebAssembly.Instance(module, { js }).exports;
    const pointer = wasm.alloc(bytes.length) >>> 0;
    new Uint8Array(wasm.memory.buffer, pointer, bytes.length).set(bytes);
    wasm.call(pointer, bytes.length);
  } catch (cause) {
    // The instance was stopped in the middle of its work. Positions are not in it, so the next call can use a new one.
    const message = `the rules failed: ${panic ?? cause.message}`;
    wasm = panic = undefined;
    throw new Error(message, { cause });
  }
  const { value, illegal, error } = JSON.parse(reply);
  if (illegal) throw new IllegalMove(illegal.code, illegal.message);
  if (error !== undefined) throw new Error(error);
  return value;
}

export const games = () => call('games').map(({ info: { seats, ...info }, options }) =>
  ({ ...info, min_seats: seats.start, max_seats: seats.end, options }));
export const start = (game, { seats, options = {}, seed, edition, values, earlier }) =>
  call('start', { game, edition, seats, options, chance: { seed, values, earlier } });
export const advance = (position, { seat, move, at }) => call('advance', { position, seat, move, at });
export const expire = (position, { word, seats = [], at }) => call('expire', { position, word, seats, at });
export const choices = (position, seat, soFar = '') => call('choices', { position, seat, text: soFar });
export const page = (position, seat = null) => call('page', { position, seat });
export const svg = (position, seat = null) => call('svg', { position, seat });
export const outcome = (position) => call('outcome', { position });
export const setup = (position) => call('setup', { position });
