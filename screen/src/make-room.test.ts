import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { makeRoom } from './make-room.js';

const file = (sha256: string, sizeBytes: number, usedAt: number) => ({ sha256, sizeBytes, usedAt });

test('the longest unused go first, and no more than it takes', () => {
  const files = [file('new', 10, 3), file('old', 10, 1), file('middle', 10, 2)];
  const going = makeRoom({ files, needed: new Set(), freeBytes: 5, wantedBytes: 20 });
  assert.deepEqual(
    going?.map(({ sha256 }) => sha256),
    ['old', 'middle'],
  );
  assert.deepEqual(makeRoom({ files, needed: new Set(), freeBytes: 20, wantedBytes: 20 }), []);
});

test('what is needed never goes, nothing goes in vain, and where room can be made it is', () => {
  const files = fc.uniqueArray(fc.record({ sha256: fc.string(), sizeBytes: fc.nat(100), usedAt: fc.nat(9) }), {
    selector: ({ sha256 }) => sha256,
  });
  fc.assert(
    fc.property(
      files,
      fc.nat(200),
      fc.nat(400),
      fc.infiniteStream(fc.boolean()),
      (files, freeBytes, wantedBytes, keep) => {
        const needed = new Set(files.filter(() => keep.next().value).map(({ sha256 }) => sha256));
        const going = makeRoom({ files, needed, freeBytes, wantedBytes });
        const sum = (some: typeof files): number => some.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
        const others = files.filter(({ sha256 }) => !needed.has(sha256));
        assert.equal(going === undefined, freeBytes + sum(others) < wantedBytes);
        if (going === undefined) return;
        assert.ok(going.every(({ sha256 }) => !needed.has(sha256)));
        assert.ok(freeBytes + sum([...going]) >= wantedBytes);
        assert.ok(going.length === 0 || freeBytes + sum(going.slice(0, -1)) < wantedBytes);
        const latest = Math.max(...going.map(({ usedAt }) => usedAt));
        assert.ok(others.every((one) => going.includes(one) || one.usedAt >= latest));
      },
    ),
  );
});
