import assert from 'node:assert/strict';
import { test } from 'vitest';
import { filesOf } from './dropped-files.js';

type Entry = { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean };
type Then<Value> = (value: Value) => void;

const aFile = (name: string, isWhole = true) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (then: Then<File>, fail: Then<Error>) =>
    isWhole ? then(new File(['a'], name)) : fail(new Error(`${name} is not to be read`)),
});

// Given one by one; one that breaks gives no more after the first.
const aFolder = (name: string, inside: readonly Entry[], isWhole = true) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...inside];
    const readEntries = (then: Then<Entry[]>, fail: Then<Error>): void =>
      isWhole || left.length === inside.length ? then(left.splice(0, 1)) : fail(new Error('broken'));
    return { readEntries };
  },
});

async function drop(...entries: readonly Entry[]) {
  const { files, unread } = await filesOf({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [],
  });
  return { files: files.map(({ name }) => name), unread };
}

test('of a folder in which something cannot be read all else is taken, and what is missing is named', async () => {
  const folder = aFolder('Window', [
    aFile('a.jpg'),
    aFile('gone.jpg', false),
    aFolder('Deep', [aFile('b.jpg'), aFile('c.jpg')], false),
    aFile('d.jpg'),
  ]);
  assert.deepEqual(await drop(folder, aFile('shut.jpg', false), aFile('e.jpg')), {
    files: ['a.jpg', 'b.jpg', 'd.jpg', 'e.jpg'],
    unread: ['gone.jpg', 'Deep', 'shut.jpg'],
  });
});

test('what nobody means to upload is not read, and not missed', async () => {
  const hidden = aFolder('.git', [aFile('a.jpg')]);
  const folder = aFolder('Window', [aFile('.DS_Store', false), aFile('Thumbs.db', false), hidden, aFile('b.jpg')]);
  assert.deepEqual(await drop(folder), { files: ['b.jpg'], unread: [] });
});
