// F1, the yardstick: the plain program that a careful engineer writes first. node:http, pg with named statements, tags
// by a lateral join, its own signer, JSON.stringify. No token, no limits, no checks; the same answers byte for byte, and of
// writes (f1-writes.mjs) the same rows.
import { createHash, createSecretKey } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import pg from 'pg';
import { openCursor, sealCursor } from '../../server/dist/http/cursor.js';
import { createWrites } from './f1-writes.mjs';
import { listenForBench } from './listen.mjs';
import { createSigner } from './sign.mjs';

const { connection, merchantId: ofNobody, merchantOf, cursorKey, storage, objects } = JSON.parse(process.env.FLOOR);
const pool = new pg.Pool({ ...connection, max: 10 });
const key = createSecretKey(Buffer.from(cursorKey, 'base64'));
const { signGet: sign, signPut } = createSigner(storage);

const MEDIA = `
  select m.id, m.name, m.type, m.width, m.height, m.duration_seconds, m.created_at, m.object_key, m.thumbnail_key,
    m.page_url, carried.tags
  from media m
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name_key, t.id), '[]') as tags
    from tags t where t.merchant_id = m.merchant_id and t.id = any (m.tag_ids)
  ) carried
  where m.merchant_id = $1 and m.state = 'ready'`;

async function listMedia(merchantId, query) {
  const limit = Number(query.get('limit') ?? 50);
  const search = (query.get('q') ?? '').toLowerCase();
  const tagIds = query.getAll('tag').sort();
  const walk = { list: 'media', merchantId, filters: [search, ...tagIds] };
  const values = [merchantId];
  let text = MEDIA;
  let name = 'media';
  const add = (what, condition, ...more) => {
    text += ` and ${condition(...more.map((value) => `$${values.push(value)}`))}`;
    name += ` ${what}`;
  };
  const cursor = query.get('cursor');
  if (cursor !== null) {
    add('after', (at, id) => `(m.created_at, m.id) < (${at}, ${id})`, ...openCursor(key, walk, cursor));
  }
  if (search !== '') add('search', (pattern) => `m.search_text like ${pattern}`, `%${search}%`);
  if (tagIds.length > 0) add('tags', (ids) => `m.tag_ids @> ${ids}::uuid[]`, tagIds);
  text += ` order by m.created_at desc, m.id desc limit $${values.push(limit + 1)}`;
  const { rows } = await pool.query({ name, text, values });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last === undefined ? null : sealCursor(key, walk, [last.created_at.toISOString(), last.id]);
  return { items: rows.slice(0, limit).map(toMedia), nextCursor };
}

async function getMedia(merchantId, id) {
  const { rows } = await pool.query({ name: 'one', text: `${MEDIA} and m.id = $2`, values: [merchantId, id] });
  return toMedia(rows[0]);
}

async function listTags(merchantId, query) {
  const limit = Number(query.get('limit') ?? 50);
  const { rows } = await pool.query({
    name: 'tags',
    text: 'select id, name, name_key from tags where merchant_id = $1 order by name_key limit $2',
    values: [merchantId, limit + 1],
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const walk = { list: 'tags', merchantId, filters: [''] };
  const nextCursor = last === undefined ? null : sealCursor(key, walk, [last.name_key, last.id]);
  return { items: rows.slice(0, limit).map(({ id, name }) => ({ id, name })), nextCursor };
}

// What is shown of a campaign: its live version, otherwise its newest. A flight ends with its last day, on the merchant's clocks.
const CAMPAIGNS = `
  select c.lineage_id, c.name, c.changed_at, v.flight_start, v.flight_end, carried.tags,
    case
      when c.live_version is null then case when exists (
        select from campaign_versions p
        where p.merchant_id = c.merchant_id and p.lineage_id = c.lineage_id and p.published_at is not null
      ) then 'withdrawn' else 'draft' end
      when now() < v.flight_start::timestamp at time zone m.time_zone then 'upcoming'
      when now() >= (case when length(v.flight_end) = 10 then v.flight_end::date + 1 else v.flight_end::timestamp end)
        at time zone m.time_zone then 'ended'
      else 'running'
    end as status,
    case when v.version = c.live_version then v.content end as content
  from campaigns c
  join merchants m on m.id = c.merchant_id
  left join lateral (
    select * from campaign_versions v
    where v.merchant_id = c.merchant_id and v.lineage_id = c.lineage_id and v.version = coalesce(c.live_version, v.version)
    order by v.version desc limit 1
  ) v on true
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name_key, t.id), '[]') as tags
    from tags t where t.merchant_id = c.merchant_id and t.id = any (c.tag_ids)
  ) carried
  where c.merchant_id = $1`;

async function listCampaigns(merchantId, query) {
  const limit = Number(query.get('limit') ?? 50);
  const { rows } = await pool.query({
    name: 'campaigns',
    text: `${CAMPAIGNS} and not c.archived order by c.changed_at desc, c.lineage_id desc limit $2`,
    values: [merchantId, limit + 1],
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const walk = { list: 'campaigns', merchantId, filters: [''] };
  const nextCursor = last && sealCursor(key, walk, [last.changed_at.toISOString(), last.lineage_id]);
  return { items: rows.slice(0, limit).map(toCampaign), nextCursor: nextCursor ?? null };
}

async function getCampaign(merchantId, id) {
  const text = `${CAMPAIGNS} and c.lineage_id = $2`;
  const { rows } = await pool.query({ name: 'campaign', text, values: [merchantId, id] });
  const [row] = rows;
  const shown = [row.content?.landscape, row.content?.portrait].filter(Boolean);
  const playlistIds = shown.map(({ playlistId }) => playlistId).filter(Boolean);
  const standing = playlistIds.length === 0 ? new Set() : await findPlaylists(merchantId, playlistIds);
  const toShown = (content) =>
    content && { playlistId: standing.has(content.playlistId) ? content.playlistId : null, items: content.items };
  const mediaIds = [...new Set(shown.flatMap(({ items }) => items.map(({ mediaId }) => mediaId)))];
  const content = row.content && {
    landscape: toShown(row.content.landscape),
    portrait: toShown(row.content.portrait),
  };
  return { ...toCampaign(row), mediaIds, content };
}

async function findPlaylists(merchantId, ids) {
  const text = 'select id from playlists where merchant_id = $1 and id = any ($2::uuid[])';
  const { rows } = await pool.query({ name: 'standing', text, values: [merchantId, ids] });
  return new Set(rows.map(({ id }) => id));
}

const toCampaign = (row) => ({
  lineageId: row.lineage_id,
  name: row.name,
  status: row.status,
  flight: { start: row.flight_start, end: row.flight_end },
  tags: row.tags,
});

async function listPlaylists(merchantId, query) {
  const limit = Number(query.get('limit') ?? 50);
  const walk = { list: 'playlists', merchantId, filters: [''] };
  const cursor = query.get('cursor');
  const after = cursor === null ? [] : openCursor(key, walk, cursor);
  const { rows } = await pool.query({
    name: cursor === null ? 'playlists' : 'playlists after',
    text: `select id, name, created_at, updated_at from playlists where merchant_id = $1 and shared
           ${cursor === null ? '' : 'and (updated_at, id) < ($3, $4)'}
           order by updated_at desc, id desc limit $2`,
    values: [merchantId, limit + 1, ...after],
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last && sealCursor(key, walk, [last.updated_at.toISOString(), last.id]);
  return { items: rows.slice(0, limit).map(toPlaylist), nextCursor: nextCursor ?? null };
}

async function getPlaylist(merchantId, id) {
  const one = { text: 'select id, name, created_at, updated_at from playlists where merchant_id = $1 and id = $2' };
  const { rows } = await pool.query({ name: 'playlist', ...one, values: [merchantId, id] });
  const { rows: items } = await pool.query({
    name: 'items',
    text: `select i.media_id as "mediaId", m.type,
             coalesce(i.duration_seconds, m.duration_seconds, s.default_item_seconds) as "durationSeconds"
           from playlist_items i
           join media m on m.merchant_id = i.merchant_id and m.id = i.media_id and m.state = 'ready'
           join merchants s on s.id = i.merchant_id
           where i.merchant_id = $1 and i.playlist_id = $2 order by i.position`,
    values: [merchantId, id],
  });
  const microseconds = items.reduce((sum, item) => sum + Math.round(item.durationSeconds * 1e6), 0);
  return { ...toPlaylist(rows[0]), totalDurationSeconds: microseconds / 1e6, items };
}

const toPlaylist = (row) => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const toMedia = (row) => ({
  id: row.id,
  name: row.name,
  type: row.type,
  width: row.width,
  height: row.height,
  durationSeconds: row.duration_seconds,
  tags: row.tags,
  thumbnailUrl: row.thumbnail_key === null ? null : sign(row.thumbnail_key),
  createdAt: row.created_at.toISOString(),
  fileUrl: row.object_key === null ? row.page_url : sign(row.object_key),
});

async function selectToken(secret) {
  const { rows } = await pool.query({
    name: 'token',
    text: 'select id, name, last_four, scopes, created_at, expires_at from tokens where secret_hash = $1',
    values: [createHash('sha256').update(secret).digest()],
  });
  return rows[0];
}

// Who writes is in the activity; a token is looked up the first time.
const tokens = new Map();
async function findToken(secret) {
  const token = tokens.get(secret) ?? (await selectToken(secret));
  tokens.set(secret, token);
  return token;
}

const MINUTE_MS = 60_000;
const PER_MINUTE = 1_000_000;
const SCOPES = [
  'media:read',
  'media:files',
  'media:write',
  'campaigns:read',
  'playlists:read',
  'tags:read',
  'tags:write',
  'changes:read',
];
const counted = { minute: 0, reads: new Map() };

// The token itself is read each time; of its budgets it counts these reads alone.
async function getToken(secret) {
  const token = await selectToken(secret);
  const now = Date.now();
  const minute = Math.floor(now / MINUTE_MS);
  if (minute !== counted.minute) counted.reads.clear();
  counted.minute = minute;
  const reads = (counted.reads.get(secret) ?? 0) + 1;
  counted.reads.set(secret, reads);
  const resetSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
  return {
    name: token.name,
    lastFour: token.last_four,
    scopes: SCOPES.filter((scope) => token.scopes.includes(scope)),
    createdAt: token.created_at.toISOString(),
    expiresAt: token.expires_at.toISOString(),
    budgets: {
      read: { limit: PER_MINUTE, remaining: PER_MINUTE - reads, resetSeconds },
      write: { limit: PER_MINUTE, remaining: PER_MINUTE, resetSeconds },
    },
  };
}

const { startUpload, finalizeUpload, addTags } = createWrites({ pool, signPut, objects, getMedia, findToken });

// Whose token it is, is known without a look-up.
async function answer(request) {
  const { url, method, headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://bench');
  const secret = (headers.authorization ?? '').slice('Bearer '.length);
  const merchantId = merchantOf[secret] ?? ofNobody;
  const [noun, id, more] = pathname.split('/').slice(4);
  if (method === 'POST') return write({ merchantId, secret }, [id, more], JSON.parse(await readText(request)));
  if (noun === 'token') return getToken(secret);
  const { list, one } = NOUNS[noun];
  return id === undefined ? list(merchantId, searchParams) : one(merchantId, id);
}

function write(caller, [id, more], body) {
  if (id !== 'uploads') return addTags(caller, id, body);
  return more === undefined ? startUpload(caller, body) : finalizeUpload(caller, more);
}

const NOUNS = {
  media: { list: listMedia, one: getMedia },
  tags: { list: listTags },
  campaigns: { list: listCampaigns, one: getCampaign },
  playlists: { list: listPlaylists, one: getPlaylist },
};

listenForBench(async (request, response) => {
  const body = Buffer.from(JSON.stringify(await answer(request)));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
