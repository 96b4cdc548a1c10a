import assert from 'node:assert/strict';
import { test } from 'vitest';
import { settledFiles } from './files.js';

// What each look finds: name to size. The time of change is the same throughout, as with a copy that keeps it.
async function uploadsOf(looks: readonly Readonly<Record<string, number>>[]) {
  const ending = new AbortController();
  const left = [...looks];
  const events: string[] = [];
  const found = settledFiles({
    look: async () => Object.entries(left.shift() ?? {}).map(([path, size]) => ({ path, size, mtimeMs: 1 })),
    wait: async (isBeingWritten) => {
      events.push(isBeingWritten ? 'soon' : 'later');
      if (left.length === 0) ending.abort();
    },
    signal: ending.signal,
  });
  for await (const files of found) events.push(files.map(({ path, size }) => `${path} ${size}`).join(', '));
  return events;
}

test('a file that is still being copied is left alone until two looks find it the same', async () => {
  assert.deepEqual(await uploadsOf([{ 'a.mp4': 10 }, { 'a.mp4': 20 }, { 'a.mp4': 20 }, {}]), [
    'soon',
    'soon',
    'a.mp4 20',
    'later',
    'later',
  ]);
});

test('what is settled does not wait for what is not', async () => {
  const looks = [{ 'a.png': 1, 'b.mp4': 5 }, { 'a.png': 1, 'b.mp4': 9 }, { 'b.mp4': 9 }];
  assert.deepEqual(await uploadsOf(looks), ['soon', 'a.png 1', 'soon', 'b.mp4 9', 'later']);
});

test('a file that was uploaded and changes again is looked at twice again', async () => {
  const looks = [{ 'a.png': 1 }, { 'a.png': 1 }, { 'a.png': 2 }, { 'a.png': 2 }];
  assert.deepEqual(await uploadsOf(looks), ['soon', 'a.png 1', 'later', 'soon', 'a.png 2', 'later']);
});
