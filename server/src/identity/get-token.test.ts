import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newTokenSecret } from './token-secret.js';
import { aToken, post, send, startService } from '../../../tests/harness/service.js';

const LIMITS = { readsPerMinute: 5, writesPerMinute: 3 };

describe.each([
  ['in the process', false],
  ['in the database', true],
])('GET /token, requests counted %s', (_where, isShared) => {
  test('tells name, last four, scopes, dates and what is left of both budgets', async () => {
    const service = await startService({ isShared, limits: LIMITS });
    const { secret, get, post: write } = await service.newMerchant();
    await get('/tags');
    await write('/media/x/tags', { add: ['Summer'] });
    await write('/media/uploads', {});
    const answer = await get('/token');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      name: 'Web shop',
      lastFour: secret.slice(-4),
      scopes: [
        'media:read',
        'media:files',
        'media:write',
        'campaigns:read',
        'playlists:read',
        'tags:read',
        'tags:write',
        'changes:read',
      ],
      createdAt: '2026-06-01T00:00:00.000Z',
      expiresAt: '2026-08-01T00:00:00.000Z',
      budgets: {
        read: { limit: 5, remaining: 3, resetSeconds: 30 },
        write: { limit: 3, remaining: 1, resetSeconds: 30 },
      },
    });
    assert.equal(answer.headers.get('ratelimit-remaining'), '3');
    await service.close();
  });

  test('needs no scope at all', async () => {
    const service = await startService({ isShared, limits: LIMITS });
    const secret = newTokenSecret();
    await service.newMerchant({ tokens: [{ ...aToken(secret, []), name: 'Till' }] });
    const answer = await send(`${service.url}${API_PATH}/token`, secret);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      name: 'Till',
      lastFour: secret.slice(-4),
      scopes: [],
      createdAt: '2026-06-01T00:00:00.000Z',
      expiresAt: '2026-08-01T00:00:00.000Z',
      budgets: {
        read: { limit: 5, remaining: 4, resetSeconds: 30 },
        write: { limit: 3, remaining: 3, resetSeconds: 30 },
      },
    });
    await service.close();
  });

  test('looks at the write budget without using it, shows none left when it is spent, and full in the next minute', async () => {
    const service = await startService({ isShared, limits: LIMITS });
    const { secret } = await service.newMerchant();
    const url = isShared ? await service.newInstance() : service.url;
    const budgets = async () => Object((await send(`${url}${API_PATH}/token`, secret)).body)['budgets'] as unknown;
    for (let at = 0; at < 5; at += 1) await send(`${service.url}${API_PATH}/media/uploads`, secret, post({}));
    const spent = { limit: 3, remaining: 0, resetSeconds: 30 };
    assert.deepEqual(await budgets(), { read: { limit: 5, remaining: 4, resetSeconds: 30 }, write: spent });
    assert.deepEqual(await budgets(), { read: { limit: 5, remaining: 3, resetSeconds: 30 }, write: spent });
    service.clock.advance(30_000);
    assert.deepEqual(await budgets(), {
      read: { limit: 5, remaining: 4, resetSeconds: 60 },
      write: { limit: 3, remaining: 3, resetSeconds: 60 },
    });
    await service.close();
  });
});
