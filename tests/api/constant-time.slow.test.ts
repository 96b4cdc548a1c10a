// What the time of an answer could tell of a secret. No watch is needed: what is done for a guess is looked at, and it is the
// same whether the guess is wrong in its first letter or in its last.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { argon2id } from '../../server/src/identity/password.js';
import { newAccount } from '../harness/account.js';
import { browserOf, cookieOf, newPerson, sendConsole } from '../harness/console.js';
import { aTag } from '../harness/content.js';
import { send, startService, type Service, type Shop } from '../harness/service.js';
import { upload } from '../harness/upload.js';

let service: Service;
let shop: Shop;
const hashed: string[] = [];
const compared: { readonly one: Buffer; readonly other: Buffer }[] = [];
const asked: { readonly text: string; readonly values: readonly unknown[] }[] = [];

// Both are watched from outside, wherever in the service they are called.
const { timingSafeEqual } = crypto;
const query: unknown = Reflect.get(pg.Client.prototype, 'query');

beforeAll(async () => {
  Object.assign(crypto, {
    timingSafeEqual(one: Buffer, other: Buffer) {
      compared.push({ one: Buffer.from(one), other: Buffer.from(other) });
      return timingSafeEqual(one, other);
    },
  });
  syncBuiltinESMExports();
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...statement: unknown[]) {
      const { text = '', values = [], sent = [{ text, values }] } = Object(statement[0]);
      asked.push(...sent);
      return Reflect.apply(toFunction(query), this, statement);
    },
  });
  const verify: typeof argon2id.verify = (hash, password) => {
    hashed.push(hash);
    return argon2id.verify(hash, password);
  };
  service = await startService({ hashing: { ...argon2id, verify } });
  shop = await service.newMerchant({ tags: [aTag('One'), aTag('Two')] });
});
afterAll(async () => {
  await service.close();
  Object.assign(crypto, { timingSafeEqual });
  syncBuiltinESMExports();
  Object.assign(pg.Client.prototype, { query });
});

const toFunction = (value: unknown) => (typeof value === 'function' ? value : assert.fail('no function'));

// The guess with another letter there, of those that secrets are made of.
const bend = (secret: string, at: number): string =>
  secret.slice(0, at) + (secret[at] === 'a' ? 'b' : 'a') + secret.slice(at + 1);
const bendEnds = (secret: string): string[] => [bend(secret, 0), bend(secret, secret.length - 1)];

describe('a seal is compared whole, whichever letter of a guess is wrong', () => {
  // The status, how much was compared in constant time, and how often the whole guess was.
  async function comparisons(guess: Buffer, make: () => Promise<number>): Promise<number[]> {
    compared.length = 0;
    const status = await make();
    const sides = compared.flatMap(({ one, other }) => [one, other]);
    return [status, compared.length, sides.filter((side) => side.equals(guess)).length];
  }

  test('that of a cursor', async () => {
    const { body } = await shop.get('/tags?limit=1');
    const { nextCursor }: { nextCursor?: string } = Object(body);
    const cursor = Buffer.from(nextCursor ?? '', 'base64url');
    const seal = cursor.subarray(0, 16);
    for (const at of [0, seal.length - 1]) {
      const guess = Buffer.from(seal.map((byte, index) => (index === at ? byte ^ 1 : byte)));
      const bent = Buffer.concat([guess, cursor.subarray(16)]).toString('base64url');
      const make = async () => (await shop.get(`/tags?limit=1&cursor=${bent}`)).status;
      assert.deepEqual(await comparisons(guess, make), [400, 1, 1]);
    }
  });

  test('that of a signed URL', async () => {
    const { fileUrl } = await upload(shop, 'bytes');
    const signature = new URL(fileUrl ?? '').searchParams.get('X-Amz-Signature') ?? '';
    for (const guess of bendEnds(signature)) {
      const url = (fileUrl ?? '').replace(signature, guess);
      assert.deepEqual(await comparisons(Buffer.from(guess), async () => (await fetch(url)).status), [403, 1, 1]);
    }
  });

  test('that of a browser', async () => {
    const { signIn } = await newAccount(service, shop);
    const cookie = browserOf(await signIn());
    const seal = cookie.split('.')[1] ?? '';
    for (const guess of bendEnds(seal)) {
      const guessed = cookie.replace(seal, guess);
      const make = async () => (await signIn({ password: 'x', cookie: guessed })).status;
      assert.deepEqual(await comparisons(Buffer.from(guess), make), [401, 1, 1]);
    }
  });
});

// An index search does leak a little of how far two hashes agree, but nobody can choose a hash's letters without having its
// secret already.
describe('a secret is looked for by its hash, whichever letter of a guess is wrong', () => {
  // For each guess the status, the statement that has its hash, and how many have the guess itself.
  async function lookUps(guesses: readonly string[], make: (guess: string) => Promise<number>) {
    const seen = [];
    for (const guess of guesses) {
      asked.length = 0;
      const status = await make(guess);
      const hash = crypto.createHash('sha256').update(guess).digest();
      const having = (is: (value: unknown) => boolean) => asked.filter(({ values }) => values.some(is));
      const [{ text } = { text: undefined }, ...more] = having((value) => Buffer.isBuffer(value) && value.equals(hash));
      const plain = having((value) => String(value).includes(guess));
      seen.push({ status, isFound: text !== undefined, text, others: more.length + plain.length });
    }
    return seen;
  }

  const twice = (status: number, text: string | undefined) =>
    [1, 2].map(() => ({ status, isFound: true, text, others: 0 }));

  test('that of a token', async () => {
    const url = `${service.url}/api/integrations/v1/tags`;
    const guesses = [bend(shop.secret, 'vitrine_'.length), bend(shop.secret, shop.secret.length - 1)];
    const seen = await lookUps(guesses, async (guess) => (await send(url, guess)).status);
    assert.deepEqual(seen, twice(401, seen[0]?.text));
  });

  test('that of a session', async () => {
    const { secret } = await newPerson(service, { [shop.id]: 'owner' });
    const me = (guess: string) => sendConsole(service.url, 'GET', '/me', { headers: { cookie: cookieOf(guess) } });
    const seen = await lookUps(bendEnds(secret), async (guess) => (await me(guess)).status);
    assert.deepEqual(seen, twice(401, seen[0]?.text));
  });

  test('that of an invitation', async () => {
    const owner = await newPerson(service, { [shop.id]: 'owner' });
    const { json } = await owner.post('/invitations', { email: 'guest@example.com', role: 'staff' });
    const look = (secret: string) => sendConsole(service.url, 'POST', '/invitations/look', { body: { secret } });
    const guesses = bendEnds(String(json['link']).split('#')[1] ?? '');
    const seen = await lookUps(guesses, async (guess) => (await look(guess)).status);
    assert.deepEqual(seen, twice(404, seen[0]?.text));
  });
});

test('a password is hashed once and at the same cost for a wrong one, an email without account and an account without password', async () => {
  const { id, signIn } = await newAccount(service, shop);
  const guesses = [
    () => signIn({ password: 'wrong' }),
    () => signIn({ as: 'nobody@example.com' }),
    async () => {
      await service.db.rows({ text: 'update people set password_hash = null where id = $1', values: [id] });
      return signIn();
    },
  ];
  for (const guess of guesses) {
    hashed.length = 0;
    assert.equal((await guess()).status, 401);
    // Algorithm, version, memory, rounds and threads; then salt and hash, whose lengths cost time too.
    assert.deepEqual(hashed.map(costOf), [['argon2id', 'v=19', 'm=19456,t=2,p=1', 22, 43]]);
  }
});

function costOf(hash: string): unknown[] {
  const [, algorithm, version, parameters, salt = '', digest = ''] = hash.split('$');
  return [algorithm, version, parameters, salt.length, digest.length];
}
