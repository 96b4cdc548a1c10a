import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '@vitrine/contract/time-units';
import { newFiles } from './testing/new-files.js';

const NOON = Date.parse('2026-06-15T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const BYTES = 'a picture';
const FILE = { sha256: createHash('sha256').update(BYTES).digest('hex'), mimeType: 'image/png' };
const ENTRY = { sha256: FILE.sha256, sizeBytes: BYTES.length, pieces: 1, isWhole: false, usedAt: NOON };

type Files = Awaited<ReturnType<typeof newFiles>>['files'];
const bring = async (files: Files): Promise<void> => {
  await files.putPiece(FILE.sha256, 0, new Blob([BYTES]));
  assert.ok(await files.verify(ENTRY));
};

test('that a file is used is written down once a day, for as long as the page is open, also after its clock was set', async () => {
  const { files, device } = await newFiles();
  const writing = vi.spyOn(device, 'put');
  await bring(files);
  const usedAfter = async (ms: number): Promise<number | undefined> => {
    vi.setSystemTime(Date.now() + ms);
    await files.open(FILE);
    return (await files.find(FILE.sha256))?.usedAt;
  };
  assert.equal(await usedAfter(HOUR_MS), NOON);
  assert.equal(await usedAfter(DAY_MS), NOON + HOUR_MS + DAY_MS);
  assert.equal(await usedAfter(HOUR_MS), NOON + HOUR_MS + DAY_MS);
  assert.equal(await usedAfter(-10 * DAY_MS), Date.now());
  assert.equal(writing.mock.calls.length, 3);
});

test('a file that came anew can be doubted anew', async () => {
  const { files } = await newFiles();
  for (let time = 0; time < 2; time += 1) {
    await bring(files);
    await files.putPiece(FILE.sha256, 0, new Blob(['something else']));
    // Its bytes were right since the start; that it cannot be played makes them be looked at again.
    assert.ok(await files.open(FILE));
    files.doubt(FILE.sha256);
    assert.equal(await files.open(FILE), undefined);
  }
});
