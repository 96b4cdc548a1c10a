import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { keepWhileTold } from './keep-while-told.js';
import { createSignals } from './signals.js';

type Value = { readonly topic: string; readonly reading: number };

function open({ max = 10, isListening = true } = {}) {
  const signals = createSignals(10);
  const kept = keepWhileTold<Value>(signals, { max, topicOf: ({ topic }) => topic });
  signals.setListening(isListening);
  let readings = 0;
  const read = (key: string, topic: string) => () => Promise.resolve({ topic, key, reading: (readings += 1) });
  const find = async (key: string, topic = 'a shop') => (await kept.find(key, read(key, topic)))?.reading;
  return { signals, kept, find };
}

describe('what is kept while somebody tells of changes', () => {
  test('is read once, until its own topic is raised', async () => {
    const { signals, find } = open();
    assert.deepEqual([await find('one'), await find('two'), await find('other', 'another shop')], [1, 2, 3]);
    assert.deepEqual([await find('one'), await find('two'), await find('other', 'another shop')], [1, 2, 3]);
    signals.raise('a shop');
    assert.deepEqual([await find('one'), await find('two'), await find('other', 'another shop')], [4, 5, 3]);
  });

  test('is read once for all who ask at once', async () => {
    const { find } = open();
    assert.deepEqual(await Promise.all([find('one'), find('one'), find('one')]), [1, 1, 1]);
  });

  test('is not kept when a change was told while it was read, nor shared with who asks after that', async () => {
    const { signals, kept, find } = open();
    let resolve: (value: Value) => void = () => {};
    const slow = new Promise<Value>((done) => void (resolve = done));
    const first = kept.find('one', () => slow);
    signals.raise('a shop');
    assert.equal(await find('one'), 1);
    resolve({ topic: 'a shop', reading: 0 });
    assert.equal((await first)?.reading, 0);
    assert.equal(await find('one'), 1);
  });

  test('goes when nobody tells any more, and nothing is kept meanwhile', async () => {
    const { signals, find } = open();
    assert.equal(await find('one'), 1);
    signals.setListening(false);
    assert.deepEqual([await find('one'), await find('one')], [2, 3]);
    signals.setListening(true);
    assert.deepEqual([await find('one'), await find('one')], [4, 4]);
  });

  test('is bounded: the oldest goes, and its topic is forgotten with it', async () => {
    const { signals, find } = open({ max: 2 });
    assert.deepEqual([await find('one'), await find('two'), await find('three')], [1, 2, 3]);
    assert.deepEqual([await find('two'), await find('three'), await find('one')], [2, 3, 4]);
    signals.raise('a shop');
    assert.deepEqual([await find('three'), await find('one')], [5, 6]);
  });
});
