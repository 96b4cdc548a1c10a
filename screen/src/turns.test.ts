import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { interruptAt, itemAt, knownAt, nextSpot, runningAt, type Spot } from './turns.js';
import type { Program } from './wire.js';

type Flight = Program['campaigns'][number]['flight'];
const ALWAYS: Flight = { start: null, end: null };
const FIVE: Flight = { start: '2026-06-15T17:00', end: '2026-06-15T18:00' };
const at = (time: string): number => Date.parse(`2026-06-15T${time}+02:00`);
const NOON = at('12:00:00');

// Each campaign by its name, which is its id too, with so many items.
function aProgram(
  counts: Readonly<Record<string, number>>,
  over: Partial<Program> & { flights?: Record<string, Flight> } = {},
): Program {
  const { flights = {}, ...rest } = over;
  const campaigns = Object.entries(counts).map(([name, count]) => ({
    lineageId: name,
    name,
    flight: flights[name] ?? ALWAYS,
    items: Array.from({ length: count }, (_, index) => ({ mediaId: `${name}${index}`, durationSeconds: 10 })),
  }));
  return {
    version: 'v',
    screen: { id: 's', name: 'Window', orientation: 'landscape', timeZone: 'Europe/Paris' },
    merchant: { name: 'Corner Bakery' },
    playsBatch: 0,
    campaigns,
    default: null,
    media: [],
    ...rest,
  };
}

const standard = (count: number): Program['default'] => ({
  items: Array.from({ length: count }, (_, index) => ({ mediaId: `default${index}`, durationSeconds: 10 })),
});

function play(program: Program, count: number, now = NOON): string[] {
  const played: string[] = [];
  for (let spot: Spot | null = null; played.length < count;) {
    spot = nextSpot(program, now, spot);
    played.push(spot === null ? 'nothing' : (itemAt(program, spot)?.mediaId ?? 'missing'));
  }
  return played;
}

describe('turns', () => {
  test('go by name, each campaign with its whole playlist', () => {
    assert.deepEqual(play(aProgram({ a: 2, b: 1, c: 2 }), 7), ['a0', 'a1', 'b0', 'c0', 'c1', 'a0', 'a1']);
  });

  test('leave out campaigns that do not run, and begin again after the last', () => {
    const program = aProgram({ a: 1, b: 2, c: 1 }, { flights: { b: FIVE } });
    assert.deepEqual(play(program, 4), ['a0', 'c0', 'a0', 'c0']);
    assert.deepEqual(play(program, 4, at('17:30:00')), ['a0', 'b0', 'b1', 'c0']);
  });

  test('are the default content, round and round, while nothing runs, and nothing without one', () => {
    const flights = { a: FIVE };
    assert.deepEqual(play(aProgram({ a: 1 }, { flights, default: standard(2) }), 3), [
      'default0',
      'default1',
      'default0',
    ]);
    assert.deepEqual(play(aProgram({ a: 1 }, { flights }), 1), ['nothing']);
  });

  test('after a campaign that has gone go on with the first', () => {
    assert.deepEqual(nextSpot(aProgram({ a: 1, b: 1 }), NOON, { lineageId: 'gone', index: 3 }), {
      lineageId: 'a',
      index: 0,
    });
  });

  test('of any program show each item of each running campaign once a round, and nothing else', () => {
    const program = fc
      .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.record({ count: fc.nat(4), runs: fc.boolean() }))
      .map((all) =>
        aProgram(Object.fromEntries(Object.entries(all).map(([name, { count }]) => [name, count])), {
          flights: Object.fromEntries(Object.entries(all).map(([name, { runs }]) => [name, runs ? ALWAYS : FIVE])),
        }),
      );
    const before = fc.option(fc.record({ lineageId: fc.constantFrom('a', 'b', 'gone', null), index: fc.nat(5) }));
    fc.assert(
      fc.property(program, before, (program, start) => {
        const running = runningAt(program, NOON);
        const round = running.flatMap(({ items }) => items.map(({ mediaId }) => mediaId));
        let spot: Spot | null = start;
        // Wherever it begins: a campaign's end is reached first, then a whole round follows.
        do spot = nextSpot(program, NOON, spot);
        while (spot !== null && spot.index > 0);
        if (round.length === 0) return assert.equal(spot, null);
        const played: (string | undefined)[] = [];
        for (; spot !== null && played.length < round.length; spot = nextSpot(program, NOON, spot)) {
          played.push(itemAt(program, spot)?.mediaId);
        }
        const first = round.indexOf(played[0] ?? '');
        return assert.deepEqual(played, [...round.slice(first), ...round.slice(0, first)]);
      }),
    );
  });
});

describe('what is on', () => {
  const happyHour = aProgram({ cakes: 2, hour: 1 }, { flights: { hour: FIVE }, default: standard(1) });
  const cakes: Spot = { lineageId: 'cakes', index: 1 };
  const look = (program: Program, time: string, shown: Spot | null, before: string) =>
    interruptAt(program, at(time), { shown, known: knownAt(program, at(before)) });

  test('stays on while nothing begins or ends', () => {
    assert.equal(look(happyHour, '16:59:59.999', cakes, '16:59:59'), undefined);
    assert.equal(look(happyHour, '17:30:00', cakes, '17:29:59'), undefined);
  });

  test('makes way at the very minute that a campaign begins', () => {
    assert.deepEqual(look(happyHour, '17:00:00', cakes, '16:59:59'), { lineageId: 'hour', index: 0 });
  });

  test('goes at the very minute that its own campaign ends', () => {
    const hour: Spot = { lineageId: 'hour', index: 0 };
    assert.deepEqual(look(happyHour, '18:00:00', hour, '17:59:59'), { lineageId: 'cakes', index: 0 });
    const alone = aProgram({ hour: 1 }, { flights: { hour: FIVE }, default: standard(1) });
    assert.deepEqual(look(alone, '18:00:00', hour, '17:59:59'), { lineageId: null, index: 0 });
    assert.equal(look({ ...alone, default: null }, '18:00:00', hour, '17:59:59'), null);
  });

  test('makes way for what was published, not for a program in which only others changed their flight', () => {
    const known = knownAt(happyHour, NOON);
    const more = aProgram({ bread: 1, cakes: 2, hour: 1 }, { flights: { hour: FIVE } });
    assert.deepEqual(interruptAt(more, NOON, { shown: cakes, known }), { lineageId: 'bread', index: 0 });
    const longer = aProgram({ cakes: 2, hour: 1 }, { flights: { hour: { ...FIVE, end: '2026-06-15T19:00' } } });
    assert.equal(interruptAt(longer, NOON, { shown: cakes, known }), undefined);
  });

  test('begins anew when its own campaign was published with another file', () => {
    const withFile = (sha256: string): Program => ({
      ...happyHour,
      media: [
        {
          id: 'cakes0',
          name: '',
          type: 'image',
          mimeType: 'image/png',
          sha256,
          sizeBytes: 1,
          width: 1,
          height: 1,
          url: '',
        },
      ],
    });
    const known = knownAt(withFile('old'), NOON);
    assert.equal(interruptAt(withFile('old'), NOON, { shown: cakes, known }), undefined);
    assert.deepEqual(interruptAt(withFile('new'), NOON, { shown: cakes, known }), { lineageId: 'cakes', index: 0 });
  });
});
