import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findWeakness } from './password-rules.js';

const ADA = { email: 'Ada.Baker@Example.com', name: 'Ada Baker-Müller' };

const REASONS = { short: /at least 10/, own: /email or your name/, pattern: /in a row/, common: /tried first/ };

test.each([
  ['nine char', 'short'],
  ['🙂🙂🙂🙂🙂🙂🙂🙂🙂', 'short'],
  ['ADA.baker@example.com', 'own'],
  ['ada.baker2026', 'own'],
  ['AdaBaker!!!1', 'own'],
  ['Ada Baker-Müller', 'own'],
  ['aaaaaaaaaaaa', 'pattern'],
  ['abcabcabcabc', 'pattern'],
  ['1212121212', 'pattern'],
  ['0987654321', 'pattern'],
  ['qwertyuiop', 'pattern'],
  ['Qwerty123456', 'pattern'],
  ['abcdefghijklm', 'pattern'],
  ['basketball', 'common'],
  ['Password2026!', 'common'],
  ['P@ssw0rd1234', 'common'],
  ['1q2w3e4r5t', 'common'],
] as const)('«%s» is refused: %s', (password, reason) => {
  assert.match(findWeakness(password, ADA) ?? 'it will do', REASONS[reason]);
});

test.each([
  'correct horse battery',
  'a house with green doors',
  'Kx7pQm2vRt9wZb4n',
  'ada bakes bread at four',
  'pässwörter überall',
])('«%s» will do', (password) => {
  assert.equal(findWeakness(password, ADA), undefined);
});
