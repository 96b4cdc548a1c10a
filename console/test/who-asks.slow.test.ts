// What the page says of a program that asks to be connected: no more than is known.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { whoAsks } from '../src/session/who-asks.js';

const host = 'claude-connect.example';

test('whose document says so is named with its host, in the headline too', () => {
  const { headline, isKnown, words } = whoAsks({ name: 'Claude', host, returnsTo: host });
  assert.deepEqual([headline, isKnown], [`Connect Claude of ${host}?`, true]);
  assert.equal(
    words.join(''),
    `This is a program of ${host}, which calls it «Claude». If you did not start this, or do not know ${host}, cancel.`,
  );
  assert.match(whoAsks({ name: 'Claude', host, returnsTo: 'other.example' }).words[2], /goes to other\.example/);
});

test('what goes to the same machine is nobody’s for certain, whatever the document says', () => {
  const { isKnown, words } = whoAsks({ name: 'Claude', host, returnsTo: null });
  assert.equal(isKnown, false);
  assert.match(words.join(''), /^A program on this computer says that it is one of claude-connect\.example.*could say/);
});

test.each([
  ['claude.example', 'claude.example'],
  [null, 'a program on this computer'],
])('who only registered is vouched for by nobody, and the answer goes to %s', (returnsTo, goesTo) => {
  const { headline, isKnown, words } = whoAsks({ name: 'Claude', host: null, returnsTo });
  assert.deepEqual([headline, isKnown, words[1]], ['Connect Claude?', false, goesTo]);
});
