// F1's writes: what a careful engineer writes first. A transaction with plain statements, the same rows in the end as from
// the service, committed before the answer.
import { randomBytes, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { objectPath } from '@vitrine/disk-s3';

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'video/mp4': 'mp4' };
const AHEAD_MS = 60_000;

export function createWrites({ pool, signPut, objects, getMedia, findToken }) {
  async function inTransaction(work) {
    const client = await pool.connect();
    const query = async (name, text, values) => (await client.query({ name, text, values })).rows;
    try {
      await client.query('begin');
      const result = await work(query);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  // The merchant's usage is the lock: whoever adds an item waits here for those before.
  async function startUpload(caller, draft) {
    const { merchantId } = caller;
    const [kind] = draft.mimeType.split('/');
    const objectKey = `${randomBytes(20).toString('hex')}.${EXTENSIONS[draft.mimeType]}`;
    const sha256 = Buffer.from(draft.checksum, 'hex');
    const duplicate = await inTransaction(async (query) => {
      const [room] = await query(
        'room',
        `select m.storage_quota_bytes - u.used_bytes - u.reserved_bytes as bytes
         from merchants m join storage_usage u on u.merchant_id = m.id where m.id = $1 for update of u`,
        [merchantId],
      );
      const [known] = await query(
        'known',
        `select id, name, type, state from media
         where merchant_id = $1 and (id = $2 or (sha256 = $3 and size_bytes = $4 and state = 'ready'))
         order by id = $2 desc, created_at limit 1`,
        [merchantId, draft.id, sha256, draft.fileSize],
      );
      if (known?.state === 'ready') return known;
      if (known !== undefined) throw new Error('the id is taken');
      if (Number(room.bytes) < draft.fileSize) throw new Error('no room');
      await query(
        'insert',
        `insert into media (merchant_id, id, state, type, name, search_text, width, height, duration_seconds, created_at,
           file_name, mime_type, size_bytes, sha256, object_key, reserved_bytes, ticketed_at, codec)
         values ($1, $2, 'awaiting', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $12, $9, $15)`,
        [
          merchantId,
          draft.id,
          kind,
          draft.name,
          draft.name.toLowerCase(),
          draft.width,
          draft.height,
          draft.duration,
          new Date(),
          draft.fileName,
          draft.mimeType,
          draft.fileSize,
          sha256,
          objectKey,
          kind === 'video' ? (draft.codec ?? '') : null,
        ],
      );
      const reserve = 'update storage_usage set reserved_bytes = reserved_bytes + $2 where merchant_id = $1';
      await query('reserve', reserve, [merchantId, draft.fileSize]);
      return undefined;
    });
    if (duplicate !== undefined) {
      const { id, name, type } = duplicate;
      return { mediaId: id, duplicateOf: { id, name, type }, upload: null, thumbnailUpload: null, warnings: [] };
    }
    const headers = { 'content-type': draft.mimeType, 'x-amz-checksum-sha256': sha256.toString('base64') };
    const url = signPut(objectKey, { ...headers, 'content-length': String(draft.fileSize) });
    return { mediaId: draft.id, duplicateOf: null, upload: { url, headers }, thumbnailUpload: null, warnings: [] };
  }

  // Later than every other item, so that who reads the newest first and stops at what it knows misses nothing.
  async function finalizeUpload(caller, id) {
    const { merchantId } = caller;
    const { rows } = await pool.query({
      name: 'upload',
      text: `select name, size_bytes, object_key, reserved_bytes, state from media where merchant_id = $1 and id = $2`,
      values: [merchantId, id],
    });
    const [upload] = rows;
    if (upload.state === 'awaiting') {
      const { size } = await stat(objectPath(objects, upload.object_key));
      if (size !== Number(upload.size_bytes)) throw new Error('other bytes');
      const token = await findToken(caller.secret);
      const now = new Date();
      await inTransaction(async (query) => {
        await query('lock', 'select from storage_usage where merchant_id = $1 for update', [merchantId]);
        const made = await query(
          'ready',
          `update media set state = 'ready', ticketed_at = null, reserved_bytes = 0, added_by_kind = 'token',
             added_by_id = $4, added_by_name = $5,
             created_at = greatest($3::timestamptz, (
               select max(created_at) + interval '1 ms' from media
               where merchant_id = $1 and state = 'ready' and created_at < $6))
           where merchant_id = $1 and id = $2 and state = 'awaiting' returning id`,
          [merchantId, id, now, token.id, token.name, new Date(now.getTime() + AHEAD_MS)],
        );
        if (made.length === 0) return;
        const count = `update storage_usage set used_bytes = used_bytes + $2, reserved_bytes = reserved_bytes - $3
                       where merchant_id = $1`;
        await query('count', count, [merchantId, upload.size_bytes, upload.reserved_bytes]);
        const details = { mediaId: id, name: upload.name, sizeBytes: Number(upload.size_bytes) };
        await record(query, merchantId, { token, now, kind: 'media.uploaded', details }, [['media.ready', id]]);
      });
    }
    return getMedia(merchantId, id);
  }

  async function addTags(caller, mediaId, { add }) {
    const { merchantId } = caller;
    const token = await findToken(caller.secret);
    return inTransaction(async (query) => {
      const lock = `select name, tag_ids from media where merchant_id = $1 and id = $2 and state = 'ready' for update`;
      const [media] = await query('tagged', lock, [merchantId, mediaId]);
      const names = [...new Map(add.map((name) => [name.trim().toLowerCase(), name.trim()]))].sort(byKey);
      const keys = names.map(([key]) => key);
      const made = await query(
        'make tags',
        `insert into tags (merchant_id, id, name, name_key, search_text)
         select $1, id, name, key, key from unnest($2::uuid[], $3::text[], $4::text[]) as wanted (id, name, key)
         on conflict do nothing returning id`,
        [merchantId, names.map(() => randomUUID()), names.map(([, name]) => name), keys],
      );
      const bump = 'update tag_versions set version = greatest(version + 1, $2) where merchant_id = $1';
      if (made.length > 0) await query('bump', bump, [merchantId, Date.now()]);
      const find = `select id, name from tags where merchant_id = $1 and name_key = any ($2) order by name_key for key share`;
      const tags = await query('find tags', find, [merchantId, keys]);
      const added = tags.filter(({ id }) => !media.tag_ids.includes(id));
      if (added.length > 0) {
        const tagIds = [...media.tag_ids, ...added.map(({ id }) => id)];
        const tag = 'update media set tag_ids = $3 where merchant_id = $1 and id = $2';
        await query('tag', tag, [merchantId, mediaId, tagIds]);
        const changes = [...made.map(({ id }) => ['tag.created', id]), ['media.changed', mediaId]];
        const details = { mediaId, name: media.name, tags: added };
        await record(query, merchantId, { token, now: new Date(), kind: 'media.tagged', details }, changes);
      }
      return { mediaId, tags, added: added.length };
    });
  }

  return { startUpload, finalizeUpload, addTags };
}

const byKey = ([a], [b]) => (a < b ? -1 : 1);

// What happened, for people and for those who follow the feed.
async function record(query, merchantId, { token, now, kind, details }, changes) {
  await query(
    'activity',
    `insert into activity (merchant_id, id, at, kind, token_id, token_name, token_last_four, details, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [merchantId, randomUUID(), now, kind, token.id, token.name, token.last_four, details, randomUUID()],
  );
  await query(
    'changes',
    `with feed as (
       insert into change_feeds as feed (merchant_id, last_number) values ($1, $2)
       on conflict (merchant_id) do update set last_number = feed.last_number + $2 returning last_number
     )
     insert into changes (merchant_id, number, type, at, recorded_at, subject_id)
     select $1, feed.last_number - $2 + place, type, $3, $3, id
     from feed, unnest($4::text[], $5::uuid[]) with ordinality as happened (type, id, place)`,
    [merchantId, changes.length, now, changes.map(([type]) => type), changes.map(([, id]) => id)],
  );
  await query('notify', `select pg_notify('signals', $1)`, [`changes ${merchantId}`]);
}
