import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { IsUri } from 'typebox/format';
import { describe, test } from 'vitest';
import { activityOf, newPerson } from '../../../tests/harness/console.js';
import { anImage, anUploadRequest } from '../../../tests/harness/content.js';
import { NOW, useService } from '../../../tests/harness/service.js';

const service = useService();

const stage = async () => {
  const media = anImage();
  const shop = await service.newMerchant({ media: [media] });
  return { shop, media, staff: await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff') };
};

const aRequest = (over: object = {}) => ({
  id: randomUUID(),
  name: 'Menu',
  url: 'https://example.com/menu?day=1#soup',
  ...over,
});

describe('a web page', () => {
  test('is added under the id that the console chose, in the library of integrations too', async () => {
    const { shop, staff } = await stage();
    const request = aRequest({ name: ' Menu of the day ' });
    const answer = await staff.post('/media/pages', { ...request, id: request.id.toUpperCase() });
    const page = {
      id: request.id,
      name: 'Menu of the day',
      type: 'web',
      width: null,
      height: null,
      durationSeconds: null,
      tags: [],
      thumbnailUrl: null,
      fileUrl: request.url,
      createdAt: NOW,
    };
    const usedIn = { playlists: [], campaigns: [] };
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { ...page, description: null, revision: 1, file: null, usedIn, warnings: [], isBroken: false }],
    );
    assert.deepEqual((await shop.get('/media?q=OF%20THE')).body, { items: [page], nextCursor: null });
    const details = { mediaId: request.id, name: 'Menu of the day', url: request.url };
    assert.deepEqual(await activityOf(service, shop.id), [['media.page_added', 'Stella Staff', details]]);
  });

  test('sent again is the same page, also at once', async () => {
    const { shop, staff } = await stage();
    const request = aRequest();
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.post('/media/pages', request)));
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, answers[0]?.body]);
    assert.equal((await activityOf(service, shop.id)).length, 1);
  });

  test('under an id that something else has is a 409, and nothing changes', async () => {
    const { staff, media } = await stage();
    const [request, awaited] = [aRequest(), anUploadRequest()];
    await staff.post('/media/uploads', awaited);
    const first = await staff.post('/media/pages', request);
    for (const other of [
      { ...request, name: 'Other' },
      { ...request, url: 'https://example.com/other' },
      aRequest({ id: media.id }),
      aRequest({ id: awaited.id }),
    ]) {
      const { status, body } = await staff.post('/media/pages', other);
      assert.deepEqual(
        [status, body],
        [409, { error: 'conflict', message: 'The id belongs to another item: choose a new one.', code: 'id_conflict' }],
      );
    }
    assert.deepEqual((await staff.get(`/media/${request.id}`)).body, first.body);
  });

  test('is kept under its address as browsers write it', async () => {
    const { staff } = await stage();
    for (const [url, kept] of [
      ['HTTPS://Example.COM', 'https://example.com/'],
      ['http://example.com:80/a b'.replace(' ', '%20'), 'http://example.com/a%20b'],
      ['https://bücher.example/über', 'https://xn--bcher-kva.example/%C3%BCber'],
      ['http://192.168.1.5:3000/board', 'http://192.168.1.5:3000/board'],
    ]) {
      assert.equal((await staff.post('/media/pages', aRequest({ url }))).json['fileUrl'], kept);
    }
  });

  test('is kept as browsers write its address, and read by integrations as a URI', async () => {
    const address = 'https://example.com/|^{}[]`%zz?|^{}[]`%\\#a#b|^{}[]`%';
    const uri =
      'https://example.com/%7C%5E%7B%7D%5B%5D%60%25zz?%7C%5E%7B%7D%5B%5D%60%25%5C#a%23b%7C%5E%7B%7D%5B%5D%60%25';
    assert.ok(IsUri(uri) && !IsUri(address));
    const { shop, staff } = await stage();
    const request = aRequest({ url: address });
    const { href } = new URL(address);
    for (let retry = 0; retry < 2; retry += 1)
      assert.equal((await staff.post('/media/pages', request)).json['fileUrl'], href);
    const one = (await shop.get(`/media/${request.id}`)).body as { fileUrl: string };
    const { items } = (await shop.get('/media')).body as { items: { id: string; fileUrl: string }[] };
    assert.deepEqual([one.fileUrl, items.find(({ id }) => id === request.id)?.fileUrl], [uri, uri]);
  });

  test('needs an address that browsers can open, without a password in it', async () => {
    const { staff } = await stage();
    for (const [status, url] of [
      [400, 'ftp://example.com/'],
      [400, 'javascript:alert(1)'],
      [400, 'https://'],
      [400, 'https://a b'],
      [400, `https://example.com/${'x'.repeat(2000)}`],
      [422, 'https://exa%mple.com/'],
      [422, 'http://example.com:99999/'],
      [422, 'https://[::1'],
      [422, 'https://user@example.com/'],
      [422, 'https://user:secret@example.com/'],
      [422, 'https://:secret@example.com/'],
    ] as const) {
      const answer = await staff.post('/media/pages', aRequest({ url }));
      assert.equal(answer.status, status, url);
      assert.equal(answer.json['code'], status === 422 ? 'invalid' : undefined);
      assert.doesNotMatch(answer.text, /secret/);
    }
  });
});
