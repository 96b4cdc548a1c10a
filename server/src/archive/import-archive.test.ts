import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_PASSWORD, EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../test/archive-fixture.js';
import { openTestDatabase } from '../../test/database.js';
import { hashTokenSecret } from '../access/bearer-token.js';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { verifyPassword } from '../people/password.js';
import { createDiskStore } from '../storage/disk-store.js';
import { exportArchive } from './export-archive.js';
import { ArchiveRefused, type ImportDeps, importArchive } from './import-archive.js';

const clock = { now: () => Date.UTC(2026, 5, 1) };
let folder = '';
let close = async (): Promise<void> => {};
let deps: ImportDeps;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-archive-'));
  const database = await openTestDatabase();
  close = database.close;
  const signing = {
    endpoint: 'http://127.0.0.1:9',
    bucket: 'b',
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 's',
    clock,
  };
  deps = { db: database.db, clock, store: await createDiskStore({ ...signing, directory: join(folder, 'objects') }) };
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

let merchants = 0;

// A merchant of its own for each test: another id, other secrets, the same content.
function newArchive(size: Parameters<typeof exampleArchive>[0] = { media: 12 }) {
  const archive = exampleArchive(size);
  const at = ++merchants;
  archive.merchant.id = exampleId('merchant', at);
  archive.tokens.forEach((token, tokenAt) => {
    token.secret = `vitrine_${`${at}x${tokenAt}`.padStart(43, '0')}`;
  });
  return archive;
}

const countOf = async (table: 'media' | 'tokens' | 'memberships' | 'campaigns', merchantId: string) =>
  (
    await deps.db.row<{ count: number }>({
      text: `select count(*) from ${table} where merchant_id = $1`,
      values: [merchantId],
    })
  )?.count;

test('what went in is counted and told', async () => {
  const archive = newArchive({ media: 12, campaigns: 8 });
  expect(await importArchive(deps, archive)).toEqual({
    merchantId: archive.merchant.id,
    counts: { people: 2, tokens: 2, tags: 5, media: 12, playlists: 10, campaigns: 8, files: 0 },
  });
});

test('a merchant alone is an archive: lists left out are empty', async () => {
  const { format, merchant } = newArchive();
  const { merchantId } = await importArchive(deps, { format, merchant });
  expect(await exportArchive(deps, merchantId)).toMatchObject({
    people: [],
    tokens: [],
    tags: [],
    media: [],
    playlists: [],
    campaigns: [],
  });
});

test('ids are kept in lower case, moments to the millisecond, tag names cleaned, half characters replaced', async () => {
  const archive = newArchive({ media: 1, campaigns: 0 });
  const [tag] = archive.tags;
  const capital = { ...archive, merchant: { ...archive.merchant, id: archive.merchant.id.toUpperCase() } };
  capital.tags = [{ id: tag?.id.toUpperCase() ?? '', name: '  Big \t sale ' }];
  capital.media = archive.media.map((media) => ({
    ...media,
    id: media.id.toUpperCase(),
    name: 'half \ud83e',
    tagIds: [tag?.id ?? ''],
    createdAt: '2026-01-01T00:00:00.1239999Z',
  }));
  capital.playlists = [];
  const { merchantId } = await importArchive(deps, capital);
  const { tags, media } = await exportArchive(deps, merchantId);
  expect(merchantId).toBe(archive.merchant.id);
  expect(tags).toEqual([{ id: tag?.id, name: 'Big sale' }]);
  expect(media).toMatchObject([
    { id: exampleId('media', 0), name: 'half \ufffd', tagIds: [tag?.id], createdAt: '2026-01-01T00:00:00.123Z' },
  ]);
});

test('a page keeps no size and only a video keeps a length', async () => {
  const archive = newArchive({ media: 5, campaigns: 0 });
  const media = archive.media.map((entry) => ({ ...entry, width: 10, height: 10, durationSeconds: 3 }));
  const { merchantId } = await importArchive(deps, { ...archive, media });
  const kept = (await exportArchive(deps, merchantId)).media?.map(({ type, width, durationSeconds }) => [
    type,
    width,
    durationSeconds,
  ]);
  expect(kept?.filter(([type]) => type === 'web')).toEqual([['web', null, null]]);
  expect(kept?.filter(([type]) => type === 'image')).toEqual(Array.from({ length: 3 }, () => ['image', 10, null]));
  expect(kept?.filter(([type]) => type === 'video')).toEqual([['video', 10, 3]]);
});

test('a password is kept as an Argon2id hash, a secret as a SHA-256 with its last four characters', async () => {
  const archive = newArchive();
  const { merchantId } = await importArchive(deps, {
    ...archive,
    people: [{ email: 'hash@example.com', name: 'Hash', role: 'owner', password: EXAMPLE_PASSWORD }],
    tokens: archive.tokens.map((token, at) => (at === 0 ? { ...token, secret: EXAMPLE_SECRETS.all } : token)),
  });
  const { people, tokens } = await exportArchive(deps, merchantId);
  const hash = people?.[0]?.passwordHash ?? '';
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(hash, EXAMPLE_PASSWORD)).toBe(true);
  const secretHash = hashTokenSecret(EXAMPLE_SECRETS.all).toString('hex');
  expect(tokens?.find((token) => token.secretHash === secretHash)).toMatchObject({
    lastFour: EXAMPLE_SECRETS.all.slice(-4),
  });
  expect(JSON.stringify([people, tokens])).not.toContain('vitrine_');
});

test('a person of another merchant joins this one, and keeps name and password', async () => {
  const one = {
    ...newArchive(),
    people: [{ email: 'Both@example.com', name: 'First', role: 'owner', password: EXAMPLE_PASSWORD }],
  };
  const other = {
    ...newArchive(),
    people: [{ email: 'both@EXAMPLE.com', name: 'Second', role: 'staff', password: 'another one' }],
  };
  const first = await exportArchive(deps, (await importArchive(deps, one)).merchantId);
  const second = await exportArchive(deps, (await importArchive(deps, other)).merchantId);
  expect(second.people).toEqual(first.people?.map((person) => ({ ...person, role: 'staff' })));
});

test('imported files count toward the storage used, also over the quota', async () => {
  const archive = newArchive();
  archive.merchant.plan.storageQuotaBytes = 1;
  const { merchantId } = await importArchive(deps, archive);
  const sizes = archive.media.flatMap((media) => [
    'file' in media ? media.file.sizeBytes : 0,
    'thumbnail' in media ? (media.thumbnail?.sizeBytes ?? 0) : 0,
  ]);
  expect(
    await deps.db.row(sql`select used_bytes, reserved_bytes from storage_usage where merchant_id = ${merchantId}`),
  ).toEqual({
    used_bytes: sizes.reduce((sum, size) => sum + size, 0),
    reserved_bytes: 0,
  });
});

test('imported tokens keep their dates as given, past ones too', async () => {
  const archive = newArchive();
  const dates = {
    createdAt: '2019-01-01T00:00:00.000Z',
    expiresAt: '2018-01-01T00:00:00.000Z',
    revokedAt: '2017-01-01T00:00:00.000Z',
  };
  const { merchantId } = await importArchive(deps, {
    ...archive,
    tokens: archive.tokens.map((token) => ({ ...token, ...dates })),
  });
  expect((await exportArchive(deps, merchantId)).tokens).toMatchObject([dates, dates]);
});

test('an id that exists is refused, unless it is to be replaced', async () => {
  const archive = newArchive({ media: 12 });
  const { merchantId } = await importArchive(deps, archive);
  await expect(importArchive(deps, archive)).rejects.toThrow(/^merchant\.id: is .* exists here; .*--replace/);
  const version = await deps.db.row<{ version: number }>(
    sql`select version from tag_versions where merchant_id = ${merchantId}`,
  );
  const smaller = {
    ...exampleArchive({ media: 3, campaigns: 1 }),
    merchant: archive.merchant,
    tokens: archive.tokens.slice(1),
  };
  smaller.people = [{ email: 'owner@example.com', name: 'New name', role: 'admin' }];
  await importArchive(deps, smaller, { replace: true });
  expect(await countOf('media', merchantId)).toBe(3);
  expect(await countOf('tokens', merchantId)).toBe(1);
  expect(await countOf('memberships', merchantId)).toBe(1);
  const after = await deps.db.row<{ version: number }>(
    sql`select version from tag_versions where merchant_id = ${merchantId}`,
  );
  expect(after?.version).toBeGreaterThan(version?.version ?? Infinity);
});

test('replacing takes the archive’s word for people whom no other merchant knows', async () => {
  const person = { email: 'alone@example.com', name: 'Before', role: 'owner', password: EXAMPLE_PASSWORD };
  const archive = { ...newArchive(), people: [person] };
  const { merchantId } = await importArchive(deps, archive);
  await importArchive(
    deps,
    { ...archive, people: [{ ...person, name: 'After', password: 'a new password' }] },
    { replace: true },
  );
  const [kept] = (await exportArchive(deps, merchantId)).people ?? [];
  expect(kept?.name).toBe('After');
  expect(await verifyPassword(kept?.passwordHash ?? '', 'a new password')).toBe(true);
});

test('replacing a merchant that is not there imports it', async () => {
  const archive = newArchive();
  expect((await importArchive(deps, archive, { replace: true })).merchantId).toBe(archive.merchant.id);
});

test('a secret of another merchant’s token is refused', async () => {
  const archive = newArchive();
  await importArchive(deps, archive);
  const other = newArchive();
  other.tokens.forEach((token, at) => {
    if (at === 1) token.secret = archive.tokens[0]?.secret ?? '';
  });
  await expect(importArchive(deps, other)).rejects.toThrow(
    /^tokens\[1\]\.secret: is the secret of a token of another merchant/,
  );
});

test('two imports of one merchant at once: one goes in, the other is refused', async () => {
  const archive = newArchive();
  const outcomes = await Promise.allSettled([importArchive(deps, archive), importArchive(deps, archive)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(failed?.reason).toBeInstanceOf(ArchiveRefused);
});

test('when the last statement fails nothing is there, and what was to be replaced still is', async () => {
  const archive = newArchive({ media: 12 });
  const { merchantId } = await importArchive(deps, archive);
  const before = await exportArchive(deps, merchantId);
  await deps.db.rows(sql`alter table storage_usage add constraint never check (used_bytes <> 77777)`);
  const media = archive.media.slice(0, 1).map((entry) => ({
    ...entry,
    file: { mimeType: 'image/png', sizeBytes: 77_777, sha256: '0'.repeat(64) },
    thumbnail: null,
  }));
  const failing = { ...archive, media, playlists: [], campaigns: [] };
  await expect(importArchive(deps, failing, { replace: true })).rejects.toThrow(/never/);
  expect(await exportArchive(deps, merchantId)).toEqual(before);
});

test('listeners are told that access changed', async () => {
  const client = await deps.db.pool.connect();
  const heard: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => heard.push(payload));
  try {
    await client.query('listen access_changed');
    const { merchantId } = await importArchive(deps, newArchive());
    await client.query('select 1');
    expect(heard).toContain(merchantId);
  } finally {
    client.release(true);
  }
});

test('media go in by the thousand, not one by one', async () => {
  const archive = newArchive({ media: 5_001, campaigns: 8 });
  let statements = 0;
  const transaction: Db['transaction'] = (work) =>
    deps.db.transaction((db) =>
      work({
        ...db,
        rows: (statement) => (statements++, db.rows(statement)),
        row: (statement) => (statements++, db.row(statement)),
      }),
    );
  const { merchantId } = await importArchive({ ...deps, db: { ...deps.db, transaction } }, archive);
  expect(await countOf('media', merchantId)).toBe(5_001);
  expect(statements).toBeLessThan(25);
});
