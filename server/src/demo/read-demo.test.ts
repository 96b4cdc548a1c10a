import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import type { Archive, ArchiveCampaign, ArchiveMedia } from '../archive/archive-schema.js';
import { checkArchive } from '../archive/check-archive.js';
import { readPatiently } from '../uploads/metadata/test-files/read-patiently.js';
import { sourceOf } from '../uploads/metadata/test-files/source-of.js';
import { readDemo, type Demo } from './read-demo.js';

const NOW = Date.parse('2026-07-15T22:30:00Z'); // already the 16th in Paris
const TODAY = '2026-07-16';
const DAY_MS = 86_400_000;
const BYTES_MAX = 8 * 1024 ** 2;

let demo: Demo;
let bakery: Archive;

beforeAll(async () => {
  demo = await readDemo(NOW);
  bakery = demo.merchants[0].archive;
});

const mediaOf = ({ media }: Archive): readonly ArchiveMedia[] => media;

describe('the files', () => {
  test('have the size, the hash, the type and the measures that the archive says', async () => {
    for (const { archive, folder } of demo.merchants) {
      for (const { file, width, height, durationSeconds, name } of mediaOf(archive)) {
        if (!file) continue;
        const bytes = await readFile(join(folder, file.path ?? ''));
        const found = { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
        assert.deepEqual(found, { sizeBytes: file.sizeBytes, sha256: file.sha256 }, name);
        const measured = await readPatiently(sourceOf(bytes, file.mimeType));
        assert.deepEqual(measured, { width, height, durationSeconds }, name);
      }
    }
  });

  test('are pictures, videos and thumbnails of every type that can be uploaded but WebM', () => {
    const types = new Set(demo.merchants.flatMap(({ archive }) => mediaOf(archive).map(({ file }) => file?.mimeType)));
    assert.deepEqual(types, new Set(['image/png', 'image/jpeg', 'image/webp', 'video/mp4', undefined]));
  });

  test('have thumbnails that are JPEGs 480 pixels wide', async () => {
    for (const { archive, folder } of demo.merchants) {
      for (const { thumbnail } of mediaOf(archive)) {
        if (!thumbnail) continue;
        const bytes = await readFile(join(folder, thumbnail.path ?? ''));
        assert.equal(bytes.length, thumbnail.sizeBytes);
        assert.equal((await readPatiently(sourceOf(bytes, 'image/jpeg'))).width, 480);
      }
    }
  });

  test('are all named by an archive, and small enough to clone', async () => {
    let bytes = 0;
    for (const { archive, folder } of demo.merchants) {
      const named = mediaOf(archive).flatMap(({ file, thumbnail }) => [file?.path, thumbnail?.path]);
      const names = await readdir(join(folder, 'files'));
      assert.deepEqual(new Set(names.map((name) => `files/${name}`)), new Set(named.filter((path) => path)));
      for (const name of names) bytes += (await stat(join(folder, 'files', name))).size;
    }
    assert.ok(bytes < BYTES_MAX, String(bytes));
  });
});

test('the archives are ones that import accepts', () => {
  for (const { archive } of demo.merchants) assert.deepEqual(checkArchive(structuredClone(archive), NOW), archive);
});

test('the bakery has what a newcomer wants to see', () => {
  const count = (type: string) => mediaOf(bakery).filter((media) => media.type === type).length;
  assert.deepEqual(
    { image: count('image'), video: count('video'), web: count('web') },
    { image: 44, video: 10, web: 6 },
  );
  assert.equal(bakery.tags.length, 14);
  assert.equal(bakery.playlists.filter(({ shared }) => shared).length, 7);
  assert.equal(mediaOf(bakery).filter(({ thumbnail }) => thumbnail === null).length, 2);
  assert.deepEqual(
    bakery.people.map(({ role }) => role),
    ['owner', 'admin', 'staff'],
  );
  const hashes = mediaOf(bakery).flatMap(({ file }) => file?.sha256 ?? []);
  assert.equal(new Set(hashes).size, hashes.length);
});

const liveOf = ({ liveVersion, versions }: ArchiveCampaign) => versions.find(({ version }) => version === liveVersion);

function statusOf(campaign: ArchiveCampaign): string {
  const live = liveOf(campaign);
  if (live === undefined) return campaign.versions.some(({ publishedAt }) => publishedAt) ? 'withdrawn' : 'draft';
  if ((live.flight.start ?? '') > `${TODAY}T23:59`) return 'upcoming';
  return (live.flight.end ?? '9999') < TODAY ? 'ended' : 'running';
}

describe('whatever the day, campaigns', () => {
  test('come in every status, and in the cases that are easily forgotten', () => {
    const campaigns = bakery.campaigns;
    const listed = campaigns.filter(({ archived }) => !archived);
    const statuses = ['running', 'upcoming', 'draft', 'ended', 'withdrawn'].map(
      (status) => listed.filter((campaign) => statusOf(campaign) === status).length,
    );
    assert.deepEqual(statuses, [5, 2, 2, 2, 1]);
    assert.equal(campaigns.length - listed.length, 1);
    assert.ok(campaigns.some((campaign) => liveOf(campaign) && campaign.versions.at(-1)?.publishedAt === null));
    assert.ok(campaigns.some((campaign) => liveOf(campaign)?.content?.portrait));
    const playlistIds = new Set(bakery.playlists.map(({ id }) => id));
    const orphans = campaigns.filter((campaign) => {
      const from = liveOf(campaign)?.content?.landscape.playlistId;
      return from && !playlistIds.has(from);
    });
    assert.deepEqual(
      orphans.map(({ name }) => name),
      ['Less plastic'],
    );
  });

  test('play what was there when they were published, and nothing lies in the future', () => {
    const created = new Map(mediaOf(bakery).map(({ id, createdAt }) => [id, createdAt]));
    for (const createdAt of created.values()) assert.ok(Date.parse(createdAt) < NOW);
    for (const { versions, changedAt } of bakery.campaigns) {
      assert.ok(Date.parse(changedAt) < NOW);
      for (const { content, publishedAt } of versions)
        for (const { mediaId } of [...(content?.landscape.items ?? []), ...(content?.portrait?.items ?? [])])
          assert.ok(Date.parse(created.get(mediaId) ?? '') < Date.parse(publishedAt ?? ''));
    }
  });

  test('keep their hours when their days are moved', async () => {
    const later = (await readDemo(NOW + 30 * DAY_MS)).merchants[0].archive;
    const flight = ({ campaigns }: Archive) =>
      campaigns.find(({ name }) => name === 'Harvest festival')?.versions[0]?.flight;
    assert.deepEqual(flight(bakery), { start: '2026-08-05T07:00', end: '2026-08-07T19:30' });
    assert.deepEqual(flight(later), { start: '2026-09-04T07:00', end: '2026-09-06T19:30' });
  });
});

test('the returned secrets are those of the archive, new each time, and live as long as they may', async () => {
  const [read, write] = bakery.tokens;
  assert.deepEqual([read?.secret, write?.secret], [demo.readToken, demo.writeToken]);
  assert.match(demo.signIn.password, /^([a-z]+-){5}\d{4}$/);
  assert.equal(bakery.people[0]?.password, demo.signIn.password);
  assert.ok(!read?.scopes.some((scope) => scope.endsWith(':write')));
  assert.equal(Date.parse(write?.expiresAt ?? '') - NOW, 90 * DAY_MS);
  assert.equal(Date.parse(read?.expiresAt ?? '') - NOW, 365 * DAY_MS);
  const again = await readDemo(NOW);
  assert.notEqual(again.readToken, demo.readToken);
  assert.notEqual(again.signIn.password, demo.signIn.password);
});
