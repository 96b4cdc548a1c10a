import type { Playlist } from '@vitrine/contract/playlists';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/harness/database.js';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { placeOf, type TextPlace } from '../db/text-place.js';
import { parseLineageId, parseMerchantId, parsePlaylistId } from '../ids.js';
import { selectPlaylistPage, selectPlaylistWithItems, type PlaylistCursor } from '../playlists/queries.js';
import { writePlaylist } from '../playlists/write-playlist.js';
import { selectTagDictionary, selectTagPage } from '../tags/queries.js';
import { selectCampaign, selectCampaignPage, type CampaignCursor } from './queries.js';

// Campaigns with the playlists and tags that they stand on. Pages of two, so that what is found lies past the walk.

const COUNT = 120;
const merchantId = parseMerchantId(uuid(1));
const TAGS = [uuid(801), uuid(802)];
const moment = (at: number): string => new Date(Date.UTC(2025, 0, 1 + Math.floor(at / 3))).toISOString();

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  await db.rows(sql`
    insert into merchants (id, name, time_zone, default_item_seconds, plan_name, plan_allows_writes, storage_quota_bytes,
      screen_codecs, screen_max_width, screen_max_height)
    values (${merchantId}, 'Shop', 'Europe/Berlin', 12, 'large', true, 0, '{}', 1920, 1080)`);
  for (let at = 0; at < COUNT; at += 1) await insertOfEach(at);
});
afterAll(() => database.close());

async function insertOfEach(at: number): Promise<void> {
  const name = nameOf(at);
  const tagIds = TAGS.filter((_, rank) => at % (rank + 3) === 0);
  await db.rows(
    sql`insert into tags (merchant_id, id, name, name_key, search_text) values (${merchantId}, ${uuid(at)}, ${name}, ${name}, ${name})`,
  );
  await db.rows(sql`
    insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at)
    values (${merchantId}, ${uuid(at)}, ${name}, ${name}, ${at % 10 !== 0}, ${moment(at)}, ${moment(at)})`);
  await db.rows(sql`
    insert into campaigns (merchant_id, lineage_id, name, search_text, archived, changed_at, tag_ids)
    values (${merchantId}, ${uuid(at)}, ${name}, ${name}, ${at % 10 === 0}, ${moment(at)}, ${tagIds}::uuid[])`);
}

// One in forty has a wild character, one in thirty a word of its own.
const nameOf = (at: number): string =>
  `${at % 40 === 1 ? '50%' : 'offer'} ${at % 30 === 7 ? 'ж_' : 'x'} ${String(at).padStart(3, '0')}`;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const newestFirst = numbers.toReversed().filter((at) => at % 10 !== 0);

test.each(['', 'offer', 'ж', '_', '%', '0%', 'ж_ 0', 'offer ж_ 007', 'absent', 'q'])(
  'every list finds «%s»',
  async (search) => {
    const found = (at: number): boolean => nameOf(at).includes(search);
    expect(await walkCampaigns(search, [])).toEqual(newestFirst.filter(found).map(uuid));
    expect(await walkPlaylists(search)).toEqual(newestFirst.filter(found).map(uuid));
    const byName = numbers.filter(found).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    expect(await walkTags(search)).toEqual(byName.map(uuid));
  },
);

test('campaigns carry every asked tag', async () => {
  expect(await walkCampaigns('', TAGS)).toEqual(newestFirst.filter((at) => at % 12 === 0).map(uuid));
  expect(await walkCampaigns('ж', TAGS.slice(0, 1))).toEqual(
    newestFirst.filter((at) => at % 30 === 7 && at % 3 === 0).map(uuid),
  );
  expect(await walkCampaigns('', [uuid(899)])).toEqual([]);
});

test('a campaign shows the flight of the live version, otherwise of the newest', async () => {
  const lineageId = parseLineageId(uuid(1));
  const changedAt = moment(1).replace('T', ' ').replace('.000Z', '+00');
  const texts = (isLive: string, wasPublished: string, flightStart: string | null) => [
    lineageId,
    nameOf(1),
    isLive,
    wasPublished,
    flightStart,
    null,
    'Europe/Berlin',
    changedAt,
    '{}',
    null,
  ];
  expect(await selectCampaign(db, merchantId, lineageId)).toEqual([...texts('f', 'f', null), null, '{}']);
  const content = JSON.stringify({ landscape: { playlistId: uuid(5), items: [] }, portrait: null });
  await db.rows(sql`
    insert into campaign_versions (merchant_id, lineage_id, version, flight_start, published_at, content,
      landscape_playlist_id, portrait_playlist_id)
    values (${merchantId}, ${lineageId}, 1, '2025-01-01', now(), ${content}, ${uuid(5)}, ${uuid(999)}),
           (${merchantId}, ${lineageId}, 2, '2025-02-02', null, null, null, null)`);
  expect(await selectCampaign(db, merchantId, lineageId)).toEqual([...texts('f', 't', '2025-02-02'), null, '{}']);
  await db.rows(sql`
    update campaigns set live_version = 1 where merchant_id = ${merchantId} and lineage_id = ${lineageId}`);
  expect(await selectCampaign(db, merchantId, lineageId)).toEqual([
    ...texts('t', 't', '2025-01-01'),
    content,
    `{${uuid(5)}}`,
  ]);
  const listed = await selectCampaignPage(db, merchantId, {
    search: ['50% x 001'],
    tagIds: [],
    after: undefined,
    limit: 2,
  });
  expect(listed.map(([id, , isLive, , flightStart]) => [id, isLive, flightStart])).toEqual([
    [lineageId, 't', '2025-01-01'],
  ]);
});

test('an archived campaign still answers by its id', async () => {
  expect((await selectCampaign(db, merchantId, parseLineageId(uuid(10))))?.[1]).toBe(nameOf(10));
});

test('a playlist has its items in order, each with its time; one without items has none', async () => {
  const playlistId = parsePlaylistId(uuid(10));
  const at = moment(10);
  const [id, text = '', none] = (await selectPlaylistWithItems(db, merchantId, playlistId)) ?? [];
  const fields = { id: playlistId, name: nameOf(10), createdAt: at, updatedAt: at };
  expect([id, `{${writePlaylist(text)}}`, none]).toEqual([playlistId, JSON.stringify(fields), null]);
  await db.rows(sql`
    insert into media (merchant_id, id, state, type, name, search_text, duration_seconds, created_at, object_key)
    values (${merchantId}, ${uuid(701)}, 'ready', 'video', 'v', 'v', 7.5, now(), 'v'),
           (${merchantId}, ${uuid(702)}, 'ready', 'image', 'i', 'i', null, now(), 'i')`);
  await db.rows(sql`
    insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
    values (${merchantId}, ${playlistId}, 2, ${uuid(701)}, null), (${merchantId}, ${playlistId}, 1, ${uuid(702)}, null),
           (${merchantId}, ${playlistId}, 3, ${uuid(701)}, 3)`);
  const [, , items] = (await selectPlaylistWithItems(db, merchantId, playlistId)) ?? [];
  expect(items).toBe(`${uuid(702)} image 12,${uuid(701)} video 7.5,${uuid(701)} video 3`);
});

test('pages of playlists that are asked for at once are those that each would have had alone', async () => {
  const cursors = [undefined, ...[99, 41, 41, 7, 1].map((at) => ({ updatedAt: moment(at), id: uuid(at) }))];
  const asked = cursors.flatMap((after) => [2, 50].map((limit) => ({ after, limit })));
  const pages = [];
  for (const { after, limit } of asked) pages.push(await selectPlaylistPage(db, merchantId, [], after, limit));
  expect(new Set(pages.map((page) => page?.[1])).size).toBe(9);
  const atOnce = asked.map(({ after, limit }) => selectPlaylistPage(db, merchantId, [], after, limit));
  expect(await Promise.all(atOnce)).toEqual(pages);
});

test('the dictionary of tags is whole, by name, with its version', async () => {
  await db.rows(sql`insert into tag_versions (merchant_id, version) values (${merchantId}, 3)`);
  const dictionary = await selectTagDictionary(db, merchantId);
  expect(dictionary?.version).toBe(3);
  expect(dictionary?.tags.map((tag) => tag.name)).toEqual(numbers.map(nameOf).sort());
  expect(await selectTagDictionary(db, parseMerchantId(uuid(2)))).toEqual({ version: null, tags: [] });
});

const textsOf = (search: string): string[] => (search === '' ? [] : [search]);

async function walkCampaigns(search: string, tagIds: readonly string[]): Promise<string[]> {
  return walk(async (after: CampaignCursor | undefined) => {
    const rows = await selectCampaignPage(db, merchantId, { search: textsOf(search), tagIds, after, limit: 2 });
    return rows.map(([id, , , , , , , changedAt]) => ({ id, after: { changedAt, lineageId: id } }));
  });
}

async function walkPlaylists(search: string): Promise<string[]> {
  return walk(async (after: PlaylistCursor | undefined) => {
    const [, lines] = (await selectPlaylistPage(db, merchantId, textsOf(search), after, 2)) ?? [];
    const playlists = (lines?.split('\n') ?? []).map((line) => JSON.parse(`{${writePlaylist(line)}}`) as Playlist);
    return playlists.map(({ id, updatedAt }) => ({ id, after: { updatedAt, id } }));
  });
}

async function walkTags(search: string): Promise<string[]> {
  return walk(async (after: TextPlace | undefined) => {
    const rows = await selectTagPage(db, merchantId, textsOf(search), after, 2);
    return rows.map(([id, , key]) => ({ id, after: placeOf(key, id) }));
  });
}

async function walk<Cursor>(
  page: (after: Cursor | undefined) => Promise<{ id: string; after: Cursor }[]>,
): Promise<string[]> {
  const visited: string[] = [];
  let after: Cursor | undefined;
  for (;;) {
    const rows = await page(after);
    visited.push(...rows.map((row) => row.id));
    after = rows.at(-1)?.after;
    if (after === undefined) return visited;
  }
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
