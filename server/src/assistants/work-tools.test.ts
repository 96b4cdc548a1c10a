import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { callTool, newAiKey } from '../../../tests/harness/ai-keys.js';
import { newPerson } from '../../../tests/harness/console.js';
import { anImage, aPlaylist, aTag } from '../../../tests/harness/content.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { serve } from '../../../tests/harness/outside.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService({ outside: aNetwork({ 'inside.example': ['127.0.0.1'] }) });

async function newShop(parts: object = {}) {
  const shop = await service.newMerchant(parts);
  const person = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  const keyOf = async () => {
    const { secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id });
    return (name: string, given: object = {}) => callTool(service.url, secret, name, given);
  };
  return { shop, person, keyOf, call: await keyOf() };
}

const dataOf = (value: unknown): Readonly<Record<string, never>> => Object(value);

test('what is published is what this key has seen in the last ten minutes, and nothing else', async () => {
  const media = anImage();
  const playlist = aPlaylist({ items: [{ mediaId: media.id, durationSeconds: null }] });
  const { call, keyOf } = await newShop({ media: [media], playlists: [playlist] });
  const { id } = (await call('save_campaign', { name: 'Friday', landscapePlaylistId: playlist.id })).data;
  const other = await keyOf();
  const preview = async (as = call) => (await as('preview_publish', { id })).data;
  const publish = async ({ revision, hash }: Readonly<Record<string, unknown>>) =>
    (await call('publish_campaign', { id, revision, hash })).text;

  const seen = await preview();
  assert.equal(seen['canPublish'], true, JSON.stringify(seen['problems']));
  assert.match(await publish(await preview(other)), /^Call preview_publish first/);
  for (const hash of [
    `${String(seen['hash'])}x`,
    String(seen['hash']).replace(/^./, (first) => (first === '_' ? '-' : '_')),
    '..',
    'x.zzzzzzzz.y',
  ]) {
    assert.match(await publish({ ...seen, hash }), /^Call preview_publish first/, hash);
  }
  service.clock.advance(10 * 60_000);
  assert.match(await publish(seen), /^Call preview_publish first/);
  const fresh = await preview();
  await call('save_playlist', { id: playlist.id, revision: 1, items: [{ mediaId: media.id, seconds: 3 }] });
  assert.match(await publish(fresh), /^Somebody else changed this campaign meanwhile/);
  assert.match(await publish(await preview()), /^Published: version \d+ of /);
});

test('a file comes from a public address, and from no other', async () => {
  const { call } = await newShop();
  const bytes = Buffer.from('not really a picture, and nobody minds');
  const port = await serve((request, response) => {
    if (request.url === '/moved') return void response.writeHead(302, { location: '/bread%20roll.jpg' }).end();
    if (request.url === '/home') return void response.writeHead(302, { location: 'http://inside.example/' }).end();
    if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    if (request.url === '/none') return void response.writeHead(404).end();
    return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
  });
  const add = (path: string) =>
    call('add_media_from_url', { url: `http://shop.example:${port}${path}`, name: 'Bread', tags: ['Fresh'] });
  const { data } = await add('/moved');
  const item = dataOf(data['item']);
  assert.deepEqual(
    [item['name'], item['fileName'], item['sizeBytes'], item['tags'], data['duplicateOf']],
    ['Bread', 'bread roll.jpg', bytes.length, ['Fresh'], null],
  );
  const stored = await fetch(String(item['fileUrl']));
  assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes);
  // The same file is not kept twice.
  assert.equal((await add('/again.jpg')).data['duplicateOf'], item['id']);
  assert.match((await add('/page')).text, /is "text\/html"\. Taken are image\/jpeg/);
  assert.match((await add('/none')).text, /answered 404\. The address must lead to the file itself\./);
  const private_ = [await add('/home'), await call('add_media_from_url', { url: 'http://127.0.0.1/', name: 'x' })];
  for (const { isError, text } of private_) assert.ok(isError && text.includes('leads into a private network'), text);
});

test('an upload is started, sent by its curl line, and finished; sent twice it is the item that is there', async () => {
  const { call } = await newShop();
  const bytes = 'a picture that somebody sends';
  const checksum = createHash('sha256').update(bytes).digest('hex');
  const request = {
    name: "Baker's",
    fileName: "baker's.jpg",
    mimeType: 'image/jpeg',
    fileSize: bytes.length,
    checksum,
  };
  const { data, text } = await call('start_upload', request);
  const upload = dataOf(data['upload']);
  assert.ok(text.includes(`--data-binary '@baker'\\''s.jpg'`), text);
  const early = await call('finish_upload', { id: data['id'] });
  assert.equal(early.isError, true);
  await fetch(String(upload['url']), { method: 'PUT', headers: Object(upload['headers']), body: bytes });
  const done = await call('finish_upload', { id: data['id'], tags: ['People'] });
  assert.deepEqual(dataOf(done.data['item'])['tags'], ['People']);
  const again = await call('start_upload', request);
  assert.deepEqual([again.data['duplicateOf'], again.data['upload']], [data['id'], null]);
});

test('tags go to many items; what is missing and what is full is told, item by item', async () => {
  const tags = Array.from({ length: 50 }, (_, at) => aTag(`Tag ${at}`));
  const [plain, full] = [anImage(), anImage({ tagIds: tags.map(({ id }) => id) })];
  const other = await service.newMerchant({ media: [anImage({ id: '00000000-0000-7000-8000-000000000001' })] });
  assert.ok(other.id);
  const { call } = await newShop({ tags, media: [plain, full] });
  const foreign = '00000000-0000-7000-8000-000000000001';
  const first = await call('tag_media', { ids: [plain.id, full.id, foreign], tags: ['Bread'] });
  assert.deepEqual(first.data, { tagged: [plain.id], unchanged: [], full: [full.id], missing: [foreign] });
  const second = await call('tag_media', { ids: [plain.id], tags: [' bread '] });
  assert.deepEqual(second.data, { tagged: [], unchanged: [plain.id], full: [], missing: [] });
  assert.match((await call('find_media', { tags: ['Cake'] })).text, /^There is no tag «Cake»\./);
});

test('thumbnails come as pictures, six at most, when they are asked for', async () => {
  const media = Array.from({ length: 8 }, () => anImage({ thumbnail: { sizeBytes: 3 } }));
  const plain = anImage();
  const { call, shop } = await newShop({ media: [...media.slice(0, 5), plain, ...media.slice(5)] });
  const keys = await service.db.rows<{ thumbnail_key: string }>({
    text: 'select thumbnail_key from media where merchant_id = $1 and thumbnail_key is not null',
    values: [shop.id],
  });
  const sha256 = createHash('sha256').update('pic').digest('hex');
  for (const { thumbnail_key: key } of keys) {
    await service.store.write(key as Parameters<typeof service.store.write>[0], Buffer.from('pic'), {
      contentType: 'image/jpeg',
      sizeBytes: 3,
      sha256,
    });
  }
  assert.deepEqual((await call('find_media', {})).pictures, []);
  const shown = await call('find_media', { thumbnails: true });
  const picture = { type: 'image', mimeType: 'image/jpeg', data: Buffer.from('pic').toString('base64') };
  assert.deepEqual(
    shown.pictures,
    Array.from({ length: 6 }, () => picture),
  );
  // Each behind the line that says which it is; one without a thumbnail is not among them.
  const found: readonly { readonly id: string; readonly name: string }[] = Object(shown.data['items']);
  const withPicture = found.filter(({ id }) => id !== plain.id).slice(0, 6);
  assert.deepEqual(
    shown.text.match(/^Picture of .*$/gm),
    withPicture.map(({ id, name }) => `Picture of ${name} (${id}):`),
  );
  assert.deepEqual((await call('show_media', { id: media[0]?.id })).pictures, [picture]);
});

test('what starts and ends in the next fourteen days is told', async () => {
  const media = anImage();
  const playlist = aPlaylist({ items: [{ mediaId: media.id, durationSeconds: null }] });
  const { call } = await newShop({ media: [media], playlists: [playlist] });
  const plan = async (name: string, start: string | null, end: string | null) => {
    const saved = (await call('save_campaign', { name, landscapePlaylistId: playlist.id, flight: { start, end } }))
      .data;
    const { revision, hash } = (await call('preview_publish', { id: saved['id'] })).data;
    const { isError, text } = await call('publish_campaign', { id: saved['id'], revision, hash });
    assert.equal(isError, false, text);
  };
  await plan('Now', null, '2026-06-20');
  await plan('Soon', '2026-06-18T08:00', null);
  await plan('Later', '2026-08-01', null);
  const { data } = await call('whats_on', { moment: '2026-06-16T10:00' });
  const names = (part: unknown) => Object(part).map(({ name, at }: { name: string; at?: string }) => [name, at]);
  const playing = (on: typeof data) => names(Object(on['groups'])[0].playing);
  assert.deepEqual(playing(data), [['Now', undefined]]);
  assert.deepEqual(
    [names(data['starting']), names(data['ending'])],
    [[['Soon', '2026-06-18T08:00']], [['Now', '2026-06-20']]],
  );
  const late = (await call('whats_on', { moment: '2026-08-02T10:00' })).data;
  assert.deepEqual(playing(late), [
    ['Later', undefined],
    ['Soon', undefined],
  ]);
});

test('what is found comes with where it is used: ten names, and how many in all', async () => {
  const [used, unused] = [anImage({ name: 'Bread' }), anImage({ name: 'Cake' })];
  const playlists = Array.from({ length: 10 }, (_, at) =>
    aPlaylist({ name: `List ${at}`, items: [used, used].map(({ id }) => ({ mediaId: id, durationSeconds: null })) }),
  );
  const { call } = await newShop({ media: [used, unused], playlists });
  const saved = await call('save_campaign', { name: 'Friday', landscapePlaylistId: playlists[0]?.id });
  const { id } = saved.data;
  const { revision, hash } = (await call('preview_publish', { id })).data;
  assert.equal((await call('publish_campaign', { id, revision, hash })).isError, false);
  const find = async (q: string) => Object((await call('find_media', { q })).data['items'])[0];
  const { uses, usedIn } = await find('bread');
  assert.deepEqual([uses, usedIn], [11, playlists.map(({ name }) => name)]);
  assert.match((await call('find_media', { q: 'bread' })).text, /used in List 0, .*List 9 and 1 more$/);
  const cake = await find('cake');
  assert.deepEqual([cake.uses, cake.usedIn], [0, []]);
  assert.match((await call('find_media', { q: 'cake' })).text, /used nowhere$/);
});
