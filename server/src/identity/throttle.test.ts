import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { newAccount, useUpGuesses } from '../../../tests/harness/account.js';
import { useService, type Shop } from '../../../tests/harness/service.js';

const service = useService();
let shop: Shop;

beforeAll(async () => {
  shop = await service.newMerchant();
});

describe('failed attempts', () => {
  test('ten for one email from one address in a quarter of an hour are the most', async () => {
    const { signIn } = await newAccount(service, shop);
    for (let at = 0; at < 10; at += 1) assert.equal((await signIn({ password: 'wrong' })).status, 401);
    service.clock.advance(60_000);
    const refused = await signIn();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '840');
    assert.deepEqual(refused.body, { error: 'rate_limited', message: 'Too many attempts. Try again in 14 min.' });
    service.clock.advance(840_000);
    assert.equal((await signIn()).status, 200);
  });

  test('after ten from anywhere strangers try that email in turns, one in half a minute, the right password too', async () => {
    const { signIn } = await newAccount(service, shop);
    const from = (at: number) => `198.51.100.${at}`;
    for (let at = 0; at < 10; at += 1) assert.equal((await signIn({ password: 'wrong', from: from(at) })).status, 401);
    const many = await Promise.all([11, 12, 13, 14].map((at) => signIn({ password: 'wrong', from: from(at) })));
    assert.equal(many.filter(({ status }) => status === 401).length, 1);
    assert.equal(many.filter(({ status }) => status === 429).length, 3);
    service.clock.advance(29_999);
    const refused = await signIn({ from: from(20) });
    assert.equal(refused.headers.get('retry-after'), '30');
    assert.deepEqual(refused.body, { error: 'rate_limited', message: 'Too many attempts. Try again in 30 s.' });
    service.clock.advance(1);
    assert.equal((await signIn({ from: from(21) })).status, 200);
    assert.equal((await signIn({ password: 'wrong', from: from(22) })).status, 401);
  });

  test('who is refused by the counter of an address takes no turn from others', async () => {
    const { signIn } = await newAccount(service, shop);
    for (let at = 0; at < 12; at += 1) await signIn({ password: 'wrong', from: '198.51.100.1' });
    service.clock.advance(30_000);
    assert.equal((await signIn({ password: 'wrong', from: '198.51.100.1' })).status, 429);
    assert.equal((await signIn()).status, 200);
  });

  test('who waits for a turn may ask as often as they like: what was refused was no guess', async () => {
    const { address, email, signIn } = await newAccount(service, shop);
    await useUpGuesses(service, email);
    for (let at = 0; at < 11; at += 1) assert.equal((await signIn()).headers.get('retry-after'), '30');
    const kept = await service.db.row({
      text: "select attempts from sign_in_attempts where key = 'address ' || $1",
      values: [address],
    });
    assert.deepEqual(kept, { attempts: 0 });
    service.clock.advance(30_000);
    assert.equal((await signIn()).status, 200);
  });

  test('an email without an account is throttled alike', async () => {
    const { signIn } = await newAccount(service, shop);
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await signIn({ as: 'ghost@example.com' })).status);
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('guesses that come at once cannot all pass', async () => {
    const { signIn } = await newAccount(service, shop);
    // The harness remembers the result for this password, so no guess waits in the queue.
    await signIn({ password: 'wrong' });
    await service.db.rows({ text: 'delete from sign_in_attempts', values: [] });
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn({ password: 'wrong' })));
    assert.equal(answers.filter(({ status }) => status === 401).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 15);
  });

  test('fifty from one address are the most, whatever the emails', async () => {
    const { address, signIn } = await newAccount(service, shop);
    await service.db.rows({
      text: "insert into sign_in_attempts (key, started_at, attempts) values ('address ' || $1, $2, 49)",
      values: [address, new Date(service.clock.now()).toISOString()],
    });
    assert.equal((await signIn({ password: 'wrong', as: 'a@example.com' })).status, 401);
    assert.equal((await signIn()).status, 429);
    assert.equal((await signIn({ from: '198.51.100.200' })).status, 200);
  });

  test('a success forgives the failures of its email and does not count against its address', async () => {
    const { address, signIn } = await newAccount(service, shop);
    for (let at = 0; at < 9; at += 1) await signIn({ password: 'wrong' });
    assert.equal((await signIn()).status, 200);
    for (let at = 0; at < 9; at += 1) assert.equal((await signIn({ password: 'wrong' })).status, 401);
    const row = await service.db.row({
      text: "select attempts from sign_in_attempts where key = 'address ' || $1",
      values: [address],
    });
    assert.deepEqual(row, { attempts: 18 });
  });
});
