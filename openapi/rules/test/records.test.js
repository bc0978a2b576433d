import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { IllegalMove, advance, choices, games, outcome, page, start, svg } from 'turnpost-rules';
import { play } from './record.js';

const engine = new URL('../../../engine/src/', import.meta.url);

for (const { id } of games()) {
  test(`the records of ${id} play as they are written`, () => {
    const folder = new URL(`${id}/records/`, engine);
    const sums = {};
    for (const name of readdirSync(folder)) {
      const { game, counts, differences } = play(readFileSync(new URL(name, folder), 'utf8'));
      assert.equal(game, id);
      assert.deepEqual(differences, [], name);
      for (const [kind, count] of Object.entries(counts)) sums[kind] = (sums[kind] ?? 0) + count;
    }
    for (const kind of ['moves', 'refusals', 'pages', 'choices', 'outcomes']) assert.ok(sums[kind] > 0, `no ${kind}`);
    console.log(id, JSON.stringify(sums));
  });
}

test('a record that says something else differs', () => {
  const record = readFileSync(new URL('magnapoco/records/square5.txt', engine), 'utf8');
  for (const [right, wrong] of [
    [/^black: .*/m, 'black: z99'],
    [/illegal occupied/, 'illegal over'],
    [/^\| .*to move/m, '| Nobody to move'],
    [/^outcome .*/m, 'outcome 1 1   A draw.'],
  ]) {
    assert.match(record, right);
    assert.equal(play(record.replace(right, wrong)).differences.length, 1, wrong);
  }
});

test('a match is the same for the same seed, and a refusal leaves it as it is', () => {
  const begin = (seed) => start('magic', { seats: 2, seed });
  assert.equal(begin('07'), begin('07'));
  assert.notEqual(begin('07'), begin('08'));
  const position = start('magma', { seats: 2, seed: '07' });
  assert.throws(() => advance(position, { seat: 0, move: 'a1-z9' }), IllegalMove);
  assert.throws(() => advance(position, { seat: 0, move: '?' }), { code: 'unreadable' });
  const [seat] = page(position).waiting.seats;
  const { text } = choices(position, seat).find((choice) => choice.kind === 'resign');
  assert.equal(outcome(position), null);
  assert.deepEqual(outcome(advance(position, { seat, move: text })).ranks.toSorted(), [1, 2]);
  assert.match(svg(position), /^<svg /);
});

test('a wrong call is an error that says what is wrong', () => {
  const position = start('magma', { seats: 2, seed: '07' });
  for (const [wrong, message] of [
    [() => start('chess', { seats: 2, seed: '07' }), /there is no game "chess"/],
    [() => start('magic', { seats: 2, seed: '07', edition: 99 }), /there is no edition 99/],
    [() => start('magma', { seats: 7, seed: '07' }), /2 to 6 players/],
    [() => start('magma', { seats: 2 }), /missing field `seed`/],
    [() => start('magma', { seats: 2, seed: 'x' }), /hexadecimal/],
    [() => start('magma', { seats: 2, seed: '07', options: { board: 'x' } }), /option board/],
    [() => advance(position, { seat: 6, move: 'pass' }), /`seat` must be 0 to 1/],
    [() => page('{}'), /the position cannot be read/],
    [() => page(position.replace('"magma"', '"magnet"')), /stored position cannot be read/],
  ]) {
    assert.throws(wrong, (error) => !(error instanceof IllegalMove) && message.test(error.message), message.source);
  }
});

test('a panic tells its message', () => {
  const wasm = new WebAssembly.Module(readFileSync(new URL('../rules.wasm', import.meta.url)));
  let message;
  const panicked = (pointer, length) => { message = Buffer.from(memory.buffer, pointer >>> 0, length).toString(); };
  const { alloc, memory } = new WebAssembly.Instance(wasm, { js: { reply() {}, panicked } }).exports;
  assert.throws(() => alloc(2 ** 31), WebAssembly.RuntimeError);
  assert.match(message, /capacity overflow/);
});

test('after a call that was stopped in the middle of its work, the next one works', () => {
  const position = start('magic', { seats: 2, seed: '07' });
  const shown = page(position);
  const failures = [];
  // Calls with less and less room on the stack, until none is left.
  const deep = () => {
    try { deep(); } catch { /* The stack is full. */ }
    if (failures.length < 3) {
      try { page(position); } catch ({ message }) { if (message.startsWith('the rules failed: ')) failures.push(message); }
    }
  };
  deep();
  assert.equal(failures.length, 3);
  assert.deepEqual(page(position), shown);
});
