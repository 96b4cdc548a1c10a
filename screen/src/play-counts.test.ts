import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { acknowledgePlays, countPlay, NO_PLAYS, sealPlays } from './play-counts.js';
import type { PlayBatch } from './wire.js';

const aPlay = (mediaId: string, day = '2026-06-15', lineageId: string | null = 'a') => ({
  day,
  lineageId,
  mediaId,
  plays: 1,
  seconds: 10,
});

test('plays of a day, a campaign and a medium are one row', () => {
  const plays = [aPlay('x'), aPlay('y'), aPlay('x'), aPlay('x', '2026-06-16'), aPlay('x', '2026-06-15', null)];
  const { open } = plays.reduce(countPlay, NO_PLAYS);
  assert.deepEqual(
    open.map(({ mediaId, plays, seconds }) => [mediaId, plays, seconds]),
    [
      ['x', 2, 20],
      ['y', 1, 10],
      ['x', 1, 10],
      ['x', 1, 10],
    ],
  );
});

test('a batch does not change before it is acknowledged, and the next has the next number', () => {
  const first = sealPlays(countPlay(NO_PLAYS, aPlay('x')), 7, 10);
  assert.deepEqual(first.sealed, { batch: 8, plays: [aPlay('x')] });
  const more = sealPlays(countPlay(first, aPlay('x')), 7, 10);
  assert.deepEqual(more.sealed, first.sealed);
  assert.equal(acknowledgePlays(more, 7).sealed, more.sealed);
  const next = sealPlays(acknowledgePlays(more, 8), 7, 10);
  assert.deepEqual(next.sealed, { batch: 9, plays: [aPlay('x')] });
});

// The service as it is specified: each number once, whatever comes again.
function aService() {
  const taken = new Map<number, PlayBatch>();
  return {
    take: (batch: PlayBatch): void => void (taken.has(batch.batch) || taken.set(batch.batch, batch)),
    last: (): number => Math.max(0, ...taken.keys()),
    sum: (): number => [...taken.values()].flatMap(({ plays }) => plays).reduce((sum, { plays }) => sum + plays, 0),
  };
}

test('over any network each play is counted once: lost on the way there, lost on the way back, told twice', () => {
  const step = fc.constantFrom('play', 'play', 'send', 'lost there', 'lost back', 'twice', 'program');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), (steps, rowsMax) => {
      const service = aService();
      let counts = NO_PLAYS;
      let [played, playsBatch] = [0, 0];
      const send = (how: (typeof steps)[number]): void => {
        counts = sealPlays(counts, playsBatch, rowsMax);
        const { sealed } = counts;
        if (sealed === null || how === 'lost there') return;
        service.take(sealed);
        if (how === 'twice') service.take(sealed);
        if (how !== 'lost back') counts = acknowledgePlays(counts, sealed.batch);
      };
      for (const how of steps) {
        if (how === 'program') playsBatch = service.last();
        else if (how === 'play') counts = countPlay(counts, aPlay(`m${(played += 1) % 4}`));
        else send(how);
      }
      while (counts.sealed !== null || counts.open.length > 0) send('send');
      assert.equal(service.sum(), played);
    }),
  );
});
