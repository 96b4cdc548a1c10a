// The written page must be what JSON.stringify would have made of the same rows, whatever is in them.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { Db } from '../db/db.js';
import { parseMerchantId, parseTokenId } from '../ids.js';
import type { TokenPrincipal } from '../principal.js';
import type { ObjectKey } from '../storage/object-key.js';
import type { ObjectStore } from '../storage/object-store.js';
import { createPresigning } from '../storage/presign-object.js';
import { createTagDictionaries } from '../tags/tag-dictionary.js';
import { writeJson, writeShortJson } from '../http/written-json.js';
import type { MediaRow, MediaTexts } from './queries.js';
import { toMedia } from './to-media.js';
import { writeMedia } from './write-media.js';

const merchantId = parseMerchantId('00000000-0000-4000-8000-000000000001');

// Quotes, backslashes, controls, lone surrogates, and every plane of Unicode.
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))).map((units) => units.join('')),
  fc.constantFrom('"', '\\', '"}],"x":"', '\u2028\u2029', '\ud800', '\udfff\ud800', '\0\x1f\x7f', '</script>', ''),
);
const pixels = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }));
const key = fc.option(fc.stringMatching(/^[0-9a-f]{40}\.(jpg|mp4)$/).map(parseKey));
const tags = fc.uniqueArray(fc.record({ id: fc.uuid(), name: text }), { selector: ({ id }) => id, maxLength: 8 });

const row = fc.record({
  id: fc.uuid(),
  name: text,
  type: fc.constantFrom('image', 'video', 'web'),
  width: pixels,
  height: pixels,
  duration_seconds: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
  created_at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  object_key: key,
  thumbnail_key: key,
  page_url: fc.option(fc.oneof(fc.webUrl(), text)),
});

test('a written media item is letter by letter what JSON.stringify makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(row, tags, fc.boolean(), fc.nat(), async (columns, known, withFiles, from) => {
      // Carried in another order than by name, and one that is not known.
      const carried = [...known.slice(from % 8), ...known.slice(0, from % 8)].map(({ id }) => id);
      const media: MediaRow = { ...columns, tag_ids: [...carried, merchantId], tag_version: 1 };
      const dictionaries = createTagDictionaries(() => databaseOf(known));
      const principal = principalWith(withFiles);
      const expected = JSON.stringify(toMedia(store, principal, await dictionaries.find(merchantId, 1), media));
      const writeTags = await dictionaries.findWriter(merchantId, 1);
      const texts = [toTexts(media), toTexts(media)];
      for (const write of [writeJson, writeShortJson]) {
        const written = write((json) => writeMedia(json, { store, principal, writeTags }, texts));
        written.handTo((body) => {
          // A lone surrogate becomes the same three bytes in either.
          assert.equal(Buffer.from(body).toString(), Buffer.from(`${expected},${expected}`).toString());
          return true;
        });
      }
    }),
    { numRuns: 500 },
  );
});

function toTexts(media: MediaRow): MediaTexts {
  const textOf = (number: number | null): string | null => (number === null ? null : String(number));
  return [
    media.id,
    media.name,
    media.type,
    textOf(media.width),
    textOf(media.height),
    textOf(media.duration_seconds),
    `{${media.tag_ids.join(',')}}`,
    media.created_at.replace('T', ' ').replace(/\.?0*Z$/, '+00'),
    media.object_key,
    media.thumbnail_key,
    media.page_url,
    textOf(media.tag_version),
  ];
}

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

function parseKey(given: string): ObjectKey {
  return given as ObjectKey;
}
