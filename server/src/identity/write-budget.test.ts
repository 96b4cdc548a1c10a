import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { newPerson, sendConsole, type ConsoleAnswer, type TestPerson } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest } from '../../../tests/harness/content.js';
import { startService } from '../../../tests/harness/service.js';
import { wanted } from '../../../tests/harness/studio.js';

const COUNTED: [string, boolean][] = [
  ['in the process', false],
  ['in the database', true],
];

function assertRefused({ status, headers, body }: ConsoleAnswer, message: string): void {
  assert.deepEqual([status, headers.get('retry-after')], [429, '30']);
  assert.deepEqual(body, { error: 'rate_limited', message: `${message} Try again in 30 s.` });
}

async function newStage(isShared: boolean, limits: object) {
  const service = await startService({ isShared, limits });
  const urls = isShared ? [service.url, await service.newInstance()] : [service.url];
  const image = anImage();
  const [shop, other] = [await service.newMerchant({ media: [image] }), await service.newMerchant()];
  const stella = await newPerson(service, { [shop.id]: 'staff', [other.id]: 'staff' });
  const otto = await newPerson(service, { [shop.id]: 'staff' });
  let sent = 0;
  // To the instances in turn.
  const post = (person: TestPerson, path: string, body?: unknown, merchantId = shop.id) => {
    sent += 1;
    const headers = { cookie: person.cookie, 'x-merchant': merchantId };
    return sendConsole(urls[sent % urls.length] ?? '', 'POST', path, { body, headers });
  };
  return { service, image, shop, other, stella, otto, post };
}

const newPlaylist = (items: unknown[] = []) => ({ id: randomUUID(), name: 'Window', items });

test.each(COUNTED)(
  'limits the writes of one person at one merchant in a minute, counted %s',
  async (_where, isShared) => {
    const { service, shop, other, stella, otto, post } = await newStage(isShared, { consoleWritesPerMinute: 6 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(stella, '/playlists', newPlaylist())));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 4);
    for (const answer of refused) assertRefused(answer, 'More than 6 changes in this minute.');
    // The budget comes before the body is read.
    assertRefused(await post(stella, '/campaigns', { nothing: 1 }), 'More than 6 changes in this minute.');
    assertRefused(await post(stella, '/me/sessions/end-others'), 'More than 6 changes in this minute.');
    assert.equal((await stella.get('/playlists', { 'x-merchant': shop.id })).status, 200);
    assert.equal((await post(stella, '/media/uploads', anUploadRequest())).status, 200);
    assert.equal((await post(otto, '/playlists', newPlaylist())).status, 200);
    assert.equal((await post(stella, '/playlists', newPlaylist(), other.id)).status, 200);
    service.clock.advance(30_000);
    assert.equal((await post(stella, '/playlists', newPlaylist())).status, 200);
    await service.close();
  },
);

test('lets a person sign out who has used up the writes of the minute', async () => {
  const { service, stella, post } = await newStage(false, { consoleWritesPerMinute: 1 });
  assert.equal((await post(stella, '/playlists', newPlaylist())).status, 200);
  assert.equal((await post(stella, '/playlists', newPlaylist())).status, 429);
  assert.equal((await post(stella, '/sign-out')).status, 200);
  await service.close();
});

test.each(COUNTED)(
  'limits the playlist items that one person writes in a minute, counted %s',
  async (_where, isShared) => {
    const { service, shop, image, stella, otto, post } = await newStage(isShared, { playlistItemsPerMinute: 10 });
    const items = Array.from({ length: 4 }, () => wanted(image));
    const playlist = newPlaylist(items);
    assert.equal((await post(stella, '/playlists', playlist)).status, 200);
    assert.equal(
      (await post(stella, '/playlists', { id: randomUUID(), name: 'Copy', copyOf: playlist.id })).status,
      200,
    );
    const message = 'More than 10 playlist items in this minute.';
    assertRefused(await post(stella, '/playlists', newPlaylist(items)), message);
    assertRefused(await post(stella, `/playlists/${playlist.id}/items`, { mediaIds: [image.id] }), message);
    assert.equal((await post(stella, '/playlists', newPlaylist())).status, 200);
    assert.equal((await post(otto, '/playlists', newPlaylist(items))).status, 200);
    service.clock.advance(30_000);
    const saved = await stella.send('PATCH', `/playlists/${playlist.id}`, {
      body: { revision: 1, items: [...items, ...items] },
      headers: { 'x-merchant': shop.id },
    });
    assert.equal(saved.status, 200);
    const again = await post(stella, '/playlists', newPlaylist(items.slice(0, 3)));
    assert.deepEqual([again.status, again.headers.get('retry-after')], [429, '60']);
    await service.close();
  },
);
