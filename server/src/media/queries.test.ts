import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/harness/database.js';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { foldSearch, searchText } from '../fold.js';
import { parseMediaId, parseMerchantId, type MerchantId } from '../ids.js';
import { noteArrival } from '../turns.js';
import { idOf, type MediaTexts, positionOf, tagVersionOf } from './media-texts.js';
import { type MediaCursor, type MediaFilter, selectMedia, selectMediaPage } from './queries.js';

// The list against a plain filter in JavaScript: small limits, so that a page is filled by the walk, by either window
// of terms and from anywhere.

type Item = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tagIds: readonly string[];
  readonly createdAt: string;
  readonly state: 'ready' | 'awaiting';
};

const ITEMS = 400;
const NEIGHBOUR_ITEMS = 50;
const MINUTES_MAX = 400 * 24 * 60;
const CHARACTERS = ['a', 'b', 'B', '%', '_', '\\', ' ', '.', "'", 'é', 'e\u0301', 'ж', '😀', '👩‍🚀', '字', 'ﬃ'];
const TAGS = Array.from({ length: 6 }, (_, at) => uuid(900_000 + at));
const merchantId = parseMerchantId(uuid(1));
const neighbourId = parseMerchantId(uuid(2));

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Db;
const random = seededRandom(7);
const items = Array.from({ length: ITEMS }, (_, at) => randomItem(at));

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  for (const id of [merchantId, neighbourId]) {
    await insertMerchant(id);
    await insertItems(id, id === merchantId ? items : items.slice(0, NEIGHBOUR_ITEMS));
  }
});
afterAll(() => database.close());

test.each([1, 2, 3, 7, 50, 1000])('walks of random filters by %i visit what matches, in order, once', async (limit) => {
  for (let round = 0; round < (limit < 3 ? 6 : 25); round += 1) {
    const filter = randomFilter();
    const visited = await walk(filter, limit);
    // Less than a page is looked for in another way from then on.
    const again = visited.length <= limit ? await walk(filter, limit) : visited;
    const wanted = expected(filter).map((item) => item.id);
    expect({ filter, visited, again }).toEqual({ filter, visited: wanted, again: wanted });
  }
});

test.each(CHARACTERS.filter((character) => character.trim() !== ''))(
  '%s alone is found as it is',
  async (character) => {
    const filter = { search: foldSearch(character), tagIds: [] };
    expect(await walk(filter, 5)).toEqual(expected(filter).map((item) => item.id));
  },
);

test('%, _ and \\ are plain characters', async () => {
  for (const search of ['%', '_', '\\', '%%', '%_', '\\%', '\\\\', '_\\', '.%.', 'a%b', '%_\\']) {
    const filter = { search, tagIds: [] };
    expect({ search, ids: await walk(filter, 3) }).toEqual({ search, ids: expected(filter).map((item) => item.id) });
  }
});

test('what less than a page matches is found in one statement from then on, until a page of it is there', async () => {
  const sent: string[] = [];
  const watched: Db = { ...db, texts: (statement) => (sent.push(statement.text), db.texts(statement)) };
  const ask = async (): Promise<[ids: string[], statements: number]> => {
    const rows = await selectMediaPage(watched, merchantId, { search: 'quetzal', tagIds: [] }, undefined, 2);
    return [rows.map(idOf), sent.splice(0).length];
  };
  const aQuetzal = (at: number, year: number): Item => ({
    ...randomItem(ITEMS + at),
    name: 'quetzal',
    state: 'ready',
    createdAt: new Date(Date.UTC(year, 0, at)).toISOString(),
  });
  const [old, late, later] = [aQuetzal(1, 2024), aQuetzal(2, 2027), aQuetzal(3, 2027)];
  await insertItems(merchantId, [old]);
  expect(await ask()).toEqual([[old.id], 2]);
  expect(await ask()).toEqual([[old.id], 1]);
  await insertItems(merchantId, [late, later]);
  expect(await ask()).toEqual([[later.id, late.id], 1]);
  await db.rows(sql`delete from media where merchant_id = ${merchantId} and id = ${late.id}`);
  expect(await ask()).toEqual([[later.id, old.id], 2]);
  await db.rows(sql`delete from media where merchant_id = ${merchantId} and id in (${old.id}, ${later.id})`);
});

test('a row carries the version of the tags, null before there is one', async () => {
  const [first] = await selectMediaPage(db, merchantId, { search: '', tagIds: [] }, undefined, 1);
  expect(first && tagVersionOf(first)).toBeNull();
  await db.rows(sql`insert into tag_versions (merchant_id, version) values (${merchantId}, 7)`);
  const [again] = await selectMediaPage(db, merchantId, { search: '', tagIds: [] }, undefined, 1);
  expect(again && tagVersionOf(again)).toBe(7);
});

test('while callers come, pages that the database has answered together have a turn of the event loop each', async () => {
  const newest = () => selectMediaPage(db, merchantId, { search: '', tagIds: [] }, undefined, 50);
  const pages = Array.from({ length: 5 }, () => newest);
  // From here on their connections are open.
  await Promise.all(pages.map((page) => page()));
  let turns = 0;
  let areComing = true;
  const arrive = () => {
    turns += 1;
    noteArrival();
    if (areComing) setImmediate(arrive);
  };
  arrive();
  const made = pages.map((page) => page().then(() => turns));
  await turn();
  await turn();
  // All are answered before anybody looks.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  const turnsOfPages = await Promise.all(made);
  areComing = false;
  expect(new Set(turnsOfPages).size).toBe(pages.length);
});

test('one item is read when it is ready', async () => {
  const [ready, awaited] = ['ready', 'awaiting'].map((state) => items.find((item) => item.state === state));
  expect(await selectMedia(db, merchantId, parseMediaId(ready?.id ?? ''))).toMatchObject({ name: ready?.name });
  expect(await selectMedia(db, merchantId, parseMediaId(awaited?.id ?? ''))).toBeUndefined();
});

async function walk(filter: MediaFilter, limit: number): Promise<string[]> {
  const visited: string[] = [];
  let after: MediaCursor | undefined;
  for (;;) {
    const rows: MediaTexts[] = await selectMediaPage(db, merchantId, filter, after, limit + 1);
    const page = rows.slice(0, limit);
    visited.push(...page.map(idOf));
    const last = page.at(-1);
    if (rows.length <= limit || last === undefined) return visited;
    const [createdAt, id] = positionOf(last);
    after = { createdAt, id };
  }
}

function expected({ search, tagIds }: MediaFilter): Item[] {
  return items
    .filter((item) => item.state === 'ready' && tagIds.every((id) => item.tagIds.includes(id)))
    .filter(
      ({ name, description }) => foldSearch(name).includes(search) || foldSearch(description ?? '').includes(search),
    )
    .sort((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1));
}

function randomItem(at: number): Item {
  return {
    id: uuid(Math.floor(random() * 1e9) * 1000 + (at % 1000)),
    name: randomText(12),
    description: random() < 0.5 ? randomText(12) : null,
    tagIds: TAGS.filter((_, rank) => random() < 0.5 / (rank + 1)),
    // Half of them share few moments.
    createdAt: new Date(
      Date.UTC(2025, 0, 1) + 60_000 * Math.floor(random() * (random() < 0.5 ? 3 : MINUTES_MAX)),
    ).toISOString(),
    state: random() < 0.1 ? 'awaiting' : 'ready',
  };
}

function randomFilter(): MediaFilter {
  const search = random() < 0.7 ? foldSearch(randomText(4)).trim() : '';
  return { search, tagIds: random() < 0.6 ? TAGS.filter(() => random() < 0.3) : [] };
}

function randomText(longest: number): string {
  const length = 1 + Math.floor(random() * longest);
  return Array.from({ length }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]).join('');
}

async function insertItems(owner: MerchantId, rows: readonly Item[]): Promise<void> {
  for (const item of rows) {
    await db.rows(sql`
      insert into media (merchant_id, id, state, type, name, description, search_text, tag_ids, created_at, object_key)
      values (${owner}, ${item.id}, ${item.state}, 'image', ${item.name}, ${item.description},
        ${searchText(item.name, item.description)}, ${item.tagIds}::uuid[], ${item.createdAt}, ${item.id})`);
  }
}

async function insertMerchant(id: MerchantId): Promise<void> {
  await db.rows(sql`
    insert into merchants (id, name, time_zone, plan_name, plan_allows_writes, storage_quota_bytes, screen_codecs,
      screen_max_width, screen_max_height)
    values (${id}, 'Shop', 'UTC', 'large', true, 0, '{}', 1920, 1080)`);
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
