// Finds items by their tags, with few tags and with many.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/harness/database.js';
import { sql, type PlainStatement } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import { libraryIds } from './library-queries.js';
import { TERMS, wantedPairs } from './queries.js';

const MERCHANT = parseMerchantId('00000000-0000-4000-8000-000000000001');
const stableId = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const TAGS = Array.from({ length: 60 }, (_, at) => stableId(`tag ${at}`));
const COUNTS = [0, 1, 2, 3, 8, 15, 16, 17, 18, 30, 50];
const EACH = 6;

type Item = { readonly id: string; readonly tagIds: readonly string[] };

let database: TestDatabase;
const items: Item[] = [];
const run = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  database.db.rows<Row>({ text, values });

beforeAll(async () => {
  database = await openTestDatabase();
  await run(
    `insert into merchants (id, name, time_zone, plan_name, plan_allows_writes, storage_quota_bytes, screen_codecs,
       screen_max_width, screen_max_height) values ($1, 'Shop', 'UTC', 'large', true, 1, '{h264}', 3840, 2160)`,
    [MERCHANT],
  );
  await insert();
  // Of so few rows another index would do.
  const others = await run<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indrelid = 'media'::regclass and not indisunique and indexrelid <> 'media_plain_terms'::regclass`,
  );
  for (const { name } of others) await run(`drop index ${name}`);
  await run('analyze media');
});
afterAll(() => database.close());

// Neighbours on a ring of all tags, so that every pair of near ones meets in items with few and with many tags.
async function insert(): Promise<void> {
  for (const count of COUNTS)
    for (let at = 0; at < EACH; at += 1) {
      const start = at * 10;
      const tagIds = Array.from({ length: count }, (_, next) => TAGS[(start + next) % TAGS.length] ?? '');
      const id = stableId(`item ${count} ${at}`);
      items.push({ id, tagIds });
      await run(
        `insert into media (merchant_id, id, state, type, name, search_text, tag_ids, created_at, page_url)
         values ($1, $2, 'ready', 'web', 'Page', 'page', $3, now(), 'https://example.com/')`,
        [MERCHANT, id, tagIds],
      );
    }
}

// What the index holds is what is found: nothing else is read.
const byIndex = ({ text, values }: PlainStatement): Promise<string[]> =>
  database.db.transaction(async (db) => {
    for (const way of ['seqscan', 'indexscan']) await db.rows({ text: `set local enable_${way} = off`, values: [] });
    const plan = await db.rows<object>({ text: `explain ${text}`, values });
    assert.match(JSON.stringify(plan), /Bitmap Index Scan on media_plain_terms/);
    return (await db.rows<{ id: string }>({ text, values })).map(({ id }) => id).toSorted();
  });

const carrying = (tagIds: readonly string[]): string[] =>
  items
    .filter((item) => tagIds.every((tag) => item.tagIds.includes(tag)))
    .map(({ id }) => id)
    .toSorted();

const FILTER = {
  words: [],
  types: [],
  orientation: undefined,
  isUnused: false,
  addedBy: undefined,
  minBytes: undefined,
  maxBytes: undefined,
  from: undefined,
  before: undefined,
};

const asked = fc.uniqueArray(fc.constantFrom(...TAGS.slice(0, 24)), { minLength: 1, maxLength: 4 });

test('whoever asks for tags gets the items that carry all of them, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (tagIds) => {
      const filter = { ...FILTER, tagIds };
      const found = await byIndex(libraryIds(MERCHANT, { filter, sort: 'newest' }, 1_000));
      assert.deepEqual(found, carrying(tagIds));
    }),
    {
      numRuns: 60,
      examples: [[TAGS.slice(0, 2)], [[TAGS[0] ?? '', TAGS[16] ?? '']], [TAGS.slice(3, 6)], [TAGS.slice(0, 18)]],
    },
  );
});

test('the index finds items with many tags by the mark and the others by pairs', async () => {
  const tagIds = [TAGS[0] ?? '', TAGS[1] ?? ''];
  const found = (terms: string) =>
    byIndex({ text: `select id from media where state = 'ready' and (${terms})`, values: [MERCHANT, tagIds] });
  const pairs = `${TERMS.text} @> wanted_tag_pairs($1, $2)`;
  const many = `${TERMS.text} @> wanted_many_tags($1, $2)`;
  assert.deepEqual(await found(`${pairs} or ${many}`), carrying(tagIds));
  // Each of the two ways is needed.
  const [paired, marked] = [await found(pairs), await found(many)];
  assert.ok(paired.length > 0 && marked.length > 0);
  assert.deepEqual([...paired, ...marked].toSorted(), carrying(tagIds));
});

test('terms are bounded by the number of tags', async () => {
  const rows = await run<{ count: number }>(
    `select cardinality(tag_terms($1, ($2::uuid[])[:tags])) as count from unnest(array[0, 1, 5, 16, 17, 50]) as tags`,
    [MERCHANT, TAGS],
  );
  assert.deepEqual(
    rows.map(({ count }) => count),
    [0, 1, 15, 136, 18, 51],
  );
});

test('so are those that a request asks for, however many tags it names', async () => {
  const tagIds = Array.from({ length: 380 }, (_, at) => stableId(`asked for ${at}`));
  const row = await database.db.row(sql`select cardinality(${wantedPairs(MERCHANT, tagIds)}) as count`);
  assert.deepEqual(row, { count: 120 });
  const filter = { ...FILTER, tagIds };
  assert.deepEqual(await byIndex(libraryIds(MERCHANT, { filter, sort: 'newest' }, 1_000)), []);
});
