// The written page must be what JSON.stringify would have made of the same rows, whatever is in them.
import assert from 'node:assert/strict';
import { DURATION_SECONDS_MAX } from '@vitrine/contract/limits';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabase } from '../../../tests/harness/database.js';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { parseMediaId, parseMerchantId, parseTokenId } from '../ids.js';
import type { TokenPrincipal } from '../principal.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { createPresigning } from '../storage/presign-object.js';
import { createTagDictionaries } from '../tags/tag-dictionary.js';
import { writeJson, writeShortJson } from '../http/written-json.js';
import { positionOf, selectMediaTexts } from './media-texts.js';
import { selectMediaPage, type MediaRow } from './queries.js';
import { toMedia } from './to-media.js';
import { writeMedia } from './write-media.js';

const merchantId = parseMerchantId('00000000-0000-4000-8000-000000000001');

// Quotes, backslashes, controls, and every plane of Unicode; PostgreSQL keeps neither a zero nor half a surrogate pair.
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', '\\', '"}],"x":"', '\u2028\u2029', '\x01\x1f\x7f', '\r\n', '{}', '</script>', 'null', ''),
  )
  .map((any) => any.replaceAll('\0', '').toWellFormed());
const pixels = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }));
const key = fc.stringMatching(/^[0-9a-f]{40}\.(jpg|mp4)$/).map(asKey);
const seconds = fc.oneof(
  fc.double({ min: 0, minExcluded: true, max: DURATION_SECONDS_MAX, noNaN: true }),
  fc.constantFrom(1e-300, 1.5e-7, 9.999e-7, 1e-6, 1.5e-5, 0.1, 1 / 3, 12, DURATION_SECONDS_MAX),
);
const tags = fc.uniqueArray(fc.record({ id: fc.uuid(), name: text }), { selector: ({ id }) => id, maxLength: 8 });
const file = fc.oneof(
  fc.record({ type: fc.constantFrom('image', 'video'), object_key: key, page_url: fc.constant(null) }),
  fc.record({ type: fc.constant('web'), object_key: fc.constant(null), page_url: fc.oneof(fc.webUrl(), text) }),
);

const columns = fc.record({
  id: fc.uuid(),
  name: text,
  width: pixels,
  height: pixels,
  duration_seconds: fc.option(seconds),
  created_at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  thumbnail_key: fc.option(key),
});
const item = fc.tuple(columns, file).map(([fields, of]) => ({ ...fields, ...of }));
const items = fc.uniqueArray(item, { selector: ({ id }) => id, minLength: 1, maxLength: 40 });

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.rows(sql`
    insert into merchants (id, name, time_zone, plan_name, plan_allows_writes, storage_quota_bytes, screen_codecs,
      screen_max_width, screen_max_height)
    values (${merchantId}, 'Shop', 'UTC', 'large', true, 0, '{}', 1920, 1080)`);
});
afterAll(() => database.close());

test('writes media letter by letter as JSON.stringify does', async () => {
  await fc.assert(
    fc.asyncProperty(items, tags, fc.boolean(), fc.nat(), async (written, known, withFiles, from) => {
      const { db } = database;
      // Carried in another order than by name, and one that is not known.
      const carried = [...known.slice(from % 8), ...known.slice(0, from % 8)].map(({ id }) => id);
      const media = written.map((row, at) => ({ ...row, tag_ids: at % 3 === 0 ? [] : [...carried, merchantId] }));
      await db.rows(sql`delete from media where merchant_id = ${merchantId}`);
      for (const row of media) await insert(db, row);
      media.sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1));

      const dictionaries = createTagDictionaries(() => databaseOf(known));
      const principal = principalWith(withFiles);
      const [resolveTags, writeTags] = [
        await dictionaries.find(merchantId, 1),
        await dictionaries.findWriter(merchantId, 1),
      ];
      const expected = media.map((row) =>
        JSON.stringify(toMedia(store, principal, resolveTags, { ...row, tag_version: null })),
      );
      const texts = await selectMediaPage(db, merchantId, { search: '', tagIds: [] }, undefined, 50);
      const one = media[from % media.length]?.id ?? '';
      const [id, ...alone] = (await selectMediaTexts(db, merchantId, parseMediaId(one))) ?? [];
      assert.deepEqual(alone, texts[from % media.length]);
      assert.equal(id, one);
      assert.deepEqual(
        texts.map(positionOf),
        media.map((row) => [row.created_at, row.id]),
      );
      for (const write of [writeJson, writeShortJson]) {
        const page = write((json) => writeMedia(json, { store, principal, writeTags }, texts));
        page.handTo((body) => {
          assert.equal(Buffer.from(body).toString(), expected.join(','));
          return true;
        });
      }
    }),
    { numRuns: 40 },
  );
});

type Row = Omit<MediaRow, 'tag_version'>;

const insert = (db: Db, row: Row) =>
  db.rows(sql`
    insert into media (merchant_id, id, state, type, name, search_text, width, height, duration_seconds, tag_ids,
      created_at, object_key, thumbnail_key, page_url)
    values (${merchantId}, ${row.id}, 'ready', ${row.type}, ${row.name}, '', ${row.width}, ${row.height},
      ${row.duration_seconds}, ${row.tag_ids}::uuid[], ${row.created_at}, ${row.object_key}, ${row.thumbnail_key},
      ${row.page_url})`);

const signing = {
  endpoint: 'http://127.0.0.1:8081',
  bucket: 'vitrine',
  region: 'local',
  accessKeyId: 'VITRINE',
  secretAccessKey: 'secret',
  clock: { now: () => Date.UTC(2026, 0) },
};
const store = asStore(createPresigning(signing, 'checksum'));

function principalWith(withFiles: boolean): TokenPrincipal {
  return {
    kind: 'token',
    merchantId,
    token: { id: parseTokenId('00000000-0000-4000-8000-000000000002'), name: 'Web shop', lastFour: 'abcd' },
    scopes: new Set(withFiles ? ['media:read', 'media:files'] : ['media:read']),
    createdAt: 0,
    expiresAt: 1,
    requestId: 'one',
    counted: undefined,
    call: { hangUp: () => AbortSignal.abort(), readmit: () => Promise.resolve() },
  };
}

// Only what is asked of them here.
const databaseOf = (known: readonly { id: string; name: string }[]): Db =>
  asDb({ row: async () => ({ version: 1, tags: known.map((tag) => ({ ...tag, key: tag.name })) }) });

function asDb(db: unknown): Db {
  return db as Db;
}

function asStore(given: unknown): ObjectStore {
  return given as ObjectStore;
}

function asKey(given: string): ObjectKey {
  return given as ObjectKey;
}
