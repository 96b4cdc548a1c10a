import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { tagNameKey } from '@vitrine/contract/tag-name';
import { openTestDatabase, type TestDatabase } from '../../tests/harness/database.js';
import { sql } from './db/sql.js';
import { emailKey, foldSearch, foldText, searchText } from './fold.js';

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

// Every character that has a case or another form, or is a mark: folding cannot change what is none of these. Of the
// Hangul syllables, which decompose by a rule, a few stand for all.
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => (code < 0xac10 || code > 0xdfff) && code > 0)
  .map((code) => String.fromCodePoint(code))
  .filter((one) => one.normalize('NFKD') !== one || one.toLowerCase() !== one.toUpperCase() || /\p{M}/u.test(one));

// Two letters that case folding makes one are one for us, for every letter that both Unicode tables know.
test('folds as full Unicode case folding does, by the table of PostgreSQL', async () => {
  const rows = await database.db.rows<{ letter: string; folded: string }>(sql`
    select letter, casefold(letter collate pg_unicode_fast) as folded from unnest(${CHARACTERS}::text[]) as letter
    where casefold(letter collate pg_unicode_fast) <> letter`);
  assert.ok(rows.length > 1_400);
  for (const fold of [foldText, foldSearch, tagNameKey]) {
    const wrong = rows.filter(({ letter, folded }) => fold(letter) !== fold(folded));
    assert.deepEqual(wrong, []);
  }
});

test('the key of a tag makes one of two characters only when case folding and NFC do, by the tables of PostgreSQL', async () => {
  const firsts = new Map<string, string>();
  for (const one of CHARACTERS) firsts.set(tagNameKey(one), firsts.get(tagNameKey(one)) ?? one);
  const visible = CHARACTERS.filter((one) => one.trim() !== '').map(
    (one) => [one, firsts.get(tagNameKey(one))] as const,
  );
  assert.ok(visible.filter(([one, first]) => one !== first).length > 1_400);
  const rows = await database.db.rows(sql`
    select one, other from unnest(${visible.map(([one]) => one)}::text[], ${visible.map(([, other]) => other)}::text[])
      as pair (one, other)
    where unicode_assigned(one) and unicode_assigned(other) and normalize(casefold(normalize(one, NFC) collate pg_unicode_fast), NFC)
      <> normalize(casefold(normalize(other, NFC) collate pg_unicode_fast), NFC)`);
  assert.deepEqual(rows, []);
});

test('keeps letters apart that folding keeps apart', () => {
  for (const [one, other] of [
    ['ı', 'i'],
    ['o', '0'],
    ['ł', 'l'],
    ['が', 'か'],
    ['कि', 'क'],
  ] as const)
    for (const fold of [foldText, foldSearch, tagNameKey]) assert.notEqual(fold(one), fold(other));
  assert.notEqual(foldText('é'), foldText('e'));
});

test('a search takes Latin, Greek and Cyrillic letters without their accents', () => {
  for (const [one, other] of [
    ['Éclair', 'eclair'],
    ['Ǻ', 'a'],
    ['Ǿ', 'ø'],
    ['Việt', 'viet'],
    ['Άνοιξη', 'ανοιξη'],
    ['ΐ', 'ι'],
    ['Ёлка', 'елка'],
    ['x̧́', 'x'],
  ] as const)
    assert.equal(foldSearch(one), foldSearch(other));
});

const folded = async (texts: readonly string[]) =>
  database.db.rows<{ text: string; isKnown: boolean }>(sql`
    select without_accents(text) as text, unicode_assigned(text) as "isKnown"
    from unnest(${texts}::text[]) with ordinality as given (text, at) order by at`);

test('the database takes accents off as a search does: every character, and runs of any', async () => {
  const texts = CHARACTERS.map((character) => searchText(character));
  const wrong = (await folded(texts)).filter(({ text }, at) => text !== foldSearch(CHARACTERS[at] ?? ''));
  assert.deepEqual(wrong, []);
  const mark = fc.constantFrom(
    '\u0301',
    '\u0308',
    '\u0345',
    '\u0323',
    '\u0338',
    '\u1dc4',
    '\u0483',
    '\u3099',
    '\u094d',
  );
  const letter = fc.constantFrom(
    'e',
    'É',
    'ß',
    'ı',
    'İ',
    'ά',
    'ᾳ',
    'ё',
    'й',
    'か',
    'क',
    '=',
    ' ',
    '\u2003',
    'ﬃ',
    '한',
    'ᄒ',
    'ᅡ',
  );
  // Node and PostgreSQL may be of different years of Unicode: of a character that one of them does not know they cannot
  // agree, such as on its place among other marks.
  const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => !/\p{Cn}/u.test(one));
  const text = fc.string({ unit: fc.oneof(mark, letter, any) });
  const samples = fc.sample(text, 5_000).map((sample) => sample.replaceAll('\0', '').toWellFormed());
  const made = await folded(samples.map((sample) => searchText(sample)));
  const known = samples.map((sample, at) => [sample, made[at]] as const).filter(([, row]) => row?.isKnown === true);
  assert.ok(known.length > 4_500);
  for (const [sample, row] of known) assert.equal(row?.text, foldSearch(sample), JSON.stringify(sample));
});

test('folds both cases of a character alike, composed and decomposed', () => {
  const forms = (one: string) =>
    [one.toLowerCase(), one.toUpperCase()].flatMap((form) => [form, form.normalize('NFD')]);
  // Dotless and dotted i, and final sigma, have no single counterpart.
  const paired = CHARACTERS.filter(
    (one) => one.toLowerCase().toUpperCase() === one.toUpperCase() && !'ıİ'.includes(one),
  );
  assert.ok(paired.includes('\u0390'), 'U+0390 needs the second normalization');
  for (const fold of [foldText, foldSearch, emailKey]) {
    const wrong = paired.filter((one) => new Set(forms(one).map(fold)).size > 1);
    assert.deepEqual(wrong, []);
  }
});

test('folding what is folded changes nothing', () => {
  const texts = ['ΟΔΟΣ', 'Straße', 'İstanbul', 'ŉ', 'ﬃ', 'Ǆ', '㎏', 'ͅ', 'ᾳ', 'Éclair', ...CHARACTERS];
  for (const fold of [foldText, foldSearch, tagNameKey]) {
    assert.deepEqual(
      texts.filter((text) => fold(fold(text)) !== fold(text)),
      [],
    );
  }
});

test('no folded text holds what stands between name and description', () => {
  const between = searchText('a', 'b').slice(1, -1);
  assert.ok(!foldText(`x${between}y`).includes(between));
  assert.ok(!foldSearch(`x${between}y`).includes(between));
});
