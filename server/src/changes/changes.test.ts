import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, test } from 'vitest';
import type { Change } from '@vitrine/contract/changes';
import { SCOPES, type Scope } from '@vitrine/contract/scopes';
import {
  aCampaign,
  anImage,
  anUploadRequest,
  aPage,
  aPlaylist,
  aTag,
  aVersion,
} from '../../../tests/harness/content.js';
import { emptyCluster } from '../../../tests/harness/database.js';
import { pageOf, told, toldOf } from '../../../tests/harness/feed.js';
import { newMirror, viewLibrary } from '../../../tests/harness/mirror.js';
import { aToken, NOW, post, send, UNAUTHORIZED, useService, type Shop } from '../../../tests/harness/service.js';
import { archived, newStudio, publish, wanted } from '../../../tests/harness/studio.js';
import { finalize, put, startNew, upload } from '../../../tests/harness/upload.js';
import { importArchive } from '../archive/import-archive.js';
import { tellCampaigns } from '../campaigns/tell-campaigns.js';
import { parseMerchantId } from '../ids.js';
import { hashSecret, newTokenSecret } from '../identity/token-secret.js';
import { dropOldChanges } from './drop-old-changes.js';

const service = useService();
const DAY_MS = 86_400_000;
afterEach(() => service.clock.set(NOW));

async function newToken(shop: Shop, scopes: readonly Scope[]): Promise<string> {
  const secret = newTokenSecret();
  const { id, name, createdAt, expiresAt } = aToken(secret, scopes);
  await service.db.rows({
    text: 'insert into tokens (merchant_id, id, name, scopes, secret_hash, last_four, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [shop.id, id, name, scopes, hashSecret(secret), secret.slice(-4), createdAt, expiresAt],
  });
  return secret;
}

describe('the feed', () => {
  test('begins at now, and tells of what comes after, each change once and in its order', async () => {
    const shop = await service.newMerchant();
    const before = await upload(shop, 'before');
    const start = await pageOf(shop);
    assert.deepEqual([start.items, start.more], [[], false]);

    const media = await upload(shop, 'after');
    await shop.post(`/media/${media.id}/tags`, { add: ['Summer', 'Sale'] });
    const { items, more, nextCursor } = await pageOf(shop, `?cursor=${start.nextCursor}`);
    const { items: tags }: { items: { id: string }[] } = Object((await shop.get('/tags')).body);
    assert.deepEqual(
      items.map(({ type, at, data }) => ({ type, at, data })),
      [
        { type: 'media.ready', at: NOW, data: { mediaId: media.id } },
        ...tags.map(({ id: tagId }) => ({ type: 'tag.created', at: NOW, data: { tagId } })),
        { type: 'media.changed', at: NOW, data: { mediaId: media.id } },
      ],
    );
    assert.equal(more, false);
    assert.equal(new Set(items.map(({ id }) => id)).size, 4);
    const again = await pageOf(shop, `?cursor=${start.nextCursor}`);
    assert.deepEqual(again.items, items);
    assert.deepEqual((await pageOf(shop, `?cursor=${nextCursor}`)).items, []);
    assert.deepEqual(toldOf(await pageOf(shop, '?cursor=oldest&limit=1')), [['media.ready', before.id]]);
  });

  test('comes in pages, of which all but the last say that there is more', async () => {
    const shop = await service.newMerchant();
    const start = await pageOf(shop);
    const ids = [];
    for (const bytes of ['one', 'two', 'three']) ids.push((await upload(shop, bytes)).id);
    const first = await pageOf(shop, `?limit=2&cursor=${start.nextCursor}`);
    const second = await pageOf(shop, `?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([first.more, second.more], [true, false]);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ data }) => Object.values(data)[0]),
      ids,
    );
  });

  test('shows a token only what it may read, and goes on behind the rest', async () => {
    const shop = await service.newMerchant();
    const tagsOnly = await newToken(shop, ['changes:read', 'tags:read']);
    const blind = await newToken(shop, ['changes:read']);
    const start = await pageOf(shop);
    const media = await upload(shop, 'seen');
    await shop.post(`/media/${media.id}/tags`, { add: ['Summer'] });
    const seen = await pageOf(shop, `?cursor=${start.nextCursor}`, tagsOnly);
    assert.deepEqual(
      seen.items.map(({ type }) => type),
      ['tag.created'],
    );
    const unseen = await pageOf(shop, `?cursor=${start.nextCursor}`, blind);
    assert.deepEqual([unseen.items, unseen.more], [[], false]);
    // Any of the merchant's tokens may go on from there.
    assert.equal((await pageOf(shop, `?cursor=${unseen.nextCursor}`)).items.length, 0);
    const refused = await shop.get(
      '/changes',
      await newToken(
        shop,
        SCOPES.filter((scope) => scope !== 'changes:read'),
      ),
    );
    assert.equal(refused.status, 403);
  });

  test.each([
    ['limit=0', 'limit: '],
    ['limit=201', 'limit: '],
    ['wait=26', 'wait: '],
    ['wait=-1', 'wait: '],
    ['wait=1.5', 'wait: '],
    ['cursor=', 'cursor: '],
    ['cursor=Oldest', 'cursor: '],
    ['q=x', 'Unknown parameter "q".'],
  ])('refuses %s and names the parameter', async (query, beginning) => {
    const shop = await service.newMerchant();
    const { status, body } = await shop.get(`/changes?${query}`);
    assert.equal(status, 400);
    assert.match(Object(body).message, new RegExp(`^${beginning}`));
    assert.equal(Object(body).code, undefined);
  });

  test('keeps changes for 30 days and refuses an older cursor as expired', async () => {
    const shop = await service.newMerchant();
    const merchantIds = [parseMerchantId(shop.id)];
    const start = await pageOf(shop);
    await upload(shop, 'old');
    const between = await pageOf(shop);
    service.clock.advance(29 * DAY_MS);
    const young = await upload(shop, 'young');
    assert.deepEqual(await dropOldChanges(service, merchantIds), { changes: 0, faults: [] });
    service.clock.advance(DAY_MS + 1);
    assert.deepEqual(await dropOldChanges(service, merchantIds), { changes: 1, faults: [] });
    assert.deepEqual(await dropOldChanges(service, merchantIds), { changes: 0, faults: [] });

    const { status, body } = await shop.get(`/changes?cursor=${start.nextCursor}`);
    assert.equal(status, 400);
    assert.deepEqual(body, {
      error: 'invalid_request',
      message:
        'cursor: has expired. Changes are kept for 30 days. Read the lists again, then follow from a new cursor.',
      code: 'cursor_expired',
    });
    // Who had read what is gone has missed nothing.
    assert.deepEqual(await told(shop, between.nextCursor), [['media.ready', young.id]]);
    assert.deepEqual(await told(shop, 'oldest'), [['media.ready', young.id]]);
  });

  test('begins anew with a merchant that is replaced by an archive: no cursor of before is good', async () => {
    const shop = await service.newMerchant();
    const start = await pageOf(shop);
    const archive = {
      format: 'vitrine-merchant/1',
      merchant: {
        id: shop.id,
        name: 'Corner Bakery',
        timeZone: 'Europe/Paris',
        suspended: false,
        defaultItemSeconds: 10,
        plan: { name: 'pro', endsAt: null, allowsWrites: true, storageQuotaBytes: 1024 ** 3 },
        screens: { codecs: ['h264'], maxWidth: 3840, maxHeight: 2160 },
      },
      tokens: [shop.token],
    };
    await importArchive(service, archive, { replace: true });
    const expired = await shop.get(`/changes?cursor=${start.nextCursor}`);
    assert.deepEqual([expired.status, Object(expired.body).code], [400, 'cursor_expired']);
    const fresh = await pageOf(shop);
    const { id } = await upload(shop, 'new');
    assert.deepEqual(await told(shop, fresh.nextCursor), [['media.ready', id]]);
  });

  test('another merchant reads nothing of it, and its cursors are worth nothing there', async () => {
    const [shop, other] = [await service.newMerchant(), await service.newMerchant()];
    const start = await pageOf(shop);
    await upload(shop, 'mine');
    const foreign = await other.get(`/changes?cursor=${start.nextCursor}`);
    assert.deepEqual(
      [foreign.status, foreign.body],
      [
        400,
        {
          error: 'invalid_request',
          message: 'cursor: is not one that this list gave. Send nextCursor unchanged, or start again without it.',
        },
      ],
    );
    assert.deepEqual(await told(other, 'oldest'), []);
  });

  test('numbers follow the order of commits on several instances: who reads meanwhile misses nothing', async () => {
    const shop = await service.newMerchant();
    const media = await Promise.all(['a', 'b', 'c', 'd'].map((bytes) => upload(shop, bytes)));
    let cursor = (await pageOf(shop)).nextCursor;
    const urls = [service.url, await service.newInstance(), await service.newInstance()];
    const writes = media.flatMap(({ id }, at) =>
      Array.from({ length: 10 }, (_, turn) => {
        const url = `${urls[turn % urls.length]}/api/integrations/v1/media/${id}/tags`;
        return send(url, shop.secret, post({ add: [`Tag ${at} ${turn}`] }));
      }),
    );
    const done = Promise.all(writes);
    const seen: Change[] = [];
    for (let isOver = false; !isOver;) {
      isOver = await Promise.race([done.then(() => true), pageOf(shop).then(() => false)]);
      const page = await pageOf(shop, `?limit=200&cursor=${cursor}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    assert.deepEqual(
      (await done).map(({ status }) => status),
      writes.map(() => 200),
    );
    assert.equal(seen.filter(({ type }) => type === 'tag.created').length, 40);
    assert.equal(seen.filter(({ type }) => type === 'media.changed').length, 40);
    assert.equal(new Set(seen.map(({ id }) => id)).size, 80);
  });

  test('what was refused is not in it', async () => {
    const shop = await service.newMerchant();
    const start = await pageOf(shop);
    await shop.post(`/media/${randomUUID()}/tags`, { add: ['Nobody'] });
    const request = anUploadRequest({}, 'never sent');
    await startNew(shop, request);
    assert.equal((await finalize(shop, request.id)).status, 422);
    assert.deepEqual(await told(shop, start.nextCursor), []);
  });
});

describe('an answer that waits', () => {
  test('comes with what happens, on whichever instance', async () => {
    const shop = await service.newMerchant();
    const elsewhere = await service.newInstance();
    const { nextCursor } = await pageOf(shop);
    const path = `/api/integrations/v1/changes?wait=25&cursor=${nextCursor}`;
    const waiting = [service.url, elsewhere].map((url) => send(url + path, shop.secret));
    const { id } = await upload(shop, 'awaited');
    for (const { body } of await Promise.all(waiting)) {
      assert.deepEqual(toldOf(Object(body)), [['media.ready', id]]);
    }
  });

  test('is not ended by what the token may not see, and comes empty when its time is over', async () => {
    const shop = await service.newMerchant();
    const bearer = await newToken(shop, ['changes:read', 'tags:read']);
    const start = await pageOf(shop);
    const waiting = pageOf(shop, `?wait=25&cursor=${start.nextCursor}`, bearer);
    const media = await upload(shop, 'unseen');
    await shop.post(`/media/${media.id}/tags`, { add: ['Seen'] });
    const types = (await waiting).items.map(({ type }) => type);
    assert.deepEqual(types, ['tag.created']);
    const blind = await newToken(shop, ['changes:read']);
    const { items, more, nextCursor } = await pageOf(shop, `?wait=1&cursor=${start.nextCursor}`, blind);
    assert.deepEqual([items, more], [[], false]);
    assert.deepEqual((await pageOf(shop, `?cursor=${nextCursor}`)).items, []);
  });

  test('tells a token that was revoked meanwhile nothing', async () => {
    const { shop, bob } = await newStudio(service);
    const bearer = await newToken(shop, ['changes:read', 'media:read']);
    const tokens: { items: { id: string; scopes: string[] }[] } = Object((await bob.get('/tokens')).json);
    const id = tokens.items.find(({ scopes }) => scopes.length === 2)?.id;
    await pageOf(shop, '', bearer);
    const waiting = shop.get('/changes?wait=25', bearer);
    // Its token is known already: when this one is answered, that one waits.
    await pageOf(shop, '', bearer);
    assert.equal((await bob.post(`/tokens/${id}/revoke`)).status, 200);
    await upload(shop, 'secret by now');
    const { status, body } = await waiting;
    assert.deepEqual([status, body], [401, UNAUTHORIZED]);
  });
});

describe('what is told of', () => {
  test('a library that people work on: a copy that only follows has the same', async () => {
    const [poster, door, menu] = [anImage({ name: 'Poster' }), anImage({ name: 'Door' }), aPage({ name: 'Menu' })];
    const [season, sale] = [aTag('Season'), aTag('Sale')];
    const window = aPlaylist({ name: 'Window', items: [archived(poster), archived(door), archived(menu)] });
    const { shop, ada, bob } = await newStudio(service, {
      tags: [season, sale],
      media: [{ ...poster, tagIds: [season.id] }, door, menu],
      playlists: [window],
    });
    const mirror = await newMirror(shop.get);
    const step = async (answer: Promise<{ status: number; text: string }>, expected: readonly unknown[]) => {
      const { status, text } = await answer;
      assert.equal(status, 200, text);
      assert.deepEqual(toldOf({ items: await mirror.follow() }), expected);
      assert.deepEqual(mirror.view(), await viewLibrary(shop.get));
    };
    const lineageId = randomUUID();
    const campaign = `/campaigns/${lineageId}`;
    const playlist = `/playlists/${window.id}`;
    await step(ada.patch(`/media/${door.id}`, { revision: 1, name: 'Front door' }), [['media.changed', door.id]]);
    await step(ada.patch(`/tags/${season.id}`, { name: 'Summer' }), [['tag.changed', season.id]]);
    await step(ada.post('/media/tags', { ids: [poster.id, door.id], actionId: randomUUID(), add: ['sale'] }), [
      ['media.changed', [poster.id, door.id].toSorted()[0]],
      ['media.changed', [poster.id, door.id].toSorted()[1]],
    ]);
    await step(ada.post(`/tags/${season.id}/merge`, { into: sale.id }), [
      ['media.changed', poster.id],
      ['tag.deleted', season.id],
    ]);
    await step(ada.post('/campaigns', { lineageId, name: 'Spring', landscapePlaylistId: window.id, tags: ['Sale'] }), [
      ['campaign.created', lineageId],
    ]);
    await step(publish(ada, lineageId), [
      ['campaign.published', lineageId],
      ['campaign.started', lineageId],
    ]);
    await step(ada.patch(playlist, { revision: 1, items: [wanted(poster), wanted(menu)] }), [
      ['playlist.changed', window.id],
    ]);
    await step(publish(ada, lineageId), [['campaign.published', lineageId]]);
    await step(ada.remove(`/media/${door.id}`), [['media.deleted', door.id]]);
    await step(ada.post('/trash/restore', { ids: [door.id] }), [['media.ready', door.id]]);
    await step(ada.patch(playlist, { revision: 2, shared: false }), [['playlist.deleted', window.id]]);
    await step(bob.patch('/merchant', { defaultItemSeconds: 7 }), []);
    await step(ada.post(`${campaign}/withdraw`, { revision: 3 }), [['campaign.withdrawn', lineageId]]);
    await step(ada.post(`${campaign}/archive`, { revision: 4 }), [['campaign.archived', lineageId]]);
    await step(ada.post(`${campaign}/restore`, { revision: 5 }), [['campaign.restored', lineageId]]);
    await step(ada.remove(playlist), [['campaign.changed', lineageId]]);
    await step(ada.post('/trash/restore', { ids: [window.id] }), [['campaign.changed', lineageId]]);
    await step(ada.remove(`/tags/${sale.id}`), [
      ['media.changed', [poster.id, door.id].toSorted()[0]],
      ['media.changed', [poster.id, door.id].toSorted()[1]],
      ['campaign.changed', lineageId],
      ['tag.deleted', sale.id],
    ]);
  });

  test('a default play time is a change of every playlist that is shared', async () => {
    const image = anImage();
    const list = aPlaylist({ items: [archived(image)] });
    const { shop, bob } = await newStudio(service, { media: [image], playlists: [list] });
    const mirror = await newMirror(shop.get);
    await bob.patch('/merchant', { defaultItemSeconds: 7 });
    assert.deepEqual(toldOf({ items: await mirror.follow() }), [['playlist.changed', list.id]]);
    assert.deepEqual(mirror.view(), await viewLibrary(shop.get));
  });
});

describe('flights', () => {
  beforeAll(() => emptyCluster(service.db));

  const flightOf = async (start: string | null, end: string | null) => {
    const image = anImage();
    const list = aPlaylist({ items: [archived(image)] });
    const campaign = aCampaign({
      versions: [aVersion({ landscapePlaylistId: list.id, flight: { start, end } })],
    });
    const studio = await newStudio(service, { media: [image], playlists: [list], campaigns: [campaign] });
    const { nextCursor } = await pageOf(studio.shop);
    await tellCampaigns(service);
    const published = await publish(studio.ada, campaign.lineageId);
    assert.equal(published.status, 200, published.text);
    return { ...studio, id: campaign.lineageId, cursor: nextCursor };
  };
  const momentsOf = async (shop: Shop, cursor: string) =>
    (await pageOf(shop, `?cursor=${cursor}`)).items.map(({ type, at }) => [type, at]);

  test('begin and end at their moments, each told once, with the moment that it was', async () => {
    const { shop, cursor } = await flightOf('2026-06-15T15:00', '2026-06-15T16:00');
    const first = await tellCampaigns(service);
    assert.equal(first?.nextAt, Date.parse('2026-06-15T13:00:00Z'));
    assert.deepEqual(await momentsOf(shop, cursor), [['campaign.published', NOW]]);
    service.clock.set('2026-06-15T12:59:59.999Z');
    await tellCampaigns(service);
    service.clock.set('2026-06-15T13:00:00.000Z');
    // Twice at once, and twice after each other.
    await Promise.all([tellCampaigns(service), tellCampaigns(service)]);
    await tellCampaigns(service);
    const started = ['campaign.started', '2026-06-15T13:00:00.000Z'];
    assert.deepEqual(await momentsOf(shop, cursor), [['campaign.published', NOW], started]);
    service.clock.set('2026-06-16T09:00:00.000Z');
    await tellCampaigns(service);
    await tellCampaigns(service);
    const ended = ['campaign.ended', '2026-06-15T14:00:00.000Z'];
    assert.deepEqual(await momentsOf(shop, cursor), [['campaign.published', NOW], started, ended]);
  });

  test('that begin and end while nobody runs are told when somebody does', async () => {
    const { shop, cursor } = await flightOf('2026-06-16', '2026-06-17');
    service.clock.set('2026-06-20T08:00:00.000Z');
    await tellCampaigns(service);
    assert.deepEqual(await momentsOf(shop, cursor), [
      ['campaign.published', NOW],
      ['campaign.started', '2026-06-15T22:00:00.000Z'],
      ['campaign.ended', '2026-06-17T22:00:00.000Z'],
    ]);
  });

  test('that are withdrawn before anybody told of their begin have begun all the same', async () => {
    const { shop, ada, id, cursor } = await flightOf('2026-06-15T15:00', null);
    service.clock.set('2026-06-15T13:10:00.000Z');
    assert.equal((await ada.post(`/campaigns/${id}/withdraw`, { revision: 2 })).status, 200);
    await tellCampaigns(service);
    assert.deepEqual(
      toldOf(await pageOf(shop, `?cursor=${cursor}`)).map((one) => Object(one)[0]),
      ['campaign.published', 'campaign.started', 'campaign.withdrawn'],
    );
  });

  test('that another time zone moves are told by the clock', async () => {
    const { shop, bob, cursor } = await flightOf('2026-06-15T15:00', '2026-06-15T18:00');
    assert.equal((await bob.patch('/merchant', { timeZone: 'Asia/Tokyo' })).status, 200);
    await tellCampaigns(service);
    assert.deepEqual(
      toldOf(await pageOf(shop, `?cursor=${cursor}`)).map((one) => Object(one)[0]),
      ['campaign.published', 'campaign.started', 'campaign.ended'],
    );
  });
});

test('a file that is put and not finalized is told of by nobody, and by finalize once', async () => {
  const shop = await service.newMerchant();
  const { nextCursor } = await pageOf(shop);
  const request = anUploadRequest({}, 'bytes');
  const ticket = await startNew(shop, request);
  await put(ticket.upload, 'bytes');
  assert.deepEqual(await told(shop, nextCursor), []);
  await Promise.all([finalize(shop, request.id), finalize(shop, request.id)]);
  await finalize(shop, request.id);
  assert.deepEqual(await told(shop, nextCursor), [['media.ready', request.id]]);
});
