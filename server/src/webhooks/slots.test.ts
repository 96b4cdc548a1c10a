import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createKeyedSlots, createSlots } from './slots.js';

// Work that goes on until it is let go.
function newWorks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
  };
}

test('so many run at once, the others in the order in which they came, also behind one that fails', async () => {
  const { begun, work, end } = newWorks();
  const slots = createSlots(2);
  const fails = slots.run(() => Promise.reject(new Error('no')));
  void slots.run(work('a'));
  void slots.run(work('b'));
  void slots.run(work('c'));
  await assert.rejects(fails, /no/);
  await end('');
  assert.deepEqual(begun, ['a', 'b']);
  await end('a');
  assert.deepEqual(begun, ['a', 'b', 'c']);
});

test('one key takes so many and no more, and leaves the places of others free', async () => {
  const { begun, work, end } = newWorks();
  const slots = createKeyedSlots<string>(2);
  for (const name of ['a1', 'a2', 'a3']) void slots.run('a', work(name));
  void slots.run('b', work('b1'));
  await end('');
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  await end('a1');
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
});
