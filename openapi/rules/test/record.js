// Plays a record of engine/src/*/records through the package, and says where the package differs from it.
import { IllegalMove, advance, choices, expire, outcome, page, setup, start } from 'turnpost-rules';

const HEADER = new RegExp(
  '^game (?<game>\\S+)\\s+(?:edition (?<edition>\\d+)\\s+)?seats (?<seats>\\d+)\\s+options (?<options>{.*})\\s+'
  + 'seed (?<seed>\\S+)(?:\\s+values (?<values>\\S+))?(?:\\s+earlier (?<earlier>\\S+))?\\s*$',
);
const TIME = /^at P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,3}))?S)?)?$/;

function milliseconds(line) {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0, rest = ''] = line.match(TIME);
  return (((+days * 24 + +hours) * 60 + +minutes) * 60 + +seconds) * 1000 + +rest.padEnd(3, '0');
}

const words = (text) => text.split(/\s+/).filter(Boolean).join(' ');

/** Returns the last position, the number of compared lines of each kind, and the differences. */
export function play(record) {
  const lines = record.split('\n').filter((line) => line && !line.startsWith('#'));
  const { game, seats, options, seed, edition, values, earlier } = lines.shift().match(HEADER).groups;
  let position = start(game, { seats: +seats, options: JSON.parse(options), seed, edition: edition && +edition, values, earlier });
  const ids = setup(position).chairs.map((chair) => chair.id);
  const seatOf = (id) => {
    if (!ids.includes(id)) throw new Error(`no seat ${id}`);
    return ids.indexOf(id);
  };
  const counts = { moves: 0, refusals: 0, clocks: 0, pages: 0, choices: 0, outcomes: 0 };
  const differences = [];
  const compare = (kind, line, found, expected) => {
    counts[kind] += 1;
    if (found !== expected) differences.push(`${line}\nexpected: ${expected}\nfound: ${found}`);
  };
  // Returns false if the rules refuse an act that the record has.
  const follow = (kind, line, act) => {
    try {
      position = act();
      counts[kind] += 1;
      return true;
    } catch (error) {
      differences.push(`${line}\nrefused: ${error.message}`);
      return false;
    }
  };
  let at = 0;
  while (lines.length) {
    const line = lines.shift();
    const [head, rest = ''] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()];
    if (line.startsWith('= ')) {
      const [, eye, verb, soFar = ''] = line.match(/^= (\S+) (\S+) ?(.*)$/);
      const block = [];
      while (lines[0]?.startsWith('|')) block.push(lines.shift().slice(1).replace(/^ /, ''));
      const seat = eye === 'anyone' || eye === 'all' ? null : seatOf(eye);
      // The package shows everything only after the end, and tells no stories.
      if (verb === 'reads' || (eye === 'all' && !outcome(position))) continue;
      if (verb === 'may') {
        const texts = choices(position, seat, soFar).map(({ text, complete }) => text + (complete ? '' : '...'));
        compare('choices', line, words(texts.join(', ')), words(block.join(' ')));
      } else {
        const { text, ends } = page(position, seat);
        const shown = verb === 'sees' ? text : ends.map((end) => end.words).join('\n');
        compare('pages', line, shown.split('\n').map((one) => one.trimEnd()).join('\n').trimEnd(), block.join('\n').trimEnd());
      }
    } else if (line.startsWith('at ')) {
      at = milliseconds(line);
    } else if (line.startsWith('outcome ')) {
      const { ranks, reason } = outcome(position) ?? { ranks: [] };
      compare('outcomes', line, `outcome ${ranks.join(' ')}   ${reason}`, line);
    } else if (line.startsWith('!') || line.startsWith('?')) {
      const [move, refusal] = rest.split(/ {3,}/);
      let code = 'played';
      try {
        advance(position, { seat: seatOf(head.slice(1)), move, at });
      } catch (error) {
        if (!(error instanceof IllegalMove)) throw error;
        code = error.code;
      }
      compare('refusals', line, code, refusal.replace('illegal ', ''));
    } else if (line.startsWith('~')) {
      const expired = head === '~no-seat' ? [] : [seatOf(head.slice(1))];
      if (!follow('clocks', line, () => expire(position, { word: rest, seats: expired, at }))) break;
    } else if (!line.startsWith('*') && !line.startsWith('commitment ') && !line.startsWith('head ')) {
      if (!follow('moves', line, () => advance(position, { seat: seatOf(head), move: rest, at }))) break;
    }
  }
  return { game, position, counts, differences };
}
