// F1, the yardstick: the plain program that a careful engineer writes first. node:http, pg with named statements, tags
// by a lateral join, its own signer, JSON.stringify. No token, no limits, no checks; the same answers byte for byte.
import { createSecretKey } from 'node:crypto';
import pg from 'pg';
import { openCursor, sealCursor } from '../../server/dist/http/cursor.js';
import { listenForBench } from './listen.mjs';
import { createSigner } from './sign.mjs';

const { connection, merchantId, cursorKey, storage } = JSON.parse(process.env.FLOOR);
const pool = new pg.Pool({ ...connection, max: 10 });
const key = createSecretKey(Buffer.from(cursorKey, 'base64'));
const sign = createSigner(storage);

const MEDIA = `
  select m.id, m.name, m.type, m.width, m.height, m.duration_seconds, m.created_at, m.object_key, m.thumbnail_key,
    m.page_url, carried.tags
  from media m
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name_key, t.id), '[]') as tags
    from tags t where t.merchant_id = m.merchant_id and t.id = any (m.tag_ids)
  ) carried
  where m.merchant_id = $1 and m.state = 'ready'`;

async function listMedia(query) {
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

async function getMedia(id) {
  const { rows } = await pool.query({ name: 'one', text: `${MEDIA} and m.id = $2`, values: [merchantId, id] });
  return toMedia(rows[0]);
}

async function listTags(query) {
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

function answer({ pathname, searchParams }) {
  const [noun, id] = pathname.split('/').slice(4);
  if (noun === 'tags') return listTags(searchParams);
  return id === undefined ? listMedia(searchParams) : getMedia(id);
}

listenForBench(async (request, response) => {
  const body = Buffer.from(JSON.stringify(await answer(new URL(request.url, 'http://bench'))));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
