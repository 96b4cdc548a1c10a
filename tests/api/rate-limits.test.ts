import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { stopToken } from '../../server/src/identity/manage-tokens.js';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { parseMerchantId, parseTokenId } from '../../server/src/ids.js';
import { recordStatements } from '../harness/run-everything.js';
import { aToken, post, send, startService } from '../harness/service.js';
import { until } from '../harness/until.js';

const TOO_MANY_READS = { error: 'rate_limited', message: 'More than 3 reads in this minute. Try again in 30 s.' };

const budgetOf = (headers: Headers): (string | null)[] =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) => headers.get(name));

describe('rate limits', () => {
  test('count every request with a good token, whatever its answer, and not those without', async () => {
    const small = await startService({ limits: { readsPerMinute: 4, writesPerMinute: 2 } });
    const { secret } = await small.newMerchant();
    const at = (path: string, bearer?: string) => send(`${small.url}${API_PATH}${path}`, bearer);
    await at('/tags');
    await at('/nowhere', secret);
    await send(`${small.url}${API_PATH}/tags`, secret, { method: 'DELETE' });
    assert.equal((await at('/tags?limit=0', secret)).status, 400);
    assert.equal((await at('/media/x', secret)).status, 404);
    assert.equal((await at('/tags', secret)).headers.get('ratelimit-remaining'), '1');
    assert.equal((await at('/tags', secret)).status, 200);
    // The limit comes before the parameters.
    assert.equal((await at('/tags?limit=0', secret)).status, 429);
    await small.close();
  });

  test('tell the seconds to the next minute, rounded up, from 1 to 60', async () => {
    const small = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
    for (const [moment, seconds] of [
      ['2026-06-15T10:00:00.000Z', '60'],
      ['2026-06-15T10:01:00.001Z', '60'],
      ['2026-06-15T10:02:58.999Z', '2'],
      ['2026-06-15T10:03:59.001Z', '1'],
      ['2026-06-15T10:04:59.999Z', '1'],
    ] as const) {
      small.clock.set(moment);
      const shop = await small.newMerchant();
      assert.equal((await shop.get('/tags')).headers.get('ratelimit-reset'), seconds, moment);
      assert.equal((await shop.get('/tags')).headers.get('retry-after'), seconds, moment);
    }
    await small.close();
  });

  test('are exact over several instances that count in the database', async () => {
    const pair = await startService({ isShared: true, limits: { readsPerMinute: 30, writesPerMinute: 2 } });
    const { secret } = await pair.newMerchant();
    const urls = [pair.url, await pair.newInstance(), await pair.newInstance()];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => send(`${urls[at % 3]}${API_PATH}/tags`, secret)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 30);
    assert.equal(answers.filter(({ status }) => status === 429).length, 30);
    pair.clock.advance(30_000);
    assert.equal((await send(`${pair.url}${API_PATH}/tags`, secret)).status, 200);
    await pair.close();
  });

  test('refuse a token over its budget without a statement, on each instance that saw it', async () => {
    const pair = await startService({ isShared: true, limits: { readsPerMinute: 3, writesPerMinute: 2 } });
    const { id, secret, token } = await pair.newMerchant();
    const urls = [pair.url, await pair.newInstance()];
    const read = (at: number) => send(`${urls[at % 2]}${API_PATH}/tags`, secret);
    const write = (at: number) => send(`${urls[at % 2]}${API_PATH}/media/uploads`, secret, post({}));
    for (let at = 0; at < 3; at += 1) assert.equal((await read(at)).status, 200);
    for (let at = 0; at < 2; at += 1) assert.equal((await read(at)).status, 429);

    const statements: string[] = [];
    const stop = recordStatements({ add: (text) => statements.push(text) });
    const refused = [];
    for (let at = 0; at < 40; at += 1) refused.push(await read(at));
    stop();
    for (const { status, headers, body } of refused) {
      assert.deepEqual([status, body], [429, TOO_MANY_READS]);
      assert.deepEqual(budgetOf(headers), ['3', '0', '30', '30']);
    }
    // Usage is written every few seconds, however many requests there were.
    assert.deepEqual(
      statements.filter((text) => !text.includes('token_usage')),
      [],
    );

    // The other budget has room.
    for (let at = 0; at < 2; at += 1) assert.equal((await write(at)).status, 400);
    for (let at = 0; at < 2; at += 1) assert.equal((await write(at)).status, 429);

    pair.clock.advance(60_000);
    assert.equal((await read(0)).headers.get('ratelimit-remaining'), '2');
    for (let at = 0; at < 4; at += 1) await read(at);
    await stopToken(pair, { merchantId: parseMerchantId(id) }, parseTokenId(token.id));
    await until(async () => (await read(0)).status === 401);
    await until(async () => (await read(1)).status === 401);
    await pair.close();
  });

  test('refuse an expired token with 401 when it is over its budget', async () => {
    const pair = await startService({ isShared: true, limits: { readsPerMinute: 1, writesPerMinute: 1 } });
    const secret = newTokenSecret();
    const expiresAt = new Date(pair.clock.now() + 10_000).toISOString();
    await pair.newMerchant({ tokens: [{ ...aToken(secret), expiresAt }] });
    const read = async () => (await send(`${pair.url}${API_PATH}/tags`, secret)).status;
    assert.deepEqual([await read(), await read(), await read()], [200, 429, 429]);
    pair.clock.advance(10_000);
    assert.equal(await read(), 401);
    await pair.close();
  });

  test('are counted for each token apart', async () => {
    const small = await startService({ limits: { readsPerMinute: 1, writesPerMinute: 1 } });
    const other = newTokenSecret();
    const { secret } = await small.newMerchant({ tokens: [aToken(other)] });
    for (const bearer of [secret, other]) {
      assert.equal((await send(`${small.url}${API_PATH}/tags`, bearer)).status, 200);
      assert.equal((await send(`${small.url}${API_PATH}/tags`, bearer)).status, 429);
    }
    await small.close();
  });
});
