import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_PASSWORD, EXAMPLE_SECRETS, exampleId } from '../../../tests/harness/archive-fixture.js';
import { countOf, newArchive, openImportDeps, type OpenImportDeps } from '../../../tests/harness/import-deps.js';
import { hashTokenSecret } from '../identity/token-secret.js';
import type { Db } from '../db/db.js';
import { sql } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import { verifyPassword } from '../identity/password.js';
import { exportArchive } from './export-archive.js';
import { importArchive } from './import-archive.js';

let deps: OpenImportDeps;
beforeAll(async () => {
  deps = await openImportDeps();
});
afterAll(() => deps.close());

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
  const kept = (await exportArchive(deps, merchantId)).media.map(({ type, width, durationSeconds }) => [
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
  const hash = people[0]?.passwordHash ?? '';
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(hash, EXAMPLE_PASSWORD)).toBe(true);
  const secretHash = hashTokenSecret(EXAMPLE_SECRETS.all);
  expect(tokens.find((token) => token.secretHash === secretHash)).toMatchObject({
    lastFour: EXAMPLE_SECRETS.all.slice(-4),
  });
  expect(JSON.stringify([people, tokens])).not.toContain('vitrine_');
});

describe('an email that has an account at another merchant', () => {
  const archivesWith = (email: string) => [
    { ...newArchive(), people: [{ email, name: 'First', role: 'owner', password: EXAMPLE_PASSWORD }] },
    { ...newArchive(), people: [{ email: email.toUpperCase(), name: 'Second', role: 'staff' }] },
  ];
  const isThere = async (id: string) => (await selectMerchant(deps.db, parseMerchantId(id))) !== undefined;

  test('is refused by its path, and nothing is imported', async () => {
    const [one, other] = archivesWith('refused@example.com');
    await importArchive(deps, one);
    for (const replace of [false, true]) {
      await expect(importArchive(deps, other, { replace })).rejects.toThrow(
        /^people\[0\]\.email: has an account at another merchant here; another email is expected, or --join-people /,
      );
    }
    expect(await isThere(other?.merchant.id ?? '')).toBe(false);
  });

  test('joins on purpose, and keeps name and password', async () => {
    const [one, other] = archivesWith('joined@example.com');
    const first = await exportArchive(deps, (await importArchive(deps, one)).merchantId);
    const { merchantId } = await importArchive(deps, other, { joinPeople: true });
    const joined = first.people.map((person) => ({ ...person, role: 'staff' }));
    expect((await exportArchive(deps, merchantId)).people).toEqual(joined);
    // Who belongs to the merchant already is no new one: the same archive may take its place.
    await importArchive(deps, other, { replace: true });
    expect((await exportArchive(deps, merchantId)).people).toEqual(joined);
  });

  test('is refused with a password, which would be dropped without a word', async () => {
    const [one, other] = archivesWith('dropped@example.com');
    await importArchive(deps, one);
    const people = other?.people.map((person) => ({ ...person, password: 'another one' }));
    await expect(importArchive(deps, { ...other, people }, { joinPeople: true })).rejects.toThrow(
      /^people\[0\]\.password: would not be used, /,
    );
  });

  test('is met also when both come at once: one goes in, the other is refused', async () => {
    const outcomes = await Promise.allSettled(
      archivesWith('race@example.com').map((archive) => importArchive(deps, archive)),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(failed?.reason)).toMatch(/people\[0\]\.email: has an account/);
  });
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

test('the address of a web page is kept as browsers write it', async () => {
  const archive = newArchive();
  const given = ['https://bücher.example/ä b', ' HTTP://Example.com:80', 'https://example.com/a?b=c#d'];
  const pages = archive.media.filter(({ type }) => type === 'web').slice(0, 1);
  const media = given.map((url, at) => ({ ...pages[0], id: exampleId('page', at), url }));
  const bare = { format: archive.format, merchant: archive.merchant, tags: archive.tags, media };
  const { merchantId } = await importArchive(deps, bare);
  expect((await exportArchive(deps, merchantId)).media.map(({ url }) => url ?? '').toSorted()).toEqual([
    'http://example.com/',
    'https://example.com/a?b=c#d',
    'https://xn--bcher-kva.example/%C3%A4%20b',
  ]);
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
  expect(await countOf(deps, 'media', merchantId)).toBe(5_001);
  expect(statements).toBeLessThan(30);
});
