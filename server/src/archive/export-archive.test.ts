import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleArchive, exampleId } from '../../../tests/harness/archive-fixture.js';
import { openImportDeps, type OpenImportDeps } from '../../../tests/harness/import-deps.js';
import { sql } from '../db/sql.js';
import { parseMerchantId } from '../ids.js';
import { ArchiveError } from './archive-error.js';
import type { Archive } from './archive-schema.js';
import { exportArchive, toArchiveText } from './export-archive.js';
import { importArchive } from './import-archive.js';

let deps: OpenImportDeps;
const merchantId = parseMerchantId(exampleId('merchant', 0));

beforeAll(async () => {
  deps = await openImportDeps();
  await importArchive(deps, exampleArchive());
});
afterAll(() => deps.close());

test('export then import then export gives the same file', async () => {
  const first = toArchiveText(await exportArchive(deps, merchantId));
  await importArchive(deps, JSON.parse(first), { replace: true });
  expect(toArchiveText(await exportArchive(deps, merchantId))).toBe(first);
});

test('the trash comes along: playlists with the drafts that lack them, campaigns, and tags with where they were', async () => {
  const archive = exampleArchive();
  const id = exampleId('merchant', 7);
  const [media, tag] = [archive.media[0]?.id ?? '', archive.tags[0]?.id ?? ''];
  const moments = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
  const trashedAt = '2026-01-03T00:00:00.000Z';
  const deletedPlaylists = [
    {
      id: exampleId('playlist', 900),
      name: 'Front window',
      shared: true,
      ...moments,
      items: [
        { mediaId: media, durationSeconds: 7 },
        { mediaId: media, durationSeconds: null },
      ],
      trashedAt,
      gaps: [{ lineageId: exampleId('campaign', 0), version: 1, landscape: true, portrait: false }],
    },
  ];
  const deletedCampaigns = [
    {
      lineageId: exampleId('campaign', 900),
      name: 'Spring',
      archived: false,
      changedAt: '2026-01-02T00:00:00.000Z',
      trashedAt,
      tagIds: [tag],
      versions: [
        {
          version: 1,
          flight: { start: '2026-03-01', end: null },
          landscapePlaylistId: exampleId('playlist', 900),
          portraitPlaylistId: null,
        },
      ],
    },
  ];
  const places = [
    { kind: 'campaign', id: exampleId('campaign', 900) },
    { kind: 'media', id: media, givenId: tag },
  ];
  const deletedTags = [
    { id: exampleId('tag', 900), name: 'Sommer', trashedAt, mergedInto: tag, places },
    { id: exampleId('tag', 901), name: 'Nowhere', trashedAt: '2026-01-04T00:00:00.000Z', places: [] },
  ];
  const merchant = { ...archive.merchant, id };
  const trash = { deletedPlaylists, deletedCampaigns, deletedTags };
  const file = { ...archive, merchant, tokens: [], people: [], ...trash };
  await importArchive(deps, file);
  const exported = await exportArchive(deps, parseMerchantId(id));
  const { deletedPlaylists: playlists, deletedCampaigns: campaigns, deletedTags: tags } = exported;
  expect({ deletedPlaylists: playlists, deletedCampaigns: campaigns, deletedTags: tags }).toEqual(trash);
  await importArchive(deps, exported, { replace: true });
  expect(toArchiveText(await exportArchive(deps, parseMerchantId(id)))).toBe(toArchiveText(exported));
  const unknown = { ...deletedCampaigns[0], tagIds: [exampleId('tag', 999)] };
  await expect(importArchive(deps, { ...file, deletedCampaigns: [unknown] }, { replace: true })).rejects.toThrow(
    'deletedCampaigns[0].tagIds[0]',
  );
  const twice = { ...deletedTags[1], places: [...places.slice(1), ...places.slice(1)] };
  await expect(importArchive(deps, { ...file, deletedTags: [twice] }, { replace: true })).rejects.toThrow(
    'deletedTags[0].places[1]',
  );
});

test('screens come along without their keys, with what is played when nothing runs and what the plan allows', async () => {
  const archive = exampleArchive();
  const id = exampleId('merchant', 8);
  const tagIds = archive.tags.slice(0, 2).map((tag) => tag.id);
  const screen = {
    name: 'Window',
    orientation: 'landscape',
    timeZone: null,
    tagIds,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const screens = [
    { id: exampleId('screen', 0), ...screen },
    { id: exampleId('screen', 1), ...screen, timeZone: 'Asia/Tokyo', createdAt: '2026-01-02T00:00:00.000Z' },
  ];
  const merchant = {
    ...archive.merchant,
    id,
    defaultPlaylistId: archive.playlists[0]?.id,
    plan: { ...archive.merchant.plan, screensMax: 4 },
  };
  await importArchive(deps, { ...archive, merchant, tokens: [], people: [], screens });
  const keys = sql`select 1 from screens where merchant_id = ${id} and key_hash is not null`;
  expect(await deps.db.rows(keys)).toEqual([]);
  await deps.db.rows(sql`update screens set key_hash = '\\x01', paired_at = now() where id = ${screens[0]?.id}`);
  const exported = await exportArchive(deps, parseMerchantId(id));
  expect([exported.merchant, exported.screens]).toEqual([merchant, screens]);
  // Replaced by its own archive, a screen that is still in it keeps the key that its device has; one that is not is gone.
  const [kept] = screens;
  await importArchive(deps, { ...archive, merchant, tokens: [], people: [], screens: [kept] }, { replace: true });
  const left = sql`select id, encode(key_hash, 'hex') as key from screens where merchant_id = ${id}`;
  expect(await deps.db.rows(left)).toEqual([{ id: kept?.id, key: '01' }]);
  const unknown = { ...screens[0], tagIds: [exampleId('tag', 999)] };
  const refused = importArchive(
    deps,
    { ...archive, merchant, tokens: [], people: [], screens: [unknown] },
    { replace: true },
  );
  await expect(refused).rejects.toThrow('screens[0].tagIds[0]');
});

test('what was imported comes out whole', async () => {
  const archive = exampleArchive();
  const { people, tokens, ...rest } = await exportArchive(deps, merchantId);
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect({
    ...rest,
    tags: rest.tags.toSorted(byId),
    media: rest.media.toSorted(byId),
    playlists: rest.playlists.toSorted(byId),
  }).toEqual({
    format: archive.format,
    merchant: archive.merchant,
    tags: archive.tags.toSorted(byId),
    media: archive.media.toSorted(byId),
    playlists: archive.playlists.toSorted(byId),
    campaigns: archive.campaigns.toSorted((one, other) => (one.lineageId < other.lineageId ? -1 : 1)),
  });
  expect(people.map(({ email, role }) => [email, role])).toEqual([
    ['owner@example.com', 'owner'],
    ['staff@example.com', 'staff'],
  ]);
  expect(people[1]).not.toHaveProperty('passwordHash');
  expect(tokens.map(({ name }) => name).toSorted()).toEqual(['Reporting', 'Web shop']);
});

test('entries stand in a fixed order: tags by name, media and playlists by age', async () => {
  const { tags, media, playlists } = await exportArchive(deps, merchantId);
  expect(tags.map(({ name }) => name)).toEqual(['New arrivals', 'Sale', 'Summer', 'Window', 'Été']);
  const moments = media.map(({ createdAt, id }) => createdAt + id);
  expect(moments).toEqual(moments?.toSorted());
  expect(playlists.map(({ createdAt }) => createdAt)).toEqual(playlists.map(({ createdAt }) => createdAt).toSorted());
});

test('keys stand in the order of the documentation', async () => {
  const page = await readFile(new URL('../../../docs/merchant-archive.md', import.meta.url), 'utf8');
  const example: Archive = JSON.parse(/```json\n([^]*?)```/.exec(page)?.[1] ?? '');
  const keysOf = ({ merchant, tags: [tag], playlists: [playlist], campaigns: [campaign], ...rest }: Archive) =>
    [rest, merchant, merchant.plan, merchant.screens, tag, playlist, campaign, campaign?.versions[0]].map((entry) =>
      Object.keys(entry ?? {}),
    );
  expect(keysOf(await exportArchive(deps, merchantId))).toEqual(keysOf(example));
});

test('the key order of frozen content in the database does not show', async () => {
  const lineageId = exampleId('campaign', 0);
  const before = toArchiveText(await exportArchive(deps, merchantId));
  const { content } = (await deps.db.row<{ content: Record<string, unknown> }>(sql`
    select content from campaign_versions where merchant_id = ${merchantId} and lineage_id = ${lineageId}`)) ?? {
    content: {},
  };
  const turned = JSON.stringify(Object.fromEntries(Object.entries(content).toReversed()));
  await deps.db.rows(sql`update campaign_versions set content = ${turned}::json
    where merchant_id = ${merchantId} and lineage_id = ${lineageId}`);
  expect(toArchiveText(await exportArchive(deps, merchantId))).toBe(before);
});

test('uploads that are not ready are not part of an archive, nor the places where they play', async () => {
  const awaited = exampleId('media', 0);
  await deps.db.rows(sql`update media set state = 'awaiting' where merchant_id = ${merchantId} and id = ${awaited}`);
  const archive = await exportArchive(deps, merchantId);
  await deps.db.rows(sql`update media set state = 'ready' where merchant_id = ${merchantId} and id = ${awaited}`);
  expect(archive.media.some(({ id }) => id === awaited)).toBe(false);
  expect(JSON.stringify(archive.playlists)).not.toContain(awaited);
});

test('a playlist that was deleted since is null in the versions made from it, and stays named in their content', async () => {
  const playlistId = exampleId('playlist', 9);
  await deps.db.rows(sql`delete from playlists where merchant_id = ${merchantId} and id = ${playlistId}`);
  const archive = await exportArchive(deps, merchantId);
  const version = archive.campaigns.find(({ lineageId }) => lineageId === exampleId('campaign', 7))?.versions?.[0];
  expect(version).toMatchObject({ landscapePlaylistId: null, content: { landscape: { playlistId } } });
  await expect(importArchive(deps, archive, { replace: true })).resolves.toMatchObject({ merchantId });
});

test('a tag that is no more is on nothing', async () => {
  const archive = exampleArchive();
  await importArchive(deps, archive, { replace: true });
  const tagId = exampleId('tag', 0);
  const carriers = ({ media, campaigns }: Archive) =>
    [...media, ...campaigns].filter(({ tagIds }) => tagIds.includes(tagId)).length;
  expect(carriers(await exportArchive(deps, merchantId))).toBeGreaterThan(1);
  await deps.db.rows(sql`delete from tags where merchant_id = ${merchantId} and id = ${tagId}`);
  const without = await exportArchive(deps, merchantId);
  expect(carriers(without)).toBe(0);
  await expect(importArchive(deps, without, { replace: true })).resolves.toMatchObject({ merchantId });
});

test('a merchant that is not there is refused', async () => {
  await expect(exportArchive(deps, parseMerchantId(exampleId('merchant', 99)))).rejects.toThrow(ArchiveError);
});
