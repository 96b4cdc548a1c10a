import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { activityOf } from '../../../tests/harness/console.js';
import { aPage, aVideo, anImage } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';
import { newStudio, statusesOf, wanted } from '../../../tests/harness/studio.js';

const service = useService();

test('a playlist is made, shown whole, listed, and read by integrations', async () => {
  const [image, video, page] = [anImage({ name: 'Poster' }), aVideo({ name: 'Door' }), aPage({ name: 'Menu' })];
  const { shop, ada } = await newStudio(service, { media: [image, video, page] });
  const id = randomUUID();
  const items = [wanted(video), wanted(image, 0.1), wanted(page), wanted(image, 0.2)];
  const made = await ada.post('/playlists', { id: id.toUpperCase(), name: '  Front window ', items });
  assert.equal(made.status, 200, made.text);
  const shown = {
    id,
    name: 'Front window',
    shared: true,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    totalDurationSeconds: 22.8,
  };
  const [first, second, third, fourth] = Object(made.body).items;
  assert.match(first.media.fileUrl, /^http/);
  assert.deepEqual(made.body, {
    ...shown,
    items: [
      {
        mediaId: video.id,
        type: 'video',
        ownSeconds: null,
        durationSeconds: 12.5,
        media: {
          name: 'Door',
          width: 1920,
          height: 1080,
          durationSeconds: 12.5,
          thumbnailUrl: null,
          fileUrl: first.media.fileUrl,
        },
      },
      {
        mediaId: image.id,
        type: 'image',
        ownSeconds: 0.1,
        durationSeconds: 0.1,
        media: {
          name: 'Poster',
          width: 1920,
          height: 1080,
          durationSeconds: null,
          thumbnailUrl: null,
          fileUrl: second.media.fileUrl,
        },
      },
      {
        mediaId: page.id,
        type: 'web',
        ownSeconds: null,
        durationSeconds: 10,
        media: {
          name: 'Menu',
          width: null,
          height: null,
          durationSeconds: null,
          thumbnailUrl: null,
          fileUrl: 'https://example.com/menu',
        },
      },
      { ...second, ownSeconds: 0.2, durationSeconds: 0.2 },
    ],
    usedIn: [],
  });
  assert.equal(fourth.mediaId, image.id);
  assert.equal(third.mediaId, page.id);
  assert.deepEqual((await ada.get(`/playlists/${id}`)).body, made.body);
  assert.deepEqual((await ada.get('/playlists')).body, {
    items: [{ ...shown, itemCount: 4, coverUrls: [], usedIn: [] }],
    nextCursor: null,
    counts: { all: 1, on: 0, used: 0, unused: 1, empty: 0 },
  });
  assert.deepEqual((await shop.get(`/playlists/${id}`)).body, {
    id,
    name: 'Front window',
    createdAt: NOW,
    updatedAt: NOW,
    totalDurationSeconds: 22.8,
    items: [
      { mediaId: video.id, type: 'video', durationSeconds: 12.5 },
      { mediaId: image.id, type: 'image', durationSeconds: 0.1 },
      { mediaId: page.id, type: 'web', durationSeconds: 10 },
      { mediaId: image.id, type: 'image', durationSeconds: 0.2 },
    ],
  });
  assert.deepEqual(await activityOf(service, shop.id), [
    ['playlist.created', 'Ada Staff', { playlistId: id, name: 'Front window', items: 4 }],
  ]);
});

test('making the same again is a retry; the same id with another name or other items is a conflict', async () => {
  const image = anImage();
  const { shop, ada } = await newStudio(service, { media: [image] });
  const request = { id: randomUUID(), name: 'Window', items: [wanted(image, 5)] };
  const answers = await Promise.all([1, 2, 3].map(() => ada.post('/playlists', request)));
  assert.deepEqual(statusesOf(answers), [200, 200, 200]);
  const again = await ada.post('/playlists', { ...request, id: request.id.toUpperCase(), name: ' Window ' });
  assert.equal(again.status, 200);
  assert.equal(Object(again.body).items.length, 1);
  for (const other of [{ name: 'Door' }, { items: [] }, { items: [wanted(image, 6)] }, { items: [wanted(image)] }]) {
    const answer = await ada.post('/playlists', { ...request, ...other });
    assert.equal(answer.status, 409);
    assert.deepEqual(answer.body, {
      error: 'conflict',
      message: 'The id belongs to another playlist.',
      code: 'id_conflict',
    });
  }
  assert.equal((await activityOf(service, shop.id)).length, 1);
  const { ada: stranger } = await newStudio(service);
  assert.equal((await stranger.post('/playlists', { id: request.id, name: 'Mine' })).status, 200);
});

test('items must name ready media of the merchant; the refusal names their places, and nothing is made', async () => {
  const image = anImage();
  const { shop, ada } = await newStudio(service, { media: [image] });
  const foreign = anImage();
  await newStudio(service, { media: [foreign] });
  const items = [wanted(image), wanted(foreign), wanted(image), wanted({ id: randomUUID() })];
  const id = randomUUID();
  const answer = await ada.post('/playlists', { id, name: 'Window', items });
  assert.equal(answer.status, 422);
  const message = 'Not in the library any more: item 2, item 4. Leave that out.';
  assert.deepEqual(answer.body, { error: 'unprocessable', message, code: 'invalid' });
  assert.equal((await ada.get(`/playlists/${id}`)).status, 404);
  assert.deepEqual(await activityOf(service, shop.id), []);
  const thousand = Array.from({ length: 1000 }, () => wanted(image, 1));
  const full = await ada.post('/playlists', { id, name: 'Full', items: thousand });
  assert.deepEqual([full.status, full.json['totalDurationSeconds']], [200, 1000]);
  const over = await ada.post('/playlists', { id: randomUUID(), name: 'Over', items: [...thousand, wanted(image)] });
  assert.equal(over.status, 400);
});
