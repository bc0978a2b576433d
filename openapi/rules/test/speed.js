// Prints the size of the module, and the time that calls take at the start and in the middle of a record of each game.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { choices, page, svg } from 'turnpost-rules';
import { play } from './record.js';

const wasm = readFileSync(new URL('../rules.wasm', import.meta.url));
console.log(`rules.wasm: ${wasm.length} bytes, ${gzipSync(wasm, { level: 9 }).length} with gzip`);

const RECORDS = {
  magma: 'two-players', magnapoco: 'square5', magnet: 'arranged-and-declared', ice: 'draft-two-players', magic: 'two-players',
};

/** The median in milliseconds of 21 calls, after five that warm up. */
function time(f) {
  const times = Array.from({ length: 26 }, () => { const begin = performance.now(); f(); return performance.now() - begin; });
  return times.slice(5).sort((a, b) => a - b)[10].toFixed(2);
}

for (const [game, name] of Object.entries(RECORDS)) {
  const record = readFileSync(new URL(`../../../engine/src/${game}/records/${name}.txt`, import.meta.url), 'utf8');
  const lines = record.split('\n');
  const begin = performance.now();
  const { counts } = play(record);
  const whole = (performance.now() - begin).toFixed(0);
  // Lines of the first half: the match is not over there.
  const { position } = play(lines.slice(0, lines.length / 2).join('\n'));
  const seat = page(position).waiting.seats[0] ?? 0;
  console.log(
    `${game}: choices ${time(() => choices(position, seat))} ms for ${choices(position, seat).length}, `
    + `page ${time(() => page(position, seat))} ms, svg ${time(() => svg(position, seat))} ms, `
    + `position ${position.length} characters; record of ${counts.moves} moves ${whole} ms`,
  );
}
