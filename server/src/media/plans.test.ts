import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillMerchant } from '../../../bench/million.mjs';
import { openTestDatabase } from '../../../tests/harness/database.js';
import { createDb, MAINTENANCE_LIMITS, type Db } from '../db/db.js';
import type { Statement } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import type { LibraryFilter } from './library-filter-queries.js';
import { libraryCount } from './count-queries.js';
import { libraryByTerms, libraryIds, libraryScan } from './library-queries.js';
import { toItems, type ScannedTexts } from './media-texts.js';
import { endOfScan, newestPage, pageByTerms, pageFromAnywhere, scannedPage, type MediaFilter } from './queries.js';

// Every read of the media list is answered from an index and looks at few rows (docs/query-plans.md).

const MEDIA = 20_000;
const LIMIT = 51;
// The scan of a thousand, where it ended, and what is found by terms.
const ROWS_EXAMINED_MAX = 3_000;
const merchantId = parseMerchantId('00000000-0000-4000-8000-000000000001');
const NOTHING: MediaFilter = { search: '', tagIds: [] };
const SCAN_ROWS = 1_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Db;
let filled: { common: string[]; rare: string[]; neverTogether: string[] };

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  // An index takes longer to build than a request's statement may.
  const patient = createDb(database.connection, MAINTENANCE_LIMITS);
  filled = await fillMerchant(patient.pool, { merchantId, media: MEDIA });
  await patient.close();
});
afterAll(() => database.close());

test('the first page and a page at 90 % depth read their own rows alone', async () => {
  const { rows } = await db.pool.query<{ created_at: string; id: string }>(
    `select created_at, id from media where merchant_id = $1 and state = 'ready'
     order by created_at desc, id desc limit 1 offset $2`,
    [merchantId, Math.floor(MEDIA * 0.9)],
  );
  const deep = rows[0];
  const after = deep && { createdAt: deep.created_at, id: deep.id };
  expect(await examined(newestPage(merchantId, undefined, LIMIT))).toBe(LIMIT);
  expect(await examined(newestPage(merchantId, after, LIMIT))).toBe(LIMIT);
});

test('tags: common, rare and never together', async () => {
  for (const tagIds of [filled.common, filled.rare, filled.neverTogether, filled.common.slice(0, 1)]) {
    expect(await examinedFor({ tagIds })).toBeLessThan(ROWS_EXAMINED_MAX);
  }
});

test('what few match, from anywhere', async () => {
  const filters = [
    { ...NOTHING, tagIds: filled.rare },
    { ...NOTHING, tagIds: filled.neverTogether },
    { ...NOTHING, search: 'quetzal' },
    { search: 'zzzz', tagIds: filled.common },
  ];
  for (const filter of filters)
    expect(await examined(pageFromAnywhere(merchantId, filter, undefined, LIMIT))).toBeLessThan(ROWS_EXAMINED_MAX / 10);
});

test.each(['sale', 'sofa', 'quetzal', 'zzzz', 'sumter', '...', 'выставка', 'e', 'ñ', '%', 'sa', 'zx'])(
  'the search for «%s»',
  async (search) => {
    expect(await examinedFor({ search })).toBeLessThan(ROWS_EXAMINED_MAX);
    expect(await examinedFor({ search, tagIds: filled.common })).toBeLessThan(ROWS_EXAMINED_MAX);
  },
);

// The console's library: so many rows as it says it looks at, whatever the order and the filter.
const ANYTHING: LibraryFilter = {
  words: [],
  tagIds: [],
  types: [],
  orientation: undefined,
  isUnused: false,
  addedBy: undefined,
  minBytes: undefined,
  maxBytes: undefined,
  from: undefined,
  before: undefined,
};

test.each(['newest', 'oldest', 'name', 'largest', 'smallest'] as const)(
  'the library by %s reads its index, from its cursor on, as far as it is told',
  async (sort) => {
    const key = { newest: '2025-06-01', oldest: '2025-06-01', name: 's', largest: '5', smallest: '5' }[sort];
    const filter = { ...ANYTHING, types: ['web' as const], isUnused: true };
    for (const after of [undefined, [key, merchantId], [key, merchantId, 'mark']] as const) {
      const scan = { filter, sort, after, limit: LIMIT };
      // A row for each that is looked at, and one more for each that is found.
      expect(await examined(libraryScan(merchantId, scan, SCAN_ROWS))).toBeLessThanOrEqual(SCAN_ROWS + LIMIT);
    }
  },
);

test('what is in no use is found without reading what versions have frozen', async () => {
  const filter = { ...ANYTHING, isUnused: true };
  for (const { text } of [
    libraryScan(merchantId, { filter, sort: 'newest', after: undefined, limit: LIMIT }, SCAN_ROWS),
    libraryCount(merchantId, { filter, timeZone: 'Europe/Paris', rowsMax: SCAN_ROWS }),
  ]) {
    expect(text).toContain('played_media');
    expect(text).not.toContain('content');
  }
});

test('the library by words and tags reads by their terms', async () => {
  for (const filter of [
    { ...ANYTHING, words: ['quetzal', 'zzzz'] },
    { ...ANYTHING, words: ['quetzal'], tagIds: filled.rare },
    { ...ANYTHING, tagIds: filled.neverTogether },
  ]) {
    const scan = { filter, sort: 'name', after: undefined, limit: LIMIT } as const;
    expect(await examined(libraryByTerms(merchantId, scan, 5_000))).toBeLessThan(ROWS_EXAMINED_MAX);
    expect(
      await examined(libraryCount(merchantId, { filter, timeZone: 'Europe/Paris', rowsMax: 100_000 })),
    ).toBeLessThan(ROWS_EXAMINED_MAX);
    expect(await examined(libraryIds(merchantId, { filter, sort: 'name' }, 100_000))).toBeLessThan(ROWS_EXAMINED_MAX);
  }
});

// Of both statements, where the first does not find a full page.
async function examinedFor(asked: Partial<MediaFilter>): Promise<number> {
  const filter = { ...NOTHING, ...asked };
  const scan = scannedPage(merchantId, filter, undefined, LIMIT);
  const found = await db.texts<ScannedTexts>(scan);
  const scanned = await examined(scan);
  const end = endOfScan(found);
  if (end === undefined) return scanned;
  expect(scanned).toBeGreaterThanOrEqual(2 * SCAN_ROWS);
  return scanned + (await examined(pageByTerms(merchantId, filter, end, LIMIT - toItems(found).length)));
}

type Plan = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
};

// How many rows of media, or entries of its indexes, the statement read; planned both for these values and for any.
async function examined(statement: Statement): Promise<number> {
  const counts: number[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    const nodes = await explain(statement, mode);
    expect(nodes.filter(isWholeRead)).toEqual([]);
    counts.push(nodes.filter(isRead).reduce((sum, node) => sum + rowsRead(node), 0));
  }
  return Math.max(...counts);
}

// Prepared by hand: an explained statement with parameters of its own is always planned for their values.
async function explain({ text, values }: Statement, mode: string): Promise<Plan[]> {
  const textOf = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value));
  const literals = values.map((value) => `'${textOf(value).replaceAll("'", "''")}'`).join(', ');
  return db.transaction(async (db) => {
    await db.rows({ text: `set local plan_cache_mode = ${mode}`, values: [] });
    await db.rows({ text: `prepare explained as ${text}`, values: [] });
    const explained = await db.row<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (analyze, timing off, format json) execute explained (${literals})`,
      values: [],
    });
    await db.rows({ text: 'deallocate explained', values: [] });
    return explained === undefined ? [] : flatten(explained['QUERY PLAN'][0].Plan);
  });
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

const isWholeRead = (node: Plan): boolean =>
  (node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'media') ||
  (isBitmap(node) && node['Index Name'] !== 'media_plain_terms');

const isRead = (node: Plan): boolean => node['Relation Name'] === 'media' || isBitmap(node);

const isBitmap = (node: Plan): boolean =>
  node['Node Type'] === 'Bitmap Index Scan' && node['Index Name']?.startsWith('media_') === true;

const rowsRead = (node: Plan): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0));
