import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { parseMerchantId } from '../ids.js';
import { playingAt } from './flight-queries.js';
import { aCampaign, anImage, aPlaylist, aPublished, aVersion, aVideo } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { archived, itemsOf, newStudio, publish, wanted } from '../../../tests/harness/studio.js';

const service = useService();

const flight = (start: string | null, end: string | null) => ({ flight: { start, end } });
const live = (name: string, start: string | null, end: string | null, over: object = {}) =>
  aCampaign({ name, liveVersion: 1, versions: [aPublished(flight(start, end))], ...over });

const names = (campaigns: unknown): string[] => (campaigns as { name: string }[]).map(({ name }) => name);

test('a month is whole weeks around it, with every flight that touches one of its days', async () => {
  const campaigns = [
    live('Before', null, '2026-05-31'),
    live('From its first day on', null, '2026-06-01'),
    live('To midnight of its first day', null, '2026-06-01T00:00'),
    live('To its first minute', null, '2026-06-01T00:01'),
    live('On its last day', '2026-07-05', null),
    live('In its last minute', '2026-07-05T23:59', null),
    live('After', '2026-07-06', null),
    live('Always', null, null),
    live('Over and archived', '2026-06-02', '2026-06-03', { archived: true }),
    aCampaign({ name: 'Withdrawn', versions: [aPublished()] }),
    aCampaign({ name: 'Draft', versions: [aVersion(flight('2026-06-20', '2026-06-21'))] }),
    aCampaign({ name: 'Draft of another time', versions: [aVersion(flight('2026-08-20', null))] }),
    aCampaign({ name: 'Bare' }),
  ];
  const { ada } = await newStudio(service, { campaigns });
  const { json } = await ada.get('/calendar');
  const { campaigns: shown, ...rest } = json;
  assert.deepEqual(rest, {
    view: 'month',
    day: '2026-06-15',
    from: '2026-06-01',
    to: '2026-07-05',
    now: '2026-06-15T14:00',
    timeZone: 'Europe/Paris',
    more: 0,
  });
  assert.deepEqual(names(shown), [
    'Always',
    'Bare',
    'Draft',
    'From its first day on',
    'In its last minute',
    'On its last day',
    'To its first minute',
  ]);
  const week = (await ada.get('/calendar?view=week&day=2026-08-19')).json;
  assert.deepEqual([week['from'], week['to']], ['2026-08-17', '2026-08-23']);
  assert.deepEqual(names(week['campaigns']), [
    'After',
    'Always',
    'Bare',
    'Draft of another time',
    'In its last minute',
    'On its last day',
  ]);
  assert.equal((await ada.get('/calendar?day=2026-02-30')).status, 422);
  assert.equal((await ada.get('/calendar?day=May')).status, 400);
  assert.equal((await ada.get('/calendar?view=year')).status, 400);
});

test('a campaign shows what screens keep to and what is worked on, and whether they differ', async () => {
  const [bread, door] = [anImage(), aVideo()];
  const playlist = aPlaylist({ items: [archived(bread)] });
  const { ada } = await newStudio(service, { media: [bread, door], playlists: [playlist] });
  const lineageId = crypto.randomUUID();
  const settings = { landscapePlaylistId: playlist.id, flight: { start: '2026-06-10', end: '2026-06-20' } };
  await ada.post('/campaigns', { lineageId, name: 'June', ...settings });
  const shown = async () => (await ada.get('/calendar')).json['campaigns'];
  const campaign = { lineageId, name: 'June', status: 'draft', revision: 1, changesNotPublished: false };
  assert.deepEqual(await shown(), [{ ...campaign, live: null, draft: settings.flight }]);
  await publish(ada, lineageId);
  const published = { ...campaign, status: 'running', revision: 2, live: settings.flight, draft: null };
  assert.deepEqual(await shown(), [published]);
  await ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(door)] });
  assert.deepEqual(await shown(), [{ ...published, changesNotPublished: true }]);
  const later = { start: '2026-06-12', end: '2026-06-22' };
  await ada.patch(`/campaigns/${lineageId}`, { revision: 2, flight: later });
  assert.deepEqual(await shown(), [{ ...published, revision: 3, draft: later, changesNotPublished: true }]);
});

test('a moment: what is published and plays then, by name, with pictures and length; and what is only planned', async () => {
  const [bread, door] = [anImage(), aVideo()];
  const playlist = aPlaylist({ items: [archived(bread, 4.2), archived(door)] });
  const campaigns = [
    aCampaign({ name: 'Next', versions: [aVersion(flight('2026-12-24', '2026-12-24'))] }),
    live('Over', null, '2026-12-24T10:00'),
    live('Later', '2026-12-24T10:01', null),
  ];
  const { ada } = await newStudio(service, { media: [bread, door], playlists: [playlist], campaigns });
  const lineageId = crypto.randomUUID();
  const own = { start: '2026-12-24T10:00', end: '2026-12-24' };
  await ada.post('/campaigns', { lineageId, name: 'Xmas', landscapePlaylistId: playlist.id, flight: own });
  await publish(ada, lineageId);
  const { body } = await ada.get('/calendar/moment?at=2026-12-24T10:00');
  const playing = {
    lineageId,
    name: 'Xmas',
    status: 'running',
    flight: own,
    changesNotPublished: false,
    itemCount: 2,
    totalDurationSeconds: 16.7,
    coverUrls: [],
  };
  const planned = { lineageId: campaigns[0]?.lineageId, name: 'Next', status: 'draft' };
  assert.deepEqual(body, {
    at: '2026-12-24T10:00',
    timeZone: 'Europe/Paris',
    playing: [playing],
    playingCount: 1,
    planned: [{ ...planned, flight: { start: '2026-12-24', end: '2026-12-24' } }],
  });
  assert.deepEqual(names((await ada.get('/calendar/moment?at=2026-12-24T09:59')).json['playing']), ['Over']);
  assert.deepEqual(names((await ada.get('/calendar/moment?at=2026-12-25T00:00')).json['playing']), ['Later']);
  const now = (await ada.get('/calendar/moment')).json;
  assert.deepEqual([now['at'], names(now['playing'])], ['2026-06-15T14:00', ['Over']]);
  assert.equal((await ada.get('/calendar/moment?at=2026-12-24')).status, 400);
  assert.equal((await ada.get('/calendar/moment?at=2026-02-30T10:00')).status, 422);
});

test('lists by status and their numbers agree with each campaign’s own, at every hour around a change of the clocks', async () => {
  const bounds = [null, '2026-10-24', '2026-10-25', '2026-10-25T02:30', '2026-10-25T03:00', '2026-10-26'];
  const campaigns = bounds.flatMap((start) =>
    bounds
      .filter((end) => start === null || end === null || start < end)
      .map((end) => live(`${start} to ${end}`, start, end, { archived: start === '2026-10-26' })),
  );
  campaigns.push(
    aCampaign({ name: 'Draft', versions: [aVersion()] }),
    aCampaign({ name: 'Bare' }),
    aCampaign({ name: 'Withdrawn', versions: [aPublished()] }),
  );
  service.clock.set('2026-10-24T12:00:00.000Z');
  const { ada } = await newStudio(service, { campaigns });
  const statuses = ['running', 'upcoming', 'draft', 'ended', 'withdrawn'];
  for (let hour = 20; hour < 32; hour += 1) {
    service.clock.set(new Date(Date.UTC(2026, 9, 24, hour, 30)).toISOString());
    const all = (await ada.get('/campaigns?limit=200')).json;
    const found = itemsOf({ body: all } as never);
    const expected = statuses.map((status) => found.filter((item) => item['status'] === status).length);
    const { archived: hidden, ...counts } = Object(all['counts']);
    assert.deepEqual(
      statuses.map((status) => counts[status]),
      expected,
      `hour ${hour}`,
    );
    assert.equal(hidden, 1);
    for (const status of statuses) {
      const listed = itemsOf(await ada.get(`/campaigns?status=${status}&limit=200`));
      const same = found.filter((item) => item['status'] === status);
      assert.deepEqual(listed, same, `${status} at hour ${hour}`);
    }
  }
  service.clock.set(NOW);
  const { json } = await ada.get('/campaigns?status=draft&limit=1&q=draft');
  assert.deepEqual(names(json['items']), ['Draft']);
  assert.deepEqual(json['counts'], { running: 0, upcoming: 0, draft: 1, ended: 0, withdrawn: 0, archived: 0 });
  const first = (await ada.get('/campaigns?status=upcoming&limit=1')).json;
  const second = (await ada.get(`/campaigns?status=upcoming&limit=1&cursor=${String(first['nextCursor'])}`)).json;
  assert.deepEqual([second['counts'], names(second['items']).length], [null, 1]);
  assert.equal((await ada.get(`/campaigns?status=ended&cursor=${String(first['nextCursor'])}`)).status, 400);
  assert.equal((await ada.get('/campaigns?status=over')).status, 400);
});

test('another time zone: what it would shift, and what would start or end by it', async () => {
  const campaigns = [
    live('Breakfast', '2026-06-15T08:00', '2026-06-30'),
    live('Until the afternoon', null, '2026-06-15T13:00'),
    live('Always', null, null),
    live('Long over', null, '2026-06-01'),
    live('For ever', null, '9999-12-31'),
  ];
  const { bob, ada } = await newStudio(service, { campaigns });
  const { json } = await bob.get('/merchant/time-zone?zone=America/New_York');
  assert.deepEqual(json, {
    from: 'Europe/Paris',
    to: 'America/New_York',
    campaigns: [
      {
        lineageId: campaigns[0]?.lineageId,
        name: 'Breakfast',
        status: 'running',
        after: 'running',
        flight: { start: '2026-06-15T08:00', end: '2026-06-30' },
        kept: { start: '2026-06-15T02:00', end: '2026-06-30T18:00' },
        startsAt: { from: '2026-06-15T06:00:00.000Z', to: '2026-06-15T12:00:00.000Z' },
        endsAt: { from: '2026-06-30T22:00:00.000Z', to: '2026-07-01T04:00:00.000Z' },
      },
      {
        lineageId: campaigns[4]?.lineageId,
        name: 'For ever',
        status: 'running',
        after: 'running',
        flight: { start: null, end: '9999-12-31' },
        kept: { start: null, end: '9999-12-31' },
        startsAt: null,
        endsAt: null,
      },
      {
        lineageId: campaigns[1]?.lineageId,
        name: 'Until the afternoon',
        status: 'ended',
        after: 'running',
        flight: { start: null, end: '2026-06-15T13:00' },
        kept: { start: null, end: '2026-06-15T07:00' },
        startsAt: null,
        endsAt: { from: '2026-06-15T11:00:00.000Z', to: '2026-06-15T17:00:00.000Z' },
      },
    ],
    more: 0,
    otherScreens: 0,
  });
  assert.equal((await bob.get('/merchant/time-zone?zone=Mars/Olympus')).status, 422);
  assert.equal((await ada.get('/merchant/time-zone?zone=America/New_York')).status, 403);
});

test('another time zone that keeps the moments writes the flights anew, of what is live, worked on and in the trash', async () => {
  const spring = live('Spring', '2026-06-20', '2026-06-30', {
    versions: [
      aPublished(flight('2026-01-01', '2026-01-31')),
      aPublished({ version: 2, ...flight('2026-06-20', '2026-06-30') }),
      aVersion({ version: 3, ...flight('2026-12-24T09:00', null) }),
    ],
    liveVersion: 2,
  });
  const over = live('Over', null, '2026-06-01', { archived: true });
  const gone = aCampaign({ name: 'Gone', versions: [aVersion(flight('2026-07-01', '2026-07-02'))] });
  const { ada, bob } = await newStudio(service, { campaigns: [spring, over, gone, live('Always', null, null)] });
  const revisionOf = async (lineageId: string) => (await ada.get(`/campaigns/${lineageId}`)).json['revision'];
  assert.equal((await ada.remove(`/campaigns/${gone.lineageId}`)).status, 200);
  const answer = await bob.patch('/merchant', { timeZone: 'America/New_York', keepsMoments: true });
  assert.equal(answer.json['timeZone'], 'America/New_York');
  assert.ok(!('keepsMoments' in answer.json));
  const { json } = await ada.get(`/campaigns/${spring.lineageId}`);
  const flightOf = (of: 'live' | 'draft') => (json[of] as { flight: unknown }).flight;
  assert.deepEqual(flightOf('live'), { start: '2026-06-19T18:00', end: '2026-06-30T18:00' });
  assert.deepEqual(flightOf('draft'), { start: '2026-12-24T03:00', end: null });
  assert.equal(json['status'], 'upcoming');
  // Whoever has it open does not write the old dates back.
  assert.deepEqual([json['revision'], await revisionOf(over.lineageId)], [2, 2]);
  const first = await ada.get(`/campaigns/${spring.lineageId}/version?version=1`);
  assert.deepEqual(first.json['flight'], { start: '2026-01-01', end: '2026-01-31' });
  await ada.post('/trash/restore', { ids: [gone.lineageId] });
  const back = (await ada.get(`/campaigns/${gone.lineageId}`)).json['draft'] as { flight: unknown };
  assert.deepEqual(back.flight, { start: '2026-06-30T18:00', end: '2026-07-02T18:00' });
  // And back again, as it was written.
  await bob.patch('/merchant', { timeZone: 'Europe/Paris', keepsMoments: true });
  const again = (await ada.get(`/campaigns/${spring.lineageId}`)).json['live'] as { flight: unknown };
  assert.deepEqual(again.flight, { start: '2026-06-20', end: '2026-06-30' });
});

test('of all campaigns that play, what was frozen is read of those that are shown', async () => {
  const { text, values } = playingAt(parseMerchantId(randomUUID()), '2026-06-15T14:00', 24);
  const plan = await service.db.rows<{ 'QUERY PLAN': string }>({ text: `explain (verbose) ${text}`, values });
  const lines = plan.map((row) => row['QUERY PLAN']);
  const found = lines.slice(
    lines.findIndex((line) => line.includes('CTE playing')),
    lines.findIndex((line) => line.includes('CTE shown')),
  );
  assert.ok(found.length > 1);
  assert.deepEqual(
    found.filter((line) => line.includes('content ->')),
    [],
  );
});
