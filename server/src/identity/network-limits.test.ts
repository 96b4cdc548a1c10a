import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { TOKEN_FAILURES_PER_ADDRESS_MAX } from '@vitrine/contract/ai-limits';
import { MAILS_PER_ADDRESS_MAX, SIGN_IN_FAILURES_PER_ADDRESS_MAX } from '@vitrine/contract/console-limits';
import { OAUTH_PATH } from '@vitrine/contract/endpoint';
import { PAIRINGS_PER_ADDRESS_MAX } from '@vitrine/contract/screen-limits';
import { form, sendForm } from '../../../tests/harness/connections.js';
import { sendConsole } from '../../../tests/harness/console.js';
import { startMailServer, type MailServer } from '../../../tests/harness/mail-server.js';
import { askScreens } from '../../../tests/harness/screens.js';
import { startService, type Service } from '../../../tests/harness/service.js';

let mails: MailServer;
let service: Service;
beforeAll(async () => {
  mails = await startMailServer();
  service = await startService({ mail: mails.openMailer(), company: 'own' });
});
afterAll(async () => {
  await service.close();
  await mails.close();
});

type Ask = (headers: Record<string, string>) => Promise<{ readonly status: number }>;

let emails = 0;
const anEmail = (): string => `nobody${(emails += 1)}@example.com`;

const signIn: Ask = (headers) =>
  sendConsole(service.url, 'POST', '/sign-in', { body: { email: anEmail(), password: 'a guess' }, headers });
const askForMail: Ask = (headers) =>
  sendConsole(service.url, 'POST', '/reset/ask', { body: { email: anEmail() }, headers });
const startSingleSignOn: Ask = (headers) => sendConsole(service.url, 'POST', '/company/sign-in', { body: {}, headers });
const startPairing: Ask = (headers) => askScreens(service.url, 'POST', '/pairings', { headers });
const redeemNothing: Ask = (headers) => {
  const grant = { grant_type: 'refresh_token', client_id: 'none', refresh_token: 'nothing' };
  return sendForm(service, `${OAUTH_PATH}/token`, form(grant), headers);
};

const attemptsOf = async (key: string): Promise<number | undefined> =>
  (
    await service.db.row<{ attempts: number }>({
      text: 'select attempts from sign_in_attempts where key = $1',
      values: [key],
    })
  )?.attempts;

const setAttempts = (key: string, attempts: number) =>
  service.db.rows({
    text: `insert into sign_in_attempts (key, started_at, attempts) values ($1, $2, $3)
      on conflict (key) do update set attempts = excluded.attempts`,
    values: [key, new Date(service.clock.now()).toISOString(), attempts],
  });

test.each([
  ['wrong passwords', 'address', SIGN_IN_FAILURES_PER_ADDRESS_MAX, 401, signIn],
  ['requested mails', 'mail address', MAILS_PER_ADDRESS_MAX, 200, askForMail],
  ['single sign-on starts', 'company address', SIGN_IN_FAILURES_PER_ADDRESS_MAX, 200, startSingleSignOn],
  ['refused tokens', 'token address', TOKEN_FAILURES_PER_ADDRESS_MAX, 400, redeemNothing],
  ['pairing codes', 'pairing address', PAIRINGS_PER_ADDRESS_MAX, 200, startPairing],
] as const)('limits %s by /64, /56 and /48', async (_, name, max, passed, ask) => {
  const from = async (address: string) => (await ask({ 'x-forwarded-for': address })).status;
  const [narrow, wide, widest] = ['2001:db8:1:2a3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'].map(
    (network) => `${name} ${network}`,
  ) as [string, string, string];

  await setAttempts(narrow, max - 1);
  assert.equal(await from('2001:db8:1:2a3::1'), passed);
  assert.equal(await from('2001:db8:1:2a3::2'), 429);
  assert.equal(await from('2001:db8:1:2a4::1'), passed);

  await setAttempts(wide, 4 * max - 1);
  assert.equal(await from('2001:db8:1:2b1::1'), passed);
  assert.equal(await from('2001:db8:1:2b2::1'), 429);
  // The refused requests take no room elsewhere: three requests passed so far.
  assert.deepEqual([await attemptsOf(`${name} 2001:db8:1:2b2::/64`), await attemptsOf(widest)], [0, 3]);
  assert.equal(await from('2001:db8:1:300::1'), passed);

  await setAttempts(widest, 16 * max - 1);
  assert.equal(await from('2001:db8:1:400::1'), passed);
  assert.equal(await from('2001:db8:1:500::1'), 429);
  assert.equal(await from('2001:db8:2:500::1'), passed);
});
