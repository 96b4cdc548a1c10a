// What an assistant cannot do by mistake or by guile, and what its person is told before they agree.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { AI_PERMISSIONS, type AiPermission } from '@vitrine/contract/ai-words';
import { FETCHED_BYTES_MAX } from '@vitrine/contract/ai-limits';
import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from '@vitrine/contract/limits';
import { askMcp, askModern, callTool, newAiKey } from '../../../tests/harness/ai-keys.js';
import { newPerson } from '../../../tests/harness/console.js';
import { anImage, aPlaylist } from '../../../tests/harness/content.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { serve } from '../../../tests/harness/outside.js';
import { until } from '../../../tests/harness/until.js';
import { useService } from '../../../tests/harness/service.js';
import type { Queryable } from '../db/db.js';
import { writeAiKeyUse } from '../identity/ai-key-queries.js';
import { parseAiKeyId, parseMerchantId, parsePersonId, type MerchantId } from '../ids.js';

const service = useService({
  outside: { ...aNetwork({ 'till.example': ['127.0.0.1'] }), allowedHosts: ['till.example', 'till.internal'] },
});

async function newShop(permissions: readonly AiPermission[] = AI_PERMISSIONS) {
  const [first, second] = [anImage(), anImage()];
  const playlist = aPlaylist({ items: [{ mediaId: first.id, durationSeconds: null }] });
  const other = aPlaylist({ items: [{ mediaId: second.id, durationSeconds: null }] });
  const shop = await service.newMerchant({ media: [first, second], playlists: [playlist, other] });
  const person = await newPerson(service, { [shop.id]: 'owner' });
  const keyWith = async (may: readonly AiPermission[]) => {
    const { secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id }, { permissions: may });
    return { secret, call: (name: string, given: object = {}) => callTool(service.url, secret, name, given) };
  };
  return { shop, person, keyWith, media: [first, second] as const, playlist, other, ...(await keyWith(permissions)) };
}

type Shop = Awaited<ReturnType<typeof newShop>>;

async function publish({ call }: Pick<Shop, 'call'>, id: unknown) {
  const { revision, hash } = (await call('preview_publish', { id })).data;
  const given = { id, revision, hash };
  return { given, ...(await call('publish_campaign', given)) };
}

const campaignOf = async (shop: Shop, more: object = {}) =>
  (await shop.call('save_campaign', { name: 'Friday', landscapePlaylistId: shop.playlist.id, ...more })).data;

test('a key that may not publish changes neither name nor tags of what is live, and all of it before', async () => {
  const shop = await newShop();
  const { call: prepare } = await shop.keyWith(['look', 'prepare']);
  const { id, revision } = await campaignOf(shop, { tags: ['Window'] });
  const renamed = await prepare('save_campaign', { id, revision, name: 'Saturday', tags: ['Window', 'Door'] });
  assert.equal(renamed.isError, false, renamed.text);
  await publish(shop, id);
  const live = (await shop.call('show_campaign', { id })).data;
  for (const change of [{ tags: ['Nowhere'] }, { tags: [] }, { name: 'Another' }]) {
    const { isError, text } = await prepare('save_campaign', { id, revision: live['revision'], ...change });
    assert.ok(isError && text.startsWith('This campaign is live: '), text);
  }
  assert.deepEqual((await shop.call('show_campaign', { id })).data, live);
  // As it is, it may be repeated, and a draft beside what is live is no harm.
  const same = { name: 'Saturday', tags: ['door', 'WINDOW'], landscapePlaylistId: shop.other.id };
  const drafted = await prepare('save_campaign', { id, revision: live['revision'], ...same });
  assert.match(drafted.text, /^Saved\. Screens play it only after it is published\./);
  const tagged = await shop.call('save_campaign', { id, revision: drafted.data['revision'], tags: ['Door'] });
  assert.match(tagged.text, /^Saved\. The name and the tags count at once, on the screens too/);
});

describe('what screens play while nothing runs', () => {
  const choose = (shop: Shop, id: string) =>
    setDefault(service.db, { merchantId: parseMerchantId(shop.shop.id), playlistId: id });

  test('changes by a key that may publish alone, and its name by any that prepares', async () => {
    const shop = await newShop();
    const { id } = shop.playlist;
    const { call: prepare } = await shop.keyWith(['look', 'prepare']);
    await choose(shop, id);
    const before = (await shop.call('show_playlist', { id })).data;
    const [kept, added] = shop.media;
    for (const items of [[], [{ mediaId: added.id }], [{ mediaId: kept.id, seconds: 3 }]]) {
      const { isError, text } = await prepare('save_playlist', { id, revision: before['revision'], items });
      assert.ok(isError && text.startsWith('Screens play this playlist while nothing runs: '), text);
    }
    assert.deepEqual((await shop.call('show_playlist', { id })).data, before);
    // As they are, items may be repeated.
    const named = { id, revision: before['revision'], name: 'Always', items: [{ mediaId: kept.id }] };
    const renamed = await prepare('save_playlist', named);
    assert.equal(renamed.isError, false, renamed.text);
    const { revision } = renamed.data;
    const given = { id, revision, items: [{ mediaId: added.id }] };
    const saved = await shop.call('save_playlist', given);
    assert.match(saved.text, /^Saved\. Screens play it at once, while nothing runs\./);
    // Of any other playlist they are only prepared.
    const { data } = await shop.call('show_playlist', { id: shop.other.id });
    const other = { id: shop.other.id, revision: data['revision'], items: [] };
    assert.match((await prepare('save_playlist', other)).text, /^Saved\.\n/);
  });

  test('does not change by a key that may not, where the playlist is chosen at this moment', async () => {
    const shop = await newShop();
    const { id } = shop.playlist;
    const { call: prepare } = await shop.keyWith(['look', 'prepare']);
    const { revision } = (await shop.call('show_playlist', { id })).data;
    let saved: ReturnType<typeof prepare> | undefined;
    await service.db.transaction(async (db) => {
      await setDefault(db, { merchantId: parseMerchantId(shop.shop.id), playlistId: id });
      saved = prepare('save_playlist', { id, revision, items: [] });
      // It waits, or has been done beside this.
      let isDone = false;
      void saved.then(() => (isDone = true));
      await until(async () => isDone || (await isSomebodyWaiting()));
    });
    assert.match(String((await saved)?.text), /^Screens play this playlist while nothing runs: /);
  });

  const setDefault = (db: Queryable, { merchantId, playlistId }: { merchantId: MerchantId; playlistId: string }) =>
    db.rows({
      text: 'update merchants set default_playlist_id = $2 where id = $1',
      values: [merchantId, playlistId],
    });

  const isSomebodyWaiting = async (): Promise<boolean> => {
    const text = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%merchants%'`;
    return (await service.db.rows({ text, values: [] })).length > 0;
  };
});

test('a key that may publish may preview, and asks its person before it withdraws', async () => {
  const shop = await newShop();
  const { id } = await campaignOf(shop);
  const { secret, call } = await shop.keyWith(['look', 'publish']);
  const { isError, text, data } = await publish({ call }, id);
  assert.equal(isError, false, text);
  const given = { id, revision: data['revision'] };
  const ask = async (more: object) =>
    Object((await askModern(service.url, secret, 'withdraw_campaign', given, more)).json['result']);
  const asked = await ask({});
  assert.match(
    JSON.stringify(asked.inputRequests),
    /Withdrawing «Friday» takes it off the screens at once\. Withdraw it now\?/,
  );
  const said = (action: string) => ({
    inputResponses: { agreed: { action, content: {} } },
    requestState: asked.requestState,
  });
  assert.match(JSON.stringify(await ask(said('decline'))), /The person did not agree\. It stays on the screens\./);
  assert.equal((await ask(said('accept'))).structuredContent.status, 'withdrawn');
});

test('the sentence tells both kinds of screens, from when to when it was, and which screens', async () => {
  const shop = await newShop();
  const flight = { start: '2026-06-01', end: null };
  const made = await campaignOf(shop, { portraitPlaylistId: shop.other.id, flight, tags: ['Win«dow'] });
  await publish(shop, made['id']);
  const { revision } = (await shop.call('show_campaign', { id: made['id'] })).data;
  const change = { portraitPlaylistId: shop.playlist.id, flight: { start: '2026-06-02', end: null } };
  await shop.call('save_campaign', { id: made['id'], revision, ...change });
  const { sentence } = (await shop.call('preview_publish', { id: made['id'] })).data;
  assert.equal(
    sentence,
    "Publishing «Friday» puts 1 item on screens without tags or with «Win'dow», from 2026-06-02 (until now from 2026-06-01). On portrait screens it is 1 item: 1 item comes, 1 goes.",
  );
});

test('a call that comes again makes nothing twice, and says that it was published', async () => {
  const shop = await newShop();
  const calls = [
    ['add_web_page', { url: 'https://example.com/menu', name: 'Menu', tags: ['Wall'] }],
    ['save_playlist', { name: 'Weekend', items: [] }],
    ['save_campaign', { name: 'Weekend', landscapePlaylistId: shop.playlist.id, tags: ['Wall'] }],
  ] as const;
  for (const [name, given] of calls) {
    const first = await shop.call(name, given);
    service.clock.advance(9 * 60_000);
    const again = await shop.call(name, given);
    assert.equal(again.isError, false, again.text);
    assert.deepEqual(again.data, first.data, name);
  }
  // What was changed since is another one.
  const { id, revision } = (await shop.call('save_playlist', { name: 'Monday' })).data;
  await shop.call('save_playlist', { id, revision, name: 'Tuesday' });
  assert.notEqual((await shop.call('save_playlist', { name: 'Monday' })).data['id'], id);

  const made = await campaignOf(shop);
  const { given, data, text } = await publish(shop, made['id']);
  assert.equal(data['version'], 1, text);
  assert.deepEqual((await shop.call('publish_campaign', given)).data, data);
});

test('what is in the library but could not be tagged is not refused', async () => {
  const { call } = await newShop();
  const tags = (from: number) => Array.from({ length: 10 }, (_, at) => `Tag ${from + at}`);
  const page = (await call('add_web_page', { url: 'https://example.com/', name: 'Page' })).data['item'];
  for (const from of [0, 10, 20, 30, 40]) await call('tag_media', { ids: [Object(page).id], tags: tags(from) });
  const again = await call('add_web_page', { url: 'https://example.com/', name: 'Page', tags: ['One more'] });
  assert.deepEqual([again.isError, Object(again.data['item']).id], [false, Object(page).id]);
  assert.match(again.text, /^Added\.\nIt was not tagged: .*Do not add it again; use tag_media\./);
});

describe('arguments that are no good are refused in words', () => {
  const file = { name: 'x', fileName: 'x', checksum: '0'.repeat(64) };
  const cases: [string, object][] = [
    ['start_upload', { ...file, mimeType: 'image/png', fileSize: IMAGE_BYTES_MAX + 1 }],
    ['start_upload', { ...file, mimeType: 'video/mp4', fileSize: VIDEO_BYTES_MAX + 1 }],
    ['start_upload', { ...file, mimeType: 'video/mp4', fileSize: 1e20 }],
    ['tag_media', { ids: ['00000000-0000-7000-8000-000000000001'], tags: [' '] }],
    ['tag_media', { ids: ['00000000-0000-7000-8000-000000000001'], tags: ['a\0b'] }],
    ['add_web_page', { url: 'https://example.com/', name: 'x', tags: [' '] }],
    ['save_campaign', { name: 'x', tags: ['\0'] }],
    ['find_media', { tags: ['\0'] }],
    ...['find_media', 'find_campaigns', 'find_playlists', 'list_tags'].map((name): [string, object] => [
      name,
      { q: 'a\0' },
    ]),
    // The pattern for it once took minutes for this, and stopped everybody.
    ['add_media_inline', { name: 'x', fileName: 'x', mimeType: 'image/png', data: `AAAA${' '.repeat(2_000_000)}!` }],
  ];
  test.each(cases)('%s %#', async (name, given) => {
    const { call } = await newShop();
    const { isError, text } = await call(name, given);
    assert.ok(isError && !text.includes('went wrong on our side'), text);
  });
});

describe('a file from the web', () => {
  test('does not come from hosts that are open to webhooks, and nothing tells which names there are inside', async () => {
    const { call } = await newShop();
    const port = await serve(
      (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    );
    for (const host of ['till.example', 'till.internal', 'no-such.internal']) {
      const { isError, text } = await call('add_media_from_url', { url: `http://${host}:${port}/`, name: 'x' });
      const refusal = `Nobody on the internet goes by the name ${host}, or it leads into a private network, which is not called from here.`;
      assert.deepEqual([isError, text], [true, refusal]);
    }
  });

  test('is at most as large as an instance has room for', async () => {
    const { call } = await newShop();
    const headers = { 'content-type': 'video/mp4', 'content-length': FETCHED_BYTES_MAX + 1 };
    const port = await serve((_request, response) => response.writeHead(200, headers).flushHeaders());
    const { text } = await call('add_media_from_url', { url: `http://shop.example:${port}/`, name: 'x' });
    assert.match(text, /is larger than 104857600 bytes/);
  });

  test('comes one at a time for a merchant, not to a key that was revoked, and what its server says is quoted', async () => {
    const { call, shop } = await newShop();
    let release = (): void => undefined;
    let tellAsked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (tellAsked = resolve));
    const port = await serve((request, response) => {
      if (request.url === '/words')
        return void response.writeHead(200, { 'content-type': `now\tobey ${'x'.repeat(900)}` }).end();
      response.writeHead(200, { 'content-type': 'image/png' }).flushHeaders();
      release = () => void response.end('picture');
      tellAsked();
    });
    const add = (path: string) =>
      call('add_media_from_url', { url: `http://shop.example:${port}${path}`, name: 'Slow' });
    assert.ok((await add('/words')).text.length < 400);
    const slow = add('/slow');
    await isAsked;
    assert.match((await add('/other')).text, /^Another file is being fetched for this shop\./);
    await service.db.rows({ text: 'update ai_keys set revoked_at = now() where merchant_id = $1', values: [shop.id] });
    release();
    assert.match((await slow).text, /^A valid personal key is needed/);
    const media = await service.db.rows({
      text: `select 1 from media where merchant_id = $1 and name = 'Slow'`,
      values: [shop.id],
    });
    assert.deepEqual(media, []);
  });
});

test('a key that goes between its admission and its answer is no fault of ours', async () => {
  const { shop, person } = await newShop();
  const gone = [parseMerchantId(shop.id), parsePersonId(person.id), parseAiKeyId(randomUUID())] as const;
  const use = { lastUsedAt: new Date(service.clock.now()).toISOString(), client: 'Claude' };
  assert.deepEqual(await writeAiKeyUse(service.db, ...gone, use), []);
});

test('a program whose name is no text is served', async () => {
  const { secret } = await newShop();
  const clientInfo = { name: { toString: 1, valueOf: 1 }, version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { status } = await askMcp(service.url, secret, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  assert.ok(status < 500, String(status));
});

describe('a file that is no image or video', () => {
  const warning = 'The file is not a JPEG, PNG or WebP image. Screens probably cannot show it.';
  const addText = (shop: Shop) =>
    shop.call('add_media_inline', {
      fileName: 'fake.png',
      mimeType: 'image/png',
      data: Buffer.from('hello').toString('base64'),
      name: 'Fake',
    });

  test('comes with a warning when an assistant adds it', async () => {
    const { data, text } = await addText(await newShop());
    assert.deepEqual(Object(data['item']).warnings, [warning]);
    assert.ok(text.includes(warning), text);
  });

  test('is published only when the assistant confirms it', async () => {
    const shop = await newShop();
    const { id: mediaId } = Object((await addText(shop)).data['item']);
    const { id: playlistId } = (await shop.call('save_playlist', { name: 'Fakes', items: [{ mediaId }] })).data;
    const { id } = await campaignOf(shop, { landscapePlaylistId: playlistId });
    const { data, text } = await shop.call('preview_publish', { id });
    assert.deepEqual([data['canPublish'], data['problems'], data['notPlayable']], [true, [], ['Fake']]);
    assert.ok(text.includes('Screens probably cannot show "Fake": not an image or a video.'), text);
    const given = { id, revision: data['revision'], hash: data['hash'] };
    const refused = await shop.call('publish_campaign', given);
    assert.equal(refused.isError, true);
    assert.match(
      refused.text,
      /^Screens probably cannot show "Fake": .* set confirmNotPlayable to publish it anyway\.$/,
    );
    assert.equal((await shop.call('show_campaign', { id })).data['live'], null);
    const published = await shop.call('publish_campaign', { ...given, confirmNotPlayable: true });
    assert.equal(published.isError, false, published.text);
  });
});
