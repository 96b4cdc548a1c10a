import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Archive, ArchiveCampaign, ArchiveMedia } from '../archive/archive-schema.js';
import { checkArchive } from '../archive/check-archive.js';
import { type Demo, makeDemo } from './demo-archives.js';
import { imageSize } from './test-readers/image-size.js';
import { readMp4 } from './test-readers/read-mp4.js';

const NOW = Date.parse('2026-07-15T22:30:00Z'); // already the 16th in Paris
const clock = { now: () => NOW };

let folder = '';
let demo: Demo;
let [bakery, bookshop]: Archive[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-test-'));
  demo = await makeDemo({ clock, folder });
  [bakery, bookshop] = demo.archives;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const mediaOf = (archive: Archive | undefined): ArchiveMedia[] => archive?.media ?? [];
const allMedia = (): ArchiveMedia[] => demo.archives.flatMap(mediaOf);
const bytesOf = (path: string | null | undefined): Promise<Buffer> => readFile(join(folder, path ?? ''));

test('both archives are ones that import accepts', () => {
  for (const archive of demo.archives) assert.deepEqual(checkArchive(structuredClone(archive), NOW), archive);
});

test('every file has the size and the SHA-256 that the archive says', async () => {
  for (const { file, thumbnail } of allMedia()) {
    if (thumbnail) assert.equal((await bytesOf(thumbnail.path)).length, thumbnail.sizeBytes);
    if (!file) continue;
    const bytes = await bytesOf(file.path);
    assert.equal(bytes.length, file.sizeBytes);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256);
  }
});

test('no two files of a merchant are the same', () => {
  const hashes = mediaOf(bakery).flatMap(({ file }) => file?.sha256 ?? []);
  assert.equal(new Set(hashes).size, hashes.length);
});

test('pictures have the format and the size that the archive says', async () => {
  for (const { file, width, height } of allMedia().filter(({ type }) => type === 'image'))
    expect(imageSize(await bytesOf(file?.path))).toEqual({ mimeType: file?.mimeType, width, height });
});

test('thumbnails are JPEGs 480 pixels wide', async () => {
  for (const { path } of allMedia().flatMap(({ thumbnail }) => thumbnail ?? []))
    expect(imageSize(await bytesOf(path))).toMatchObject({ mimeType: 'image/jpeg', width: 480 });
});

test('videos are MP4 files whose index agrees with the archive and with their frames', async () => {
  for (const { type, file, width, height, durationSeconds } of allMedia()) {
    if (type !== 'video') continue;
    const video = readMp4(await bytesOf(file?.path));
    assert.deepEqual({ width: video.width, height: video.height }, { width, height });
    assert.equal(video.seconds, durationSeconds);
    assert.equal(video.framesPerSecond * video.seconds, video.frames.length);
    for (const { start, size, unitType, unitBytes } of video.frames) {
      assert.ok(start >= video.dataStart && start + size <= video.dataEnd);
      assert.equal(unitBytes + 4, size);
      assert.ok([1, 5].includes(unitType));
    }
    assert.deepEqual(
      video.keyFrames,
      video.frames.flatMap(({ unitType }, index) => (unitType === 5 ? [index + 1] : [])),
    );
  }
});

test('the bakery has what a newcomer wants to see', () => {
  const count = (type: string) => mediaOf(bakery).filter((media) => media.type === type).length;
  assert.deepEqual(
    { image: count('image'), video: count('video'), web: count('web') },
    { image: 44, video: 10, web: 6 },
  );
  assert.equal(bakery?.tags?.length, 14);
  assert.equal(bakery?.playlists?.filter(({ shared }) => shared).length, 7);
  assert.ok((bakery?.playlists?.filter(({ shared }) => !shared).length ?? 0) > 2);
  assert.equal(mediaOf(bakery).filter(({ thumbnail }) => thumbnail === null).length, 2);
  assert.deepEqual(
    bakery?.people?.map(({ role }) => role),
    ['owner', 'admin', 'staff'],
  );
  assert.equal(mediaOf(bookshop).length, 8);
  assert.ok(allMedia().reduce((sum, { file }) => sum + (file?.sizeBytes ?? 0), 0) < 40_000_000);
});

const TODAY = '2026-07-16';
function statusOf({ liveVersion, versions = [] }: ArchiveCampaign): string {
  const live = versions.find(({ version }) => version === liveVersion);
  if (live === undefined) return versions.some(({ publishedAt }) => publishedAt !== null) ? 'withdrawn' : 'draft';
  if ((live.flight.start ?? '') > `${TODAY}T23:59`) return 'upcoming';
  return (live.flight.end ?? '9999') < TODAY ? 'ended' : 'running';
}

test('campaigns come in every status, and in the cases that are easily forgotten', () => {
  const campaigns = bakery?.campaigns ?? [];
  const listed = campaigns.filter(({ archived }) => !archived);
  const statuses = ['running', 'upcoming', 'draft', 'ended', 'withdrawn'].map(
    (status) => listed.filter((campaign) => statusOf(campaign) === status).length,
  );
  assert.deepEqual(statuses, [5, 2, 2, 2, 1]);
  assert.equal(campaigns.length - listed.length, 1);
  const isLive = ({ liveVersion, versions = [] }: ArchiveCampaign) =>
    versions.find(({ version }) => version === liveVersion);
  assert.ok(campaigns.some((campaign) => isLive(campaign) && campaign.versions?.at(-1)?.publishedAt === null));
  assert.ok(campaigns.some((campaign) => isLive(campaign)?.content?.portrait));
  const playlistIds = new Set(bakery?.playlists?.map(({ id }) => id));
  const orphans = campaigns.filter((campaign) => {
    const from = isLive(campaign)?.content?.landscape.playlistId;
    return from && !playlistIds.has(from);
  });
  assert.deepEqual(
    orphans.map(({ name }) => name),
    ['Less plastic'],
  );
});

test('what a version plays was there when it was published', () => {
  const created = new Map(mediaOf(bakery).map(({ id, createdAt }) => [id, createdAt]));
  for (const { versions = [] } of bakery?.campaigns ?? [])
    for (const { content, publishedAt } of versions)
      for (const { mediaId } of [...(content?.landscape.items ?? []), ...(content?.portrait?.items ?? [])])
        assert.ok(Date.parse(created.get(mediaId) ?? '') < Date.parse(publishedAt ?? ''));
});

test('the returned secrets are those of the archive, and the write token lives for ninety days', () => {
  const [read, write] = bakery?.tokens ?? [];
  expect([read?.secret, write?.secret]).toEqual([demo.readToken, demo.writeToken]);
  expect(demo.readToken).toMatch(/^vitrine_[\w-]{43}$/);
  expect(demo.signIn.password).toMatch(/^([a-z]+-){5}\d{4}$/);
  assert.equal(bakery?.people?.[0]?.password, demo.signIn.password);
  assert.equal(
    read?.scopes?.some((scope) => scope.endsWith(':write')),
    false,
  );
  assert.equal(Date.parse(write?.expiresAt ?? '') - NOW, 90 * 86_400_000);
  assert.equal(Date.parse(read?.expiresAt ?? '') - NOW, 365 * 86_400_000);
});

test('made again at the same time it is the same but for ids and secrets', async () => {
  const again = await mkdtemp(join(tmpdir(), 'vitrine-demo-test-'));
  const { archives } = await makeDemo({ clock, folder: again });
  await rm(again, { recursive: true, force: true });
  const essence = (archive: Archive | undefined) => [
    mediaOf(archive).map(({ name, createdAt, file }) => [name, createdAt, file?.sha256]),
    archive?.campaigns?.map(({ name, changedAt, versions }) => [
      name,
      changedAt,
      versions?.map(({ flight }) => flight),
    ]),
  ];
  assert.deepEqual(archives.map(essence), demo.archives.map(essence));
});
