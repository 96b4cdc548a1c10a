import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import {
  Client,
  CursorExpiredError,
  InternalError,
  InvalidRequestError,
  UnauthorizedError,
  type Change,
} from '@vitrine/client';
import { renewFeeds } from '../../server/src/changes/renew-feeds.js';
import { parseMerchantId } from '../../server/src/ids.js';
import { upload } from '../../tests/harness/upload.js';
import { useService } from '../../tests/harness/service.js';
import { answer, drop, refuse, startLocalServer, type Handler } from './local-server.js';

const service = useService();
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const TOKEN = 'vitrine_secret-of-the-tests';
const tagAt = (at: number) => ({ id: String(at), type: 'tag.changed', at: 'now', data: { tagId: String(at) } });
const pageOf = (nextCursor: string, ...items: number[]): Handler =>
  answer(200, { items: items.map(tagAt), nextCursor, more: false });

async function take(count: number, changes: AsyncIterable<Change>): Promise<string[]> {
  const taken: string[] = [];
  for await (const { id } of changes) if (taken.push(id) === count) break;
  return taken;
}

test('changes are followed from now on, as they happen', async () => {
  const shop = await service.newMerchant();
  await upload(shop, 'before');
  const client = new Client({ baseUrl: service.url, token: shop.secret });
  const { nextCursor } = await client.changes().page();
  const first = await upload(shop, 'first');
  const changes = client.changes({ cursor: nextCursor })[Symbol.asyncIterator]();
  const seen = await changes.next();
  const waiting = changes.next();
  const second = await upload(shop, 'second');
  const later = await waiting;
  assert.deepEqual(
    [seen, later].map(({ value }) => Object(value).data),
    [{ mediaId: first.id }, { mediaId: second.id }],
  );
});

test('a place is kept over limits, failures and restarts, and nothing is handed out twice', async () => {
  const server = await startLocalServer(
    pageOf('b', 1, 2),
    refuse(429, 'rate_limited', { 'retry-after': '0' }),
    answer(503, 'Starting'),
    drop,
    pageOf('c'),
    pageOf('d', 3),
  );
  closing.push(server.close);
  const client = new Client({ baseUrl: server.url, token: TOKEN, maxRetries: 0 });
  const changes = client.changes({ cursor: 'a' });
  assert.deepEqual(await take(3, changes), ['1', '2', '3']);
  assert.deepEqual(
    server.requests.map(({ url }) => new URL(url, server.url).searchParams.get('cursor')),
    ['a', 'b', 'b', 'b', 'b', 'c'],
  );
  // The third was handed out; whether it was done with is not known yet.
  assert.equal(changes.cursor, 'c');
});

test('without a place the first request does not wait, so that there is one to keep', async () => {
  const server = await startLocalServer(pageOf('b'), pageOf('c', 1));
  closing.push(server.close);
  const client = new Client({ baseUrl: server.url, token: TOKEN });
  await take(1, client.changes());
  assert.deepEqual(
    server.requests.map(({ url }) => new URL(url, server.url).search),
    ['?wait=0&limit=200', '?cursor=b&wait=25&limit=200'],
  );
});

describe('an expired cursor', () => {
  async function expire() {
    const shop = await service.newMerchant();
    const client = new Client({ baseUrl: service.url, token: shop.secret });
    const { nextCursor: cursor } = await client.changes().page();
    await renewFeeds(service, [parseMerchantId(shop.id)]);
    return { shop, client, cursor };
  }

  test('throws a CursorExpiredError', async () => {
    const { client, cursor } = await expire();
    const thrown = { name: 'CursorExpiredError', status: 400, error: 'invalid_request', code: 'cursor_expired' };
    await assert.rejects(take(1, client.changes({ cursor })), thrown);
    await assert.rejects(client.changes({ cursor }).page(), CursorExpiredError);
    await assert.rejects(client.changes({ cursor }).page(), InvalidRequestError);
  });

  test('calls onExpired and continues from a cursor that was taken before it', async () => {
    const { shop, client, cursor } = await expire();
    const fresh: string[] = [];
    const changes = client.changes({
      cursor,
      onExpired: async (next) => {
        fresh.push(next);
        // The old cursor stays until the lists are read, so that a crash in between loses nothing.
        assert.equal(changes.cursor, cursor);
        // A change while the lists are read.
        await upload(shop, 'meanwhile');
      },
    });
    const types: string[] = [];
    for await (const { type } of changes) if (types.push(type) === 1) break;
    assert.deepEqual([types, fresh], [['media.ready'], [changes.cursor]]);
  });

  test('differs from a cursor that was never given', async () => {
    const { client } = await expire();
    const unexpected = (): never => assert.fail('onExpired was called');
    const thrown = { name: 'InvalidRequestError', status: 400, code: undefined };
    await assert.rejects(take(1, client.changes({ cursor: 'garbage', onExpired: unexpected })), thrown);
  });
});

test('one page goes as any call does: it gives up when it was tried as often as the client was told', async () => {
  const server = await startLocalServer(answer(503, 'Starting'));
  closing.push(server.close);
  const client = new Client({ baseUrl: server.url, token: TOKEN, maxRetries: 1 });
  await assert.rejects(client.changes().page(), InternalError);
  assert.equal(server.requests.length, 2);
});

test('a cursor that is too old, and a token that is revoked, end it', async () => {
  for (const [status, error, kind] of [
    [400, 'invalid_request', InvalidRequestError],
    [401, 'unauthorized', UnauthorizedError],
  ] as const) {
    const server = await startLocalServer(refuse(status, error));
    closing.push(server.close);
    const client = new Client({ baseUrl: server.url, token: TOKEN });
    await assert.rejects(take(1, client.changes({ cursor: 'a' })), kind);
  }
});
