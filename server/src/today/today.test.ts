import assert from 'node:assert/strict';
import { test } from 'vitest';
import { aCampaign, anImage, aPlaylist, aPublished, aVersion } from '../../../tests/harness/content.js';
import { aToken, NOW, useService } from '../../../tests/harness/service.js';
import { newTokenSecret } from '../identity/token-secret.js';
import { newScreen } from '../../../tests/harness/screens.js';
import { archived, itemsOf, newStudio, publish, wanted } from '../../../tests/harness/studio.js';

const service = useService();

const live = (name: string, start: string | null, end: string | null, over: object = {}) =>
  aCampaign({ name, liveVersion: 1, versions: [aPublished({ flight: { start, end } })], ...over });
const plain = (all: unknown, ...keys: string[]) =>
  (all as Record<string, unknown>[]).map((one) => keys.map((key) => one[key]));

test('a merchant without anything is told the first steps, and each is ticked when it is done', async () => {
  const { ada, shop } = await newStudio(service);
  const nothing = { media: false, playlist: false, campaign: false, published: false, screen: false };
  assert.deepEqual((await ada.get('/today')).body, {
    now: '2026-06-15T14:00',
    timeZone: 'Europe/Paris',
    playing: [],
    playingCount: 0,
    next: [],
    notPublished: [],
    notPublishedCount: 0,
    tokens: [],
    storage: null,
    screens: [],
    firstSteps: nothing,
  });
  const steps = async () => (await ada.get('/today')).json['firstSteps'];
  const [mediaId, id, lineageId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await ada.post('/media/pages', { id: mediaId, name: 'Menu', url: 'https://example.com/menu' });
  assert.deepEqual(await steps(), { ...nothing, media: true });
  await ada.post('/playlists', { id, name: 'Empty' });
  assert.deepEqual(await steps(), { ...nothing, media: true });
  await ada.patch(`/playlists/${id}`, { revision: 1, items: [wanted({ id: mediaId })] });
  assert.deepEqual(await steps(), { ...nothing, media: true, playlist: true });
  await ada.post('/campaigns', { lineageId, name: 'First', landscapePlaylistId: id });
  assert.deepEqual(await steps(), { ...nothing, media: true, playlist: true, campaign: true });
  await publish(ada, lineageId);
  assert.deepEqual(await steps(), { ...nothing, media: true, playlist: true, campaign: true, published: true });
  await newScreen(service, shop.id);
  assert.deepEqual((await ada.get('/today')).json['screens'], [
    { id: Object(itemsOf(await ada.get('/screens'))[0]).id, name: 'Window', state: 'new', playing: null },
  ]);
  assert.equal(Object(await steps()).screen, true);
});

test('what is on, in the order of the turns, and what starts and ends within a week, soonest first', async () => {
  const campaigns = [
    live('bakery', null, null),
    live('Apples', '2026-06-01', '2026-06-22'),
    live('Over', null, '2026-06-15T14:00'),
    live('Tonight', '2026-06-15T18:00', '2026-06-15'),
    live('In a week', '2026-06-22T14:00', null),
    live('In more than a week', '2026-06-22T14:01', '2026-07-30'),
    live('This afternoon', null, '2026-06-15T14:01'),
    live('Hidden', null, null, { archived: true }),
    aCampaign({ name: 'Draft', versions: [aVersion({ flight: { start: '2026-06-16', end: null } })] }),
  ];
  const { ada } = await newStudio(service, { campaigns });
  const today = (await ada.get('/today')).json;
  assert.deepEqual(plain(today['playing'], 'name'), [['Apples'], ['bakery'], ['This afternoon']]);
  assert.equal(today['playingCount'], 3);
  assert.deepEqual(plain(today['next'], 'name', 'what', 'at', 'status'), [
    ['This afternoon', 'ends', '2026-06-15T14:01', 'running'],
    ['Tonight', 'starts', '2026-06-15T18:00', 'upcoming'],
    ['Tonight', 'ends', '2026-06-15', 'upcoming'],
    ['In a week', 'starts', '2026-06-22T14:00', 'upcoming'],
    ['Apples', 'ends', '2026-06-22', 'running'],
  ]);
});

test('changes that are not published: drafts of live ones, and playlists that play something else by now', async () => {
  const [bread, cake] = [anImage(), anImage()];
  const playlist = aPlaylist({ items: [archived(bread)] });
  const { ada } = await newStudio(service, { media: [bread, cake], playlists: [playlist] });
  const make = async (name: string, settings: object) => {
    const lineageId = crypto.randomUUID();
    await ada.post('/campaigns', { lineageId, name, landscapePlaylistId: playlist.id, ...settings });
    await publish(ada, lineageId);
    return lineageId;
  };
  const first = await make('First', {});
  await make('Second', {});
  await ada.patch(`/campaigns/${first}`, { revision: 2, flight: { start: null, end: '2026-08-01' } });
  const shown = async () => {
    const { json } = await ada.get('/today');
    return [plain(json['notPublished'], 'name').map(String).toSorted(), json['notPublishedCount']];
  };
  assert.deepEqual(await shown(), [['First'], 1]);
  await ada.patch(`/playlists/${playlist.id}`, { revision: 1, items: [wanted(cake)] });
  assert.deepEqual(await shown(), [['First', 'Second'], 2]);
});

test('tokens that run out are told to owners and admins, storage to everybody once it is short', async () => {
  const secretToken = (name: string, over: object) => ({ ...aToken(newTokenSecret()), name, ...over });
  const tokens = [
    secretToken('Soon', { expiresAt: '2026-06-29T12:00:00.000Z' }),
    secretToken('Yesterday', { expiresAt: '2026-06-14T12:00:00.000Z' }),
    secretToken('Long ago', { expiresAt: '2026-06-05T12:00:00.000Z' }),
    secretToken('Later', { expiresAt: '2026-07-29T12:00:00.000Z' }),
    secretToken('Revoked', { expiresAt: '2026-06-20T12:00:00.000Z', revokedAt: NOW }),
  ];
  const plan = { name: 'small', endsAt: null, allowsWrites: true, storageQuotaBytes: 12 };
  const { ada, bob } = await newStudio(service, { tokens, merchant: { plan }, media: [anImage(), anImage()] });
  const [staff, admin] = [(await ada.get('/today')).json, (await bob.get('/today')).json];
  assert.deepEqual(plain(admin['tokens'], 'name', 'expiresAt'), [
    ['Yesterday', '2026-06-14T12:00:00.000Z'],
    ['Soon', '2026-06-29T12:00:00.000Z'],
  ]);
  assert.deepEqual(staff['tokens'], []);
  assert.deepEqual(staff['storage'], { usedBytes: 10, reservedBytes: 0, quotaBytes: 12 });
});
