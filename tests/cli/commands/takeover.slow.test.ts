// What an admin of one merchant must not come to at another: an account made there under somebody else's email.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { cookieOf, secretOf, sendConsole, type ConsoleAnswer } from '../../harness/console.js';
import { aMerchant } from '../../harness/service.js';
import { newInstallation, type Installation } from './installation.js';

const GHOST_PASSWORD = 'a password of the admin of A';
const OPERATORS_PASSWORD = 'what the operator handed to the CEO';

// Nothing chosen in «My account» yet.
const NO_TASTE = { colourScheme: null, dateLanguage: null };

let vitrine: Installation;
let url: string;

beforeAll(async () => {
  vitrine = await newInstallation();
  ({ url } = await vitrine.serve());
});
afterAll(() => vitrine.remove());

const post = (path: string, body: object, cookie = ''): Promise<ConsoleAnswer> =>
  sendConsole(url, 'POST', path, { body, headers: { cookie } });
const signIn = (email: string, password: string) => post('/sign-in', { email, password });

async function newMerchant(name: string): Promise<string> {
  return String((await vitrine.repeated.json('merchant', 'create', '--name', name))['id']);
}

const createArgs = (merchant: string, email: string, password: string): string[] => {
  const who = ['--merchant', merchant, '--email', email, '--name', 'Ceo', '--role', 'owner'];
  return ['person', 'create', ...who, '--password', password];
};

// Merchant A, whose admin has taken the email for an account with a password of their own.
async function newGhost(email: string) {
  const a = await newMerchant('A');
  const admin = `admin-of-${a}@a.example`;
  await vitrine.repeated.json(...createArgs(a, admin, GHOST_PASSWORD));
  const cookie = cookieOf(secretOf(await signIn(admin, GHOST_PASSWORD)));
  const invited = await post('/invitations', { email, role: 'staff' }, cookie);
  const secret = String(invited.json['link']).split('#')[1];
  const joined = await post('/invitations/accept', { secret, name: 'Ghost', password: GHOST_PASSWORD });
  assert.equal(joined.status, 200);
  const id = String(Object(joined.json['person'])['id']);
  const remove = () => sendConsole(url, 'DELETE', `/people/${id}`, { headers: { cookie } });
  return { id, a, remove, session: cookieOf(secretOf(joined)) };
}

describe('somebody who made an account under the email of another', () => {
  test('and removed it has nothing left when the operator makes the owner of B under that email', async () => {
    const email = 'ceo@b.example';
    const ghost = await newGhost(email);
    assert.equal((await ghost.remove()).status, 200);
    assert.equal((await signIn(email, GHOST_PASSWORD)).status, 401);
    assert.equal((await sendConsole(url, 'GET', '/me', { headers: { cookie: ghost.session } })).status, 401);
    const b = await newMerchant('B');
    const owner = await vitrine.repeated.json(...createArgs(b, email, OPERATORS_PASSWORD));
    assert.notEqual(owner['id'], ghost.id);
    assert.equal((await signIn(email, GHOST_PASSWORD)).status, 401);
    const signedIn = await signIn(email, OPERATORS_PASSWORD);
    assert.deepEqual(signedIn.json['person'], { id: owner['id'], email, name: 'Ceo', ...NO_TASTE });
    assert.equal(Object(signedIn.json['merchant'])['merchantId'], b);
  });

  test('and kept it is not joined to B by person create, which says what to do', async () => {
    const email = 'kept@b.example';
    const ghost = await newGhost(email);
    const b = await newMerchant('B');
    const { code, stdout, stderr } = await vitrine.repeated.run(...createArgs(b, email, OPERATORS_PASSWORD));
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `${email} has an account at another merchant (person ${ghost.id}), and nobody has shown here whose it is. ` +
        'Let an owner of this merchant invite the address: the password of the account accepts. If you know that the ' +
        'account is the right one, «vitrine-server person join» adds it as it is.\n',
    );
    const { json } = await signIn(email, GHOST_PASSWORD);
    assert.deepEqual(
      Object(json['memberships']).map(({ merchantId }: { merchantId: string }) => merchantId),
      [ghost.a],
    );
  });

  test('loses it to whom it belongs when the operator sets its password, and then joins it on purpose', async () => {
    const email = 'owned@b.example';
    const ghost = await newGhost(email);
    const b = await newMerchant('B');
    await vitrine.repeated.json('person', 'set-password', ghost.id, '--password', OPERATORS_PASSWORD);
    const joined = await vitrine.repeated.json('person', 'join', '--merchant', b, '--email', email, '--role', 'owner');
    assert.deepEqual(joined, { id: ghost.id, email, name: 'Ghost', role: 'owner' });
    assert.equal((await sendConsole(url, 'GET', '/me', { headers: { cookie: ghost.session } })).status, 401);
    assert.equal((await signIn(email, GHOST_PASSWORD)).status, 401);
    assert.equal((await signIn(email, OPERATORS_PASSWORD)).status, 200);
  });

  test('is not joined by an import either, unless the operator says so', async () => {
    const email = 'imported@b.example';
    const ghost = await newGhost(email);
    const merchant = aMerchant();
    const people = [{ email, name: 'Ceo', role: 'owner' }];
    const file = join(vitrine.folder.path, 'b.json');
    await writeFile(file, JSON.stringify({ format: 'vitrine-merchant/1', merchant, people }));
    const { code, stderr } = await vitrine.repeated.run('import', 'b.json');
    assert.equal(code, 1);
    assert.match(stderr, /^people\[0\]\.email: has an account at another merchant here; .*--join-people/);
    assert.equal(Object((await signIn(email, GHOST_PASSWORD)).json['memberships']).length, 1);
    await vitrine.repeated.json('import', 'b.json', '--join-people');
    const { json } = await signIn(email, GHOST_PASSWORD);
    assert.equal(Object(json['person'])['id'], ghost.id);
    assert.equal(Object(json['memberships']).length, 2);
  });
});

test('person join takes no password, and only an email that has an account', async () => {
  const b = await newMerchant('B');
  const join = ['person', 'join', '--merchant', b, '--email', 'nobody@b.example'];
  const unknown = await vitrine.repeated.run(...join);
  assert.deepEqual(
    [unknown.code, unknown.stderr],
    [1, 'nobody@b.example has no account here. «vitrine-server person create» makes one.\n'],
  );
  assert.equal((await vitrine.repeated.run(...join, '--password', OPERATORS_PASSWORD)).code, 2);
});
