import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { aCampaign, anImage, aPublished } from '../../../tests/harness/content.js';
import { newGate } from '../../../tests/harness/gate.js';
import { A_BEAT, newScreen, screenCalls } from '../../../tests/harness/screens.js';
import { useService } from '../../../tests/harness/service.js';
import { itemsOf, newStudio } from '../../../tests/harness/studio.js';
import { dropPlays } from './drop-plays.js';

const service = useService();

const THUMBNAIL = { thumbnail: { sizeBytes: 3 } };

async function newGallery() {
  const [poster, other] = [anImage({ name: '=Poster', ...THUMBNAIL }), anImage({ name: 'Other' })];
  const campaign = aCampaign({ name: 'Spring', liveVersion: 1, versions: [aPublished()] });
  const studio = await newStudio(service, { media: [poster, other], campaigns: [campaign] });
  const screen = await newScreen(service, studio.shop.id);
  const { lineageId } = campaign;
  const played = (plays: number, over: object = {}) => ({
    day: '2026-06-15',
    lineageId,
    mediaId: poster.id,
    plays,
    seconds: plays * 10.5,
    ...over,
  });
  const count = async () => Object((await studio.ada.get(`/campaigns/${lineageId}/plays`)).json['total']);
  return { ...studio, poster, other, lineageId, screen, played, count };
}

test('a batch counts once, however often it comes, at once, late, or by another instance', async () => {
  const { screen, played, count } = await newGallery();
  const other = screenCalls(await service.newInstance(), screen.key);
  const first = { batch: 1, plays: [played(2)] };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? screen : other).post('/plays', first)),
  );
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)), new Set(['200 {"batch":1}']));
  assert.deepEqual(await count(), { plays: 2, seconds: 21 });
  await screen.post('/plays', { batch: 2, plays: [played(3)] });
  // The first again, after the second: a network has held it back.
  for (const late of [first, { batch: 2, plays: [played(100)] }])
    assert.equal((await other.post('/plays', late)).status, 200);
  assert.deepEqual(await count(), { plays: 5, seconds: 52.5 });
  assert.equal((await screen.get('/program')).json['playsBatch'], 2);
});

test('screens that count the same items at once all count, in whatever order they name them', async () => {
  const { shop, screen, other, played, count } = await newGallery();
  const screens = [screen, ...(await Promise.all(Array.from({ length: 7 }, () => newScreen(service, shop.id))))];
  const plays = [played(1), played(1, { mediaId: other.id }), played(1, { day: '2026-06-14' })];
  // One batch after the other, as a device does, and all devices at once.
  const send = async (one: typeof screen, at: number): Promise<void> => {
    for (const batch of [1, 2, 3]) {
      const body = { batch, plays: at % 2 === 0 ? plays : plays.toReversed() };
      assert.equal((await one.post('/plays', body)).status, 200);
    }
  };
  await Promise.all(screens.map(send));
  assert.equal((await count()).plays, 8 * 3 * 3);
});

test('what is not the merchant’s is left out, and so are days that no clock can be right about', async () => {
  const { ada, screen, poster, played, lineageId } = await newGallery();
  const theirs = await newGallery();
  const plays = [
    played(1),
    played(1, { mediaId: poster.id.toUpperCase() }),
    played(5, { lineageId: null }),
    played(7, { mediaId: theirs.poster.id }),
    played(7, { lineageId: theirs.lineageId }),
    played(7, { lineageId: theirs.lineageId, mediaId: theirs.poster.id }),
    played(7, { lineageId: randomUUID() }),
    played(7, { day: '2026-02-30' }),
    played(7, { day: '2026-06-17' }),
    played(7, { day: '2025-05-14' }),
  ];
  assert.equal((await screen.post('/plays', { batch: 1, plays })).status, 200);
  const shown = await ada.get(`/campaigns/${lineageId}/plays?from=2026-06-14&to=2026-06-15`);
  const counted = { plays: 2, seconds: 21 };
  assert.deepEqual(shown.body, {
    from: '2026-06-14',
    to: '2026-06-15',
    total: counted,
    days: [
      { day: '2026-06-14', plays: 0, seconds: 0 },
      { day: '2026-06-15', ...counted },
    ],
    media: [{ mediaId: poster.id, name: '=Poster', ...counted }],
  });
  assert.deepEqual(await theirs.count(), { plays: 0, seconds: 0 });
  const csv = await ada.get(`/campaigns/${lineageId}/plays.csv`);
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="plays.csv"');
  // A name that begins like a formula is none in a spreadsheet.
  assert.equal(csv.text, `\uFEFFDay,Media id,Media,Plays,Seconds\r\n2026-06-15,${poster.id},'=Poster,2,21\r\n`);
  assert.equal((await theirs.ada.get(`/campaigns/${lineageId}/plays`)).status, 404);
});

test('plays are kept for thirteen months', async () => {
  const { screen, shop, played } = await newGallery();
  const plays = [played(1, { day: '2025-05-15' }), played(1, { day: '2025-05-16' })];
  await screen.post('/plays', { batch: 1, plays });
  const daysOf = async () =>
    (
      await service.db.rows<{ day: string }>({
        text: 'select day::text from plays where merchant_id = $1 order by day',
        values: [shop.id],
      })
    ).map(({ day }) => day);
  assert.deepEqual(await daysOf(), ['2025-05-15', '2025-05-16']);
  service.clock.advance(24 * 3_600_000);
  await dropPlays(service);
  assert.deepEqual(await daysOf(), ['2025-05-16']);
  service.clock.advance(-24 * 3_600_000);
});

test('a beat that is no use is refused or made well, and those of others are written', async () => {
  const { ada, screen } = await newGallery();
  assert.equal((await screen.post('/beats', { ...A_BEAT, freeBytes: 1e20 })).status, 400);
  const odd = { ...A_BEAT, playerVersion: '\ud800', faults: [{ mediaId: null, kind: 'other', codec: '\udfff' }] };
  assert.equal((await screen.post('/beats', odd)).status, 200);
  const [shown] = itemsOf(await ada.get('/screens'));
  assert.deepEqual([shown?.['state'], shown?.['playerVersion']], ['on', '\ufffd']);
});

test('a beat tells the console what is on and what fails; who has missed two of them is off', async () => {
  const { ada, screen, shop, poster, other, lineageId } = await newGallery();
  // A browser does not say what it cannot decode; the upload did.
  await service.db.rows({
    text: "update media set codec = 'av1' where merchant_id = $1 and id = $2",
    values: [shop.id, poster.id],
  });
  const faults = [
    { mediaId: other.id, kind: 'cannot_play', codec: 'hevc' },
    { mediaId: randomUUID(), kind: 'not_found' },
    { mediaId: null, kind: 'no_room' },
    { mediaId: poster.id, kind: 'cannot_play' },
  ];
  const answer = await screen.post('/beats', { ...A_BEAT, lineageId, mediaId: poster.id, faults });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.json), ['playerVersion']);
  const [shown] = itemsOf(await ada.get('/screens'));
  const { playing, faults: told, ...rest } = Object(shown);
  assert.deepEqual([rest.state, rest.lastSeenAt], ['on', '2026-06-15T12:00:30.000Z']);
  assert.deepEqual([rest.storesFiles, rest.freeBytes, rest.width, rest.height], [true, 1_000_000_000, 1920, 1080]);
  const { thumbnailUrl, ...named } = playing;
  assert.deepEqual(named, { lineageId, campaignName: 'Spring', mediaId: poster.id, mediaName: '=Poster' });
  assert.match(thumbnailUrl, /X-Amz-Signature=/);
  assert.deepEqual(told, [
    { mediaId: other.id, mediaName: 'Other', kind: 'cannot_play', codec: 'hevc' },
    { mediaId: faults[1]?.mediaId, mediaName: null, kind: 'not_found', codec: null },
    { mediaId: null, mediaName: null, kind: 'no_room', codec: null },
    { mediaId: poster.id, mediaName: '=Poster', kind: 'cannot_play', codec: 'av1' },
  ]);
  assert.deepEqual(Object((await ada.get('/today')).json['screens'])[0].playing.mediaName, '=Poster');
  service.clock.advance(150_001);
  const [later] = itemsOf(await ada.get('/screens'));
  assert.deepEqual([later?.['state'], later?.['playing']], ['off', null]);
  service.clock.advance(-150_001);
});

test('what another merchant plays is nothing that a beat can name', async () => {
  const [mine, theirs] = [await newGallery(), await newGallery()];
  await mine.screen.post('/beats', { ...A_BEAT, lineageId: theirs.lineageId, mediaId: theirs.poster.id });
  const [shown] = itemsOf(await mine.ada.get('/screens'));
  assert.deepEqual([shown?.['state'], shown?.['playing']], ['on', null]);
});

test('beats cost no statement, and an older one that is written later does not take the place of a newer one', async () => {
  const { ada, screen, shop, poster, other } = await newGallery();
  await screen.get('/program');
  const countOnce = async (): Promise<number> => {
    let taken = 0;
    const count = (): void => void (taken += 1);
    service.db.pool.on('acquire', count);
    for (let at = 0; at < 4; at += 1) await screen.post('/beats', { ...A_BEAT, mediaId: poster.id });
    service.db.pool.off('acquire', count);
    return taken;
  };
  // What is written every few seconds may fall into one of them, not into each.
  assert.equal(Math.min(await countOnce(), await countOnce(), await countOnce()), 0);
  const second = await service.newInstance();
  service.clock.advance(60_000);
  await screenCalls(second, screen.key).post('/beats', { ...A_BEAT, mediaId: other.id });
  // By the instance that was told, which writes what it heard before it answers.
  const cookie = { cookie: ada.cookie };
  const list = async (url: string) =>
    Object(await (await fetch(`${url}/api/console/v1/screens`, { headers: cookie })).json()).items[0].playing.mediaName;
  assert.equal(await list(second), 'Other');
  service.clock.advance(-60_000);
  await screen.post('/beats', { ...A_BEAT, mediaId: poster.id });
  assert.equal(await list(service.url), 'Other');
  assert.ok(shop.id);
});

test('keeps a newer heartbeat when writing an older one fails', async () => {
  const { ada, screen, poster, other } = await newGallery();
  const [reached, released] = [newGate(), newGate()];
  let failures = 0;
  const rows: typeof service.db.rows = async (statement) => {
    if (statement.text.includes('into screen_states') && failures === 0) {
      failures += 1;
      reached.open();
      await released.opened;
      throw new Error('the database is away');
    }
    return service.db.rows(statement);
  };
  const url = await service.newInstance({ db: { ...service.db, rows } });
  const list = async () => {
    const response = await fetch(`${url}/api/console/v1/screens`, { headers: { cookie: ada.cookie } });
    return Object(await response.json()).items[0];
  };
  await screenCalls(url, screen.key).post('/beats', { ...A_BEAT, mediaId: poster.id });
  const first = list();
  await reached.opened;
  await screenCalls(url, screen.key).post('/beats', { ...A_BEAT, mediaId: other.id });
  released.open();
  await first;
  assert.equal((await list()).playing.mediaName, 'Other');
  assert.equal(failures, 1);
});

test('who asks for the screens while what was heard of them is being written waits for it', async () => {
  const { ada, screen } = await newGallery();
  const [reached, released] = [newGate(), newGate()];
  const rows: typeof service.db.rows = async (statement) => {
    if (statement.text.includes('into screen_states')) {
      reached.open();
      await released.opened;
    }
    return service.db.rows(statement);
  };
  const url = await service.newInstance({ db: { ...service.db, rows } });
  const ask = async (path: string) =>
    Object(await (await fetch(`${url}/api/console/v1${path}`, { headers: { cookie: ada.cookie } })).json());
  const list = async (): Promise<unknown> => (await ask('/screens')).items[0].state;

  await screenCalls(url, screen.key).post('/beats', A_BEAT);
  const first = list();
  await reached.opened;
  const second = list();
  // Who would not wait is answered by now.
  for (let at = 0; at < 5; at += 1) await ask('/tags');
  released.open();
  assert.deepEqual(await Promise.all([first, second]), ['on', 'on']);
});
