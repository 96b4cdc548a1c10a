import assert from 'node:assert/strict';
import { ConnectionError } from '@vitrine/client';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetUnanswered } from '../../ui/unanswered.js';
import { addItemsOnce } from './add-items-once.js';

afterEach(() => {
  forgetUnanswered();
  vi.restoreAllMocks();
});

// A playlist of one item, to which two are added: done or not, and answered or not.
function newPlaylist() {
  const items = ['door'];
  const add = async (isDone = true, isAnswered = true) =>
    addItemsOnce(
      { id: 'front', itemCount: items.length, mediaIds: ['bread', 'cake'] },
      {
        read: () => Promise.resolve({ items: items.map((mediaId) => ({ mediaId })) }),
        add: () => {
          if (isDone) items.push('bread', 'cake');
          return isAnswered ? Promise.resolve({}) : Promise.reject(new ConnectionError('lost'));
        },
      },
    );
  const lose = (isDone: boolean): Promise<void> => expect(add(isDone, false)).rejects.toThrow('lost');
  return { items, add, lose };
}

test('what was added, and its answer lost, is not added again', async () => {
  const { items, add, lose } = newPlaylist();
  await lose(true);
  await add();
  assert.deepEqual(items, ['door', 'bread', 'cake']);
});

test('what was lost on the way is, behind what somebody else has added by then', async () => {
  const { items, add, lose } = newPlaylist();
  await lose(false);
  items.push('tea');
  await lose(true);
  await add();
  assert.deepEqual(items, ['door', 'tea', 'bread', 'cake']);
});

test('ten minutes later, and for somebody else, it is another addition', async () => {
  const { items, add, lose } = newPlaylist();
  await lose(true);
  const then = Date.now() + 10 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(then);
  await add();
  assert.equal(items.length, 5);
  await lose(true);
  forgetUnanswered();
  await add();
  assert.equal(items.length, 9);
});
