import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf } from '../../../tests/harness/console.js';
import { aCampaign, aPlaylist, aPublished, aTag, aVersion } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { itemsOf, newStudio, statusesOf } from '../../../tests/harness/studio.js';

const service = useService();

const OPEN = { start: null, end: null };

test('a campaign is made as a draft, shown, listed, and integrations see a draft', async () => {
  const [wide, tall] = [aPlaylist({ name: 'Wide' }), aPlaylist({ name: 'Tall' })];
  const sale = aTag('Summer Sale');
  const { shop, ada } = await newStudio(service, { playlists: [wide, tall], tags: [sale] });
  const lineageId = randomUUID();
  const flight = { start: '2026-07-01', end: '2026-07-31T18:30' };
  const made = await ada.post('/campaigns', {
    lineageId: lineageId.toUpperCase(),
    name: ' July ',
    flight,
    landscapePlaylistId: wide.id.toUpperCase(),
    portraitPlaylistId: tall.id,
    tags: ['Zoo', '  summer   SALE ', 'zoo'],
  });
  assert.equal(made.status, 200, made.text);
  const [, zoo] = Object(made.body).tags;
  assert.equal(zoo.name, 'Zoo');
  const tags = [sale, zoo];
  const version = {
    version: 1,
    flight,
    landscapePlaylist: { id: wide.id, name: 'Wide', shared: true },
    portraitPlaylist: { id: tall.id, name: 'Tall', shared: true },
  };
  const fields = {
    lineageId,
    name: 'July',
    status: 'draft',
    archived: false,
    revision: 1,
    changedAt: NOW,
    tags,
    liveVersion: null,
    draftVersion: 1,
    contentChanged: false,
  };
  assert.deepEqual(made.body, { ...fields, live: null, draft: version, latest: version });
  assert.deepEqual((await ada.get(`/campaigns/${lineageId}`)).body, made.body);
  assert.deepEqual((await ada.get('/campaigns')).body, {
    items: [{ ...fields, flight }],
    nextCursor: null,
    counts: { running: 0, upcoming: 0, draft: 1, ended: 0, withdrawn: 0, archived: 0 },
  });
  assert.deepEqual((await ada.get(`/campaigns/${lineageId}/versions`)).body, {
    items: [{ ...version, isLive: false, publishedAt: null, publishedBy: null, itemCount: null, hasContent: false }],
  });
  const seen = { lineageId, name: 'July', status: 'draft', flight, tags };
  assert.deepEqual((await shop.get(`/campaigns/${lineageId}`)).body, { ...seen, mediaIds: [], content: null });
  assert.deepEqual((await shop.get(`/campaigns?tag=${zoo.id}`)).body, { items: [seen], nextCursor: null });
  assert.deepEqual(await activityOf(service, shop.id), [
    ['campaign.created', 'Ada Staff', { lineageId, name: 'July' }],
  ]);
});

test('making the same again is a retry; the same id with anything else is a conflict', async () => {
  const playlist = aPlaylist();
  const { shop, ada } = await newStudio(service, { playlists: [playlist] });
  const request = { lineageId: randomUUID(), name: 'Spring', landscapePlaylistId: playlist.id, tags: ['A', 'B'] };
  const answers = await Promise.all([1, 2, 3].map(() => ada.post('/campaigns', request)));
  assert.deepEqual(statusesOf(answers), [200, 200, 200]);
  assert.equal((await ada.post('/campaigns', { ...request, flight: OPEN, tags: ['b', ' a '] })).status, 200);
  for (const other of [
    { name: 'Autumn' },
    { tags: ['A', 'C'] },
    { flight: { start: '2026-01-01', end: null } },
    { landscapePlaylistId: null },
    { portraitPlaylistId: playlist.id },
  ]) {
    const answer = await ada.post('/campaigns', { ...request, ...other });
    const body = { error: 'conflict', message: 'The id belongs to another campaign.', code: 'id_conflict' };
    assert.deepEqual([answer.status, answer.body], [409, body]);
  }
  assert.equal((await activityOf(service, shop.id)).length, 1);
  const tags = Object((await shop.get('/tags')).body).items;
  assert.deepEqual(
    tags.map((tag: { name: string }) => tag.name),
    ['A', 'B'],
    'a refusal leaves no tag behind',
  );
});

test('lists: the archived apart, by tag and text, by page, each with its own cursor', async () => {
  const tag = aTag('Sale');
  const campaigns = [1, 2, 3, 4].map((day) =>
    aCampaign({
      name: `Number ${day}`,
      archived: day > 2,
      changedAt: `2026-05-0${day}T00:00:00.000Z`,
      tagIds: day % 2 === 0 ? [tag.id] : [],
      versions: [aPublished({ version: 1 }), aVersion({ version: 4, flight: { start: '2026-02-01', end: null } })],
      liveVersion: day === 1 ? 1 : null,
    }),
  );
  const bare = aCampaign({ name: 'Bare', changedAt: '2026-04-01T00:00:00.000Z' });
  const { ada } = await newStudio(service, { campaigns: [...campaigns, bare], tags: [tag] });
  const names = async (query: string) => itemsOf(await ada.get(`/campaigns${query}`)).map(({ name }) => name);
  assert.deepEqual(await names(''), ['Number 2', 'Number 1', 'Bare']);
  assert.deepEqual(await names('?archived=false'), ['Number 2', 'Number 1', 'Bare']);
  assert.deepEqual(await names('?archived=true'), ['Number 4', 'Number 3']);
  assert.deepEqual(await names(`?archived=true&tag=${tag.id}`), ['Number 4']);
  assert.deepEqual(await names('?archived=true&q=BER%203'), ['Number 3']);
  assert.deepEqual(await names(`?q=number&tag=${tag.id}`), ['Number 2']);
  const first = await ada.get('/campaigns?archived=true&limit=1');
  const cursor = String(first.json['nextCursor']);
  assert.deepEqual(await names(`?archived=true&cursor=${cursor}`), ['Number 3']);
  assert.equal((await ada.get(`/campaigns?cursor=${cursor}`)).status, 400);
  assert.equal((await ada.get('/campaigns?archived=yes')).status, 400);
  const [second, live, draft] = itemsOf(await ada.get('/campaigns'));
  const shown = { archived: false, revision: 1, draftVersion: 4, contentChanged: false };
  assert.deepEqual(second, {
    ...shown,
    lineageId: campaigns[1]?.lineageId,
    name: 'Number 2',
    status: 'withdrawn',
    changedAt: '2026-05-02T00:00:00.000Z',
    tags: [tag],
    liveVersion: null,
    flight: { start: '2026-02-01', end: null },
  });
  assert.deepEqual([live?.['status'], live?.['liveVersion'], live?.['flight']], ['running', 1, OPEN]);
  assert.deepEqual([draft?.['status'], draft?.['draftVersion'], draft?.['flight']], ['draft', 1, OPEN]);
  const whole = (await ada.get(`/campaigns/${bare.lineageId}`)).json;
  assert.deepEqual([whole['draftVersion'], whole['draft']], [1, whole['latest']]);
});

test('flights are real days in their order, and playlists are there: else a 422 names the field', async () => {
  const { shop, ada } = await newStudio(service);
  const foreign = aPlaylist();
  await newStudio(service, { playlists: [foreign] });
  const lineageId = randomUUID();
  const refused = async (settings: object, message: string) => {
    const answer = await ada.post('/campaigns', { lineageId, name: 'New', tags: ['New'], ...settings });
    assert.deepEqual([answer.status, answer.body], [422, { error: 'unprocessable', message, code: 'invalid' }]);
  };
  const flight = (start: string | null, end: string | null) => ({ flight: { start, end } });
  await refused(
    flight('2026-02-30', '2026-04-31T10:00'),
    'The start, 2026-02-30, is no day of the calendar. The end, 2026-04-31T10:00, is no day of the calendar.',
  );
  await refused(flight('2026-06-02', '2026-06-01'), 'The end, 1 June 2026, is not after the start, 2 June 2026.');
  await refused(
    flight('2026-06-02T10:00', '2026-06-02T10:00'),
    'The end, 2 June 2026, 10:00, is not after the start, 2 June 2026, 10:00.',
  );
  await refused(
    flight('2026-06-02', '2026-06-02T00:00'),
    'The end, 2 June 2026, 00:00, is not after the start, 2 June 2026.',
  );
  await refused(
    { landscapePlaylistId: foreign.id, portraitPlaylistId: randomUUID() },
    'The playlist for landscape screens is no longer there. The playlist for portrait screens is no longer there.',
  );
  assert.equal(
    (await ada.post('/campaigns', { lineageId, name: 'New', flight: { start: 'May', end: null } })).status,
    400,
  );
  assert.deepEqual(Object((await shop.get('/tags')).body).items, []);
  for (const [start, end] of [
    ['2026-06-02', '2026-06-02'],
    ['2026-06-02T23:59', '2026-06-02'],
    ['2028-02-29', null],
    [null, '2026-06-02T00:00'],
  ]) {
    assert.equal(
      (await ada.post('/campaigns', { lineageId: randomUUID(), name: 'New', flight: { start, end } })).status,
      200,
    );
  }
});
