import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../test/database.js';
import { sql } from './db/sql.js';
import { foldText, searchText } from './fold.js';

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

// Two letters that case folding makes one are one for us, for every letter that both Unicode tables know.
test('folds as full Unicode case folding does, by the table of PostgreSQL', async () => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => (code < 0xd800 || code > 0xdfff) && code > 0)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => /\p{L}|\p{M}|\p{Nl}|\p{So}/u.test(letter));
  const rows = await database.db.rows<{ letter: string; folded: string }>(sql`
    select letter, casefold(letter collate pg_unicode_fast) as folded from unnest(${letters}::text[]) as letter
    where casefold(letter collate pg_unicode_fast) <> letter`);
  assert.ok(rows.length > 1_400);
  const wrong = rows.filter(({ letter, folded }) => foldText(letter) !== foldText(folded));
  assert.deepEqual(wrong, []);
});

test('keeps letters apart that folding keeps apart', () => {
  for (const [one, other] of [
    ['ı', 'i'],
    ['é', 'e'],
    ['o', '0'],
    ['ł', 'l'],
  ] as const)
    assert.notEqual(foldText(one), foldText(other));
});

test('folding what is folded changes nothing', () => {
  for (const text of ['ΟΔΟΣ', 'Straße', 'İstanbul', 'ŉ', 'ﬃ', 'Ǆ', '㎏', 'ͅ', 'ᾳ'])
    assert.equal(foldText(foldText(text)), foldText(text));
});

test('no folded text holds what stands between name and description', () => {
  const between = searchText('a', 'b').slice(1, -1);
  assert.ok(!foldText(`x${between}y`).includes(between));
});
