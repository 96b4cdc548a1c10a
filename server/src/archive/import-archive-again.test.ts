// A merchant that is there already: refused, or replaced whole.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_PASSWORD, exampleArchive } from '../../../tests/harness/archive-fixture.js';
import { countOf, newArchive, openImportDeps, type OpenImportDeps } from '../../../tests/harness/import-deps.js';
import { sql } from '../db/sql.js';
import { verifyPassword } from '../identity/password.js';
import { exportArchive } from './export-archive.js';
import { ArchiveError } from './archive-error.js';
import { importArchive } from './import-archive.js';

let deps: OpenImportDeps;
beforeAll(async () => {
  deps = await openImportDeps();
});
afterAll(() => deps.close());

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
  smaller.people = [{ email: archive.people[0]?.email ?? '', name: 'New name', role: 'admin' }];
  await importArchive(deps, smaller, { replace: true });
  expect(await countOf(deps, 'media', merchantId)).toBe(3);
  expect(await countOf(deps, 'tokens', merchantId)).toBe(1);
  expect(await countOf(deps, 'memberships', merchantId)).toBe(1);
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
  const [kept] = (await exportArchive(deps, merchantId)).people;
  expect(kept?.name).toBe('After');
  expect(await verifyPassword(kept?.passwordHash ?? '', 'a new password')).toBe(true);
});

test('replacing a merchant that is not there imports it', async () => {
  const archive = newArchive();
  expect((await importArchive(deps, archive, { replace: true })).merchantId).toBe(archive.merchant.id);
});

test('two imports of one merchant at once: one goes in, the other is refused', async () => {
  const archive = newArchive();
  const outcomes = await Promise.allSettled([importArchive(deps, archive), importArchive(deps, archive)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(failed?.reason).toBeInstanceOf(ArchiveError);
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
