// The operator's ways back into an account, whole: the command, what it prints, and a sign-in with it at the running server.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { cookieOf, secretOf, sendConsole, type ConsoleAnswer } from '../../harness/console.js';
import { secretIn, startMailServer, type MailServer } from '../../harness/mail-server.js';
import { codeOf } from '../../harness/second-factors.js';
import { newInstallation, type Installation } from './installation.js';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another horse battery';

let mails: MailServer;
let vitrine: Installation;
let url: string;

beforeAll(async () => {
  mails = await startMailServer();
  const { host, port, from } = mails.config;
  vitrine = await newInstallation({ SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: from });
  ({ url } = await vitrine.serve());
});
afterAll(async () => {
  await vitrine.remove();
  await mails.close();
});

const post = (path: string, body: object, cookie = ''): Promise<ConsoleAnswer> =>
  sendConsole(url, 'POST', path, { body, headers: { cookie } });
const signIn = (email: string, password: string) => post('/sign-in', { email, password });
const isIn = async (cookie: string): Promise<boolean> =>
  (await sendConsole(url, 'GET', '/me', { headers: { cookie } })).status === 200;

const json = (...args: string[]) => vitrine.repeated.json(...args);
const run = (...args: string[]) => vitrine.repeated.run(...args);

async function newOwner(email: string) {
  const merchant = String((await json('merchant', 'create', '--name', 'Bakery'))['id']);
  const who = ['--merchant', merchant, '--email', email, '--name', 'Ada', '--role', 'owner'];
  const { id } = await json('person', 'create', ...who, '--password', PASSWORD);
  return { merchant, id: String(id), cookie: cookieOf(secretOf(await signIn(email, PASSWORD))) };
}

// What the operator did, with nobody named as who did it; newest first.
async function entriesAt(merchant: string): Promise<unknown[]> {
  const { stdout } = await run('activity', merchant, '--json');
  const entries = JSON.parse(stdout) as { kind: string; person: unknown; details: string }[];
  return entries.filter(({ person }) => person === null).map(({ kind, details }) => [kind, JSON.parse(details)]);
}

test('reset-link prints a link by which the person chooses a password, once, and signs in with it', async () => {
  const { merchant, id, cookie } = await newOwner('ada@example.com');
  const made = await json('person', 'reset-link', 'ADA@example.com');
  const [, secret = ''] = String(made['link']).split('/reset#');
  assert.equal((await post('/reset/look', { secret })).json['email'], 'ada@example.com');
  assert.equal((await post('/reset', { secret, password: NEW_PASSWORD })).status, 200);
  assert.equal((await post('/reset', { secret, password: PASSWORD })).status, 404);
  assert.equal(await isIn(cookie), false);
  assert.equal((await signIn('ada@example.com', PASSWORD)).status, 401);
  assert.equal((await signIn('ada@example.com', NEW_PASSWORD)).status, 200);
  const ada = { personId: id, name: 'Ada', email: 'ada@example.com' };
  assert.deepEqual(
    (await entriesAt(merchant)).find((entry) => String(Object(entry)[0]) === 'person.reset_link_made'),
    ['person.reset_link_made', ada],
  );
});

test('reset-second-factor takes the app away: the password alone signs in again, and nobody is in meanwhile', async () => {
  const email = 'bo@example.com';
  const { merchant, id, cookie } = await newOwner(email);
  assert.equal((await post('/me/email', { email }, cookie)).status, 200);
  const link = secretIn(await mails.mailTo(email, 'Confirm your email'));
  assert.equal((await post('/me/email/confirm', { secret: link }, cookie)).status, 200);
  const secret = String((await post('/me/app', {}, cookie)).json['secret']);
  const confirmed = await post('/me/app/confirm', { code: codeOf(secret, Date.now()) }, cookie);
  assert.equal(confirmed.status, 200, confirmed.text);
  assert.equal(secretOf(await signIn(email, PASSWORD)), '');
  const done = await json('person', 'reset-second-factor', email);
  assert.deepEqual(done, { id, email, name: 'Ada', sessionsEnded: 1, told: [email] });
  assert.equal(await isIn(cookie), false);
  const signedIn = cookieOf(secretOf(await signIn(email, PASSWORD)));
  assert.equal(await isIn(signedIn), true);
  const factors = await sendConsole(url, 'GET', '/me/second-factor', { headers: { cookie: signedIn } });
  assert.deepEqual([factors.json['appSince'], factors.json['recoveryCodesLeft']], [null, 0]);
  assert.deepEqual((await entriesAt(merchant))[0], [
    'person.second_factor_reset',
    { personId: id, name: 'Ada', email },
  ]);
  assert.ok(mails.subjectsTo(email).includes('Whoever runs this service removed the second factors of your account'));
  const all = await json('person', 'reset-second-factor', email, '--all-methods');
  assert.deepEqual(all, { id, email, name: 'Ada', sessionsEnded: 1, told: [email] });
  assert.equal(await isIn(signedIn), false);
  assert.equal((await signIn(email, PASSWORD)).status, 200);
});

test('set-email gives the account another email: the old one opens nothing, sessions and links end, both are told', async () => {
  const { merchant, id, cookie } = await newOwner('Cy@Lost.example');
  const [, secret = ''] = String((await json('person', 'reset-link', id))['link']).split('#');
  const taken = await run('person', 'set-email', id, 'ADA@Example.com');
  assert.deepEqual([taken.code, taken.stderr], [1, 'ADA@Example.com is the email of another account.\n']);
  assert.equal(await isIn(cookie), true);
  const moved = await json('person', 'set-email', 'cy@lost.example', ' Cy@New.example ');
  const told = ['Cy@Lost.example', 'Cy@New.example'];
  assert.deepEqual(moved, { id, email: told[1], name: 'Ada', from: told[0], sessionsEnded: 1, told });
  assert.equal(await isIn(cookie), false);
  assert.equal((await post('/reset', { secret, password: NEW_PASSWORD })).status, 404);
  assert.equal((await signIn('cy@lost.example', PASSWORD)).status, 401);
  const me = await signIn('cy@new.example', PASSWORD);
  assert.equal(Object(me.json['person']).email, 'Cy@New.example');
  const details = { personId: id, name: 'Ada', from: told[0], to: told[1] };
  assert.deepEqual((await entriesAt(merchant))[0], ['person.email_changed', details]);
  // A command has sent its mail when it ends; what sign-ins send comes when it comes.
  for (const address of told) assert.ok(mails.subjectsTo(address).includes('Your email was changed'), address);
});
