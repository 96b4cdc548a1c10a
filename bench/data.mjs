// The bench's own data, the same every time: one large merchant, one of a thousand, and others beside them.
import { systemClock } from '../server/dist/clock.js';
import { findSharedKey } from '../server/dist/db/shared-key.js';
import { sealCursor } from '../server/dist/http/cursor.js';
import { issueToken } from '../server/dist/identity/issue-token.js';
import { fillMerchants, MERCHANT, stableId } from './million.mjs';

const THOUSAND = '00000000-0000-4000-8000-000000000002';
const CAMPAIGNS = 500;
const CAMPAIGN_ITEMS = 20;
const SAMPLES = 200;
// As many as a merchant may have; with 21 merchants more than two hundred callers.
const TOKENS_A_MERCHANT = 10;
const PAGES_A_TOKEN = 4;
const SCOPES = ['media:files', 'media:write', 'campaigns:read', 'playlists:read', 'tags:write'];

export async function loadData(db, { media, others, othersMedia }) {
  const fills = [
    { merchantId: MERCHANT, media },
    { merchantId: THOUSAND, media: 1_000 },
    ...Array.from({ length: others }, (_, at) => ({
      merchantId: `00000000-0000-4000-8000-0000000001${String(at).padStart(2, '0')}`,
      media: othersMedia,
      vocabulary: 'museum',
    })),
  ];
  const [filled, filledThousand] = await fillMerchants(db.pool, fills);
  const merchantIds = fills.map(({ merchantId }) => merchantId);
  await db.pool.query('insert into storage_usage (merchant_id) select id from merchants');
  await insertCampaigns(db.pool, filled.tagIds);
  await insertPlaylists(db.pool);
  await db.pool.query('vacuum analyze');
  const callers = await issueTokens(db, merchantIds);
  const tokenOf = (id) => callers.find(({ merchantId }) => merchantId === id).token;
  const large = await toTarget(db, MERCHANT, filled, tokenOf(MERCHANT));
  const thousand = await toTarget(db, THOUSAND, filledThousand, tokenOf(THOUSAND));
  const merchantOf = Object.fromEntries(callers.map(({ token, merchantId }) => [token, merchantId]));
  return { large: { ...large, walk: await toWalk(db, callers) }, thousand, merchantOf };
}

async function issueTokens(db, merchantIds) {
  const callers = [];
  for (let at = 0; at < TOKENS_A_MERCHANT; at += 1)
    for (const merchantId of merchantIds) {
      const input = { name: `bench ${at}`, scopes: SCOPES, days: 7 };
      const { secret } = await issueToken({ db, clock: systemClock }, { merchantId }, input);
      callers.push({ merchantId, token: secret });
    }
  return callers;
}

// What callers do: each asks for another page of its own merchant, in turn, and nobody for what another has just had.
async function toWalk(db, callers) {
  const asked = [];
  for (const merchantId of new Set(callers.map((caller) => caller.merchantId))) {
    const tokens = callers.filter((caller) => caller.merchantId === merchantId).map(({ token }) => token);
    const cursors = await selectCursors(db, merchantId, tokens.length * PAGES_A_TOKEN);
    asked.push(...cursors.map((cursor, at) => ({ cursor, at, token: tokens[at % tokens.length] })));
  }
  // The same page of every merchant's list of pages, then the next: merchants and tokens take turns.
  return asked.sort((a, b) => a.at - b.at).map(({ token, cursor }) => ({ token, path: `/media?cursor=${cursor}` }));
}

async function selectCursors(db, merchantId, count) {
  const key = await findSharedKey(db, 'cursor');
  const samples = await selectReady(
    db,
    `select created_at, id from media where merchant_id = $1 and state = 'ready' order by md5(id::text) limit ${count}`,
    merchantId,
  );
  return samples.map(({ created_at: createdAt, id }) =>
    sealCursor(key, { list: 'media', merchantId, filters: [''] }, [createdAt, id]),
  );
}

// What requests are made of: a token, tags, ids and cursors of one merchant.
async function toTarget(db, merchantId, filled, token) {
  const key = await findSharedKey(db, 'cursor');
  const seal = ({ created_at: createdAt, id }) =>
    sealCursor(key, { list: 'media', merchantId, filters: [''] }, [createdAt, id]);
  const [deep] = await selectReady(
    db,
    `select created_at, id from media where merchant_id = $1 and state = 'ready' order by created_at desc, id desc
     offset (select floor(count(*) * 0.9) from media where merchant_id = $1 and state = 'ready') limit 1`,
    merchantId,
  );
  const samples = await selectReady(
    db,
    `select created_at, id from media where merchant_id = $1 and state = 'ready' order by md5(id::text) limit ${SAMPLES}`,
    merchantId,
  );
  // Of those behind whom a whole page stands.
  const playlists = await selectReady(
    db,
    `select updated_at, id from playlists where merchant_id = $1 order by updated_at desc, id desc limit ${SAMPLES}`,
    merchantId,
  );
  return {
    merchantId,
    filled,
    token,
    deepCursor: seal(deep),
    cursors: samples.map(seal),
    mediaIds: samples.map(({ id }) => id),
    campaignIds: numbered(campaignId, SAMPLES),
    playlistIds: numbered(playlistId, SAMPLES),
    playlistCursors: playlists.map(({ updated_at: updatedAt, id }) =>
      sealCursor(key, { list: 'playlists', merchantId, filters: [''] }, [updatedAt, id]),
    ),
  };
}

const selectReady = async (db, text, merchantId) => (await db.pool.query(text, [merchantId])).rows;

async function insertCampaigns(pool, tagIds) {
  const { rows } = await pool.query(
    `select id, type from media where merchant_id = $1 and state = 'ready' limit ${CAMPAIGN_ITEMS}`,
    [MERCHANT],
  );
  const items = rows.map(({ id, type }) => ({ mediaId: id, type, durationSeconds: 10 }));
  const content = JSON.stringify({ landscape: { playlistId: null, items }, portrait: null });
  const ids = numbered(campaignId, CAMPAIGNS);
  await pool.query(
    `insert into campaigns (merchant_id, lineage_id, name, search_text, changed_at, tag_ids, live_version)
     select $1, id, 'Campaign ' || at, 'campaign ' || at, timestamptz '2026-01-01' - at * interval '1 hour', $3, 1
     from unnest($2::uuid[]) with ordinality as campaign (id, at)`,
    [MERCHANT, ids, tagIds.slice(0, 3)],
  );
  await pool.query(
    `insert into campaign_versions (merchant_id, lineage_id, version, flight_start, flight_end, published_at, content)
     select $1, id, 1, '2026-01-01', '2027-01-01', timestamptz '2026-01-01', $3 from unnest($2::uuid[]) as id`,
    [MERCHANT, ids, content],
  );
}

// As many as campaigns, each with as many items.
async function insertPlaylists(pool) {
  const ids = numbered(playlistId, CAMPAIGNS);
  await pool.query(
    `insert into playlists (merchant_id, id, name, search_text, shared, created_at, updated_at)
     select $1, id, 'Playlist ' || at, 'playlist ' || at, true, timestamptz '2026-01-01',
       timestamptz '2026-01-01' - at * interval '1 hour'
     from unnest($2::uuid[]) with ordinality as playlist (id, at)`,
    [MERCHANT, ids],
  );
  await pool.query(
    `insert into playlist_items (merchant_id, playlist_id, position, media_id, duration_seconds)
     select $1, playlist_id, position, media_id, case when position % 2 = 0 then 7.5 end
     from unnest($2::uuid[]) as playlist_id, (
       select id as media_id, row_number() over (order by id) as position
       from (select id from media where merchant_id = $1 and state = 'ready' limit ${CAMPAIGN_ITEMS}) as few
     ) as item`,
    [MERCHANT, ids],
  );
}

const playlistId = (at) => stableId(`playlist ${at}`);
const campaignId = (at) => stableId(`campaign ${at}`);
const numbered = (idOf, length) => Array.from({ length }, (_, at) => idOf(at));
