import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  Client,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  UnauthorizedError,
  type VitrineError,
} from '@vitrine/client';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { aCampaign, anImage, aPlaylist, aPublished, aTag } from '../../tests/harness/content.js';
import { aToken, useService, type Shop } from '../../tests/harness/service.js';

const summer = aTag('Summer');
const media = Array.from({ length: 7 }, (_, at) =>
  anImage({ name: `Poster ${at}`, tagIds: at === 3 ? [summer.id] : [] }),
);
const playlist = aPlaylist({ items: [{ mediaId: media[0]?.id, durationSeconds: 4 }] });
const campaign = aCampaign({ liveVersion: 1, versions: [aPublished()] });
const narrow = newTokenSecret();

const service = useService();
let shop: Shop;
let client: Client;
beforeAll(async () => {
  const tokens = [aToken(narrow, ['tags:read'])];
  shop = await service.newMerchant({ tags: [summer], media, playlists: [playlist], campaigns: [campaign], tokens });
  client = new Client({ baseUrl: service.url, token: shop.secret });
});

const listed = async <Item>(list: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
};

test('for await gives every item over all pages, once', async () => {
  const ids = (await listed(client.media.list({ limit: 2 }))).map(({ id }) => id);
  assert.deepEqual(new Set(ids), new Set(media.map(({ id }) => id)));
  assert.equal(ids.length, media.length);
});

test('page() gives one page, and its cursor goes on', async () => {
  const first = await client.media.list({ limit: 3 }).page();
  assert.equal(first.items.length, 3);
  assert.ok(first.nextCursor);
  const second = await client.media.list({ limit: 3, cursor: first.nextCursor }).page();
  expect(second.items.map(({ id }) => id)).not.toContain(first.items[0]?.id);
});

test('search and tag filters are sent', async () => {
  assert.deepEqual(
    (await listed(client.media.list({ q: 'poster 5' }))).map(({ name }) => name),
    ['Poster 5'],
  );
  assert.deepEqual(
    (await listed(client.media.list({ tag: [summer.id] }))).map(({ name }) => name),
    ['Poster 3'],
  );
  assert.deepEqual((await listed(client.media.list({ q: undefined, tag: [] }))).length, 7);
});

test('each read answers what the endpoint answers', async () => {
  const bodies = await Promise.all(
    [
      '/media?limit=1',
      `/media/${media[1]?.id}`,
      '/campaigns',
      `/campaigns/${campaign.lineageId}`,
      '/playlists',
      `/playlists/${playlist.id}`,
      '/tags',
    ].map(async (path) => (await shop.get(path)).body),
  );
  assert.deepEqual(
    [
      await client.media.list({ limit: 1 }).page(),
      await client.media.get(media[1]?.id ?? ''),
      await client.campaigns.list().page(),
      await client.campaigns.get(campaign.lineageId),
      await client.playlists.list().page(),
      await client.playlists.get(playlist.id),
      await client.tags.list().page(),
    ],
    bodies,
  );
});

test('token() tells what the token may do', async () => {
  const { name, lastFour, scopes, budgets } = await new Client({ baseUrl: service.url, token: narrow }).token();
  assert.deepEqual({ name, lastFour, scopes }, { name: 'Web shop', lastFour: narrow.slice(-4), scopes: ['tags:read'] });
  assert.equal(budgets.read.limit, 100_000);
});

test('a refusal is the class of its name, with status, message and request id', async () => {
  const of = (work: Promise<unknown>): Promise<VitrineError> =>
    work.then(
      () => assert.fail('it was not refused'),
      (thrown: VitrineError) => thrown,
    );
  const refusals = [
    [await of(client.media.list({ limit: 0 }).page()), InvalidRequestError, 400, /limit/],
    [
      await of(new Client({ baseUrl: service.url, token: 'wrong' }).tags.list().page()),
      UnauthorizedError,
      401,
      /token/,
    ],
    [
      await of(new Client({ baseUrl: service.url, token: narrow }).media.list().page()),
      ForbiddenError,
      403,
      /media:read/,
    ],
    [await of(client.media.get(randomUUID())), NotFoundError, 404, /media item/],
  ] as const;
  for (const [error, kind, status, message] of refusals) {
    assert.ok(error instanceof kind);
    assert.equal(error.status, status);
    assert.match(error.message, message);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
  }
});
