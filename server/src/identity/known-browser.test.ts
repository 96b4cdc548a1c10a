import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { newAccount, useUpGuesses } from '../../../tests/harness/account.js';
import { browserOf } from '../../../tests/harness/console.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { parsePersonId } from '../ids.js';
import { setPassword } from './create-person.js';

const service = useService();
let shop: Shop;

beforeAll(async () => {
  shop = await service.newMerchant();
});

// The same text with another first letter.
const other = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);

describe('a browser that has signed in before', () => {
  test('signs in while strangers guess, also from an address that has used up its attempts', async () => {
    const { signIn } = await newAccount(service, shop);
    const cookie = browserOf(await signIn());
    for (let at = 0; at < 10; at += 1) await signIn({ password: 'wrong', from: '198.51.100.1' });
    await signIn({ password: 'wrong', from: '198.51.100.2' });
    for (const from of ['198.51.100.1', '198.51.100.3']) assert.equal((await signIn({ from })).status, 429);
    assert.equal((await signIn({ password: 'wrong', from: '198.51.100.1', cookie })).status, 401);
    assert.equal((await signIn({ from: '198.51.100.1', cookie })).status, 200);
  });

  test('has ten failures of its own, which are no concern of strangers and are forgiven by its success alone', async () => {
    const { signIn } = await newAccount(service, shop);
    const cookie = browserOf(await signIn());
    for (let at = 0; at < 9; at += 1) assert.equal((await signIn({ password: 'wrong', cookie })).status, 401);
    assert.equal((await signIn({ cookie })).status, 200);
    for (let at = 0; at < 10; at += 1) assert.equal((await signIn({ password: 'wrong', cookie })).status, 401);
    const refused = await signIn({ cookie });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '900']);
    assert.equal((await signIn()).status, 200);
    assert.equal((await signIn({ cookie })).status, 429);
    service.clock.advance(900_000);
    assert.equal((await signIn({ cookie })).status, 200);
  });

  test('a success of its own gives strangers no new attempts', async () => {
    const { email, signIn } = await newAccount(service, shop);
    const cookie = browserOf(await signIn());
    await useUpGuesses(service, email);
    assert.equal((await signIn({ cookie })).status, 200);
    assert.equal((await signIn({ password: 'wrong', from: '198.51.100.98' })).status, 429);
  });

  test('is known to the accounts that were signed in to there, five at most, and to no other', async () => {
    const accounts = [];
    let cookie = '';
    for (let at = 0; at < 6; at += 1) {
      const account = await newAccount(service, shop);
      accounts.push(account);
      cookie = browserOf(await account.signIn({ cookie }));
    }
    const statuses = [];
    for (const { email, signIn } of [...accounts, await newAccount(service, shop)]) {
      await useUpGuesses(service, email);
      statuses.push((await signIn({ from: '198.51.100.97', cookie })).status);
    }
    assert.deepEqual(statuses, [429, 200, 200, 200, 200, 200, 429]);
  });

  test('is a stranger again when its seal is bent, and when the account has a new password', async () => {
    const { id: personId, email, signIn } = await newAccount(service, shop);
    const cookie = browserOf(await signIn());
    await useUpGuesses(service, email);
    const [name = '', id = '', seal = ''] = cookie.split(/[=.]/);
    for (const bent of [`${other(id)}.${seal}`, `${id}.${other(seal)}`, `${id}.${id}`, id, `.${seal}`]) {
      assert.equal((await signIn({ cookie: `${name}=${bent}` })).status, 429);
    }
    await setPassword(service, parsePersonId(personId), 'another password');
    assert.equal((await signIn({ password: 'another password', cookie })).status, 429);
  });
});
