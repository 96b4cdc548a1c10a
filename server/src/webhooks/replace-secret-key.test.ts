// The operator replaces a lost SECRET_KEY while instances with the old key still run.
import assert from 'node:assert/strict';
import type { NewWebhook } from '@vitrine/contract/webhooks';
import { onTestFinished, test } from 'vitest';
import { ORIGIN } from '../../../tests/harness/authenticator.js';
import { newPerson, PERSON_PASSWORD, sendConsole, type TestPerson } from '../../../tests/harness/console.js';
import { openSingleDatabase } from '../../../tests/harness/database.js';
import { aNetwork } from '../../../tests/harness/network.js';
import { INTERNAL } from '../../../tests/harness/operator.js';
import { codeOf } from '../../../tests/harness/second-factors.js';
import { startService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';
import { replaceCanary } from '../identity/secret-key.js';
import { findUnreadable, replaceSecretKey } from './replace-secret-key.js';

const [OLD, NEW] = ['the old key of the installation ..', 'the new key of the installation ..'];
const HOOK = { name: 'Till', url: 'https://till.example/hook', types: ['media.ready'] };

// A service with the old key, an owner with an authenticator app, and a webhook.
async function newInstallation() {
  const logLines: string[] = [];
  const service = await startService({
    baseUrl: ORIGIN,
    secretKey: OLD,
    database: await openSingleDatabase(),
    outside: aNetwork({}),
    logLines,
  });
  onTestFinished(() => service.close());
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' });
  const app = String((await owner.post('/me/app')).json['secret']);
  const confirmed = await owner.post('/me/app/confirm', { code: codeOf(app, service.clock.now()) });
  assert.equal(confirmed.status, 200);
  const { webhook }: NewWebhook = Object((await owner.post('/webhooks', HOOK)).json);
  const recoveryCodes = Object(confirmed.json['recoveryCodes']) as string[];
  return { service, logLines, owner, app, webhook, recoveryCodes };
}

type Installation = Awaited<ReturnType<typeof newInstallation>>;

async function signIn(url: string, { owner }: Installation, code: () => string): Promise<number> {
  const body = { email: owner.email, password: PERSON_PASSWORD };
  const { json } = await sendConsole(url, 'POST', '/sign-in', { body });
  const { ticket } = Object(json['secondFactor']);
  return (await sendConsole(url, 'POST', '/sign-in/second-factor', { body: { ticket, code: code() } })).status;
}

const countSealed = async ({ service }: Installation): Promise<unknown> => {
  const text = 'select (select count(*) from totp_secrets) as apps, (select count(*) from webhooks) as webhooks';
  return (await service.db.rows({ text, values: [] }))[0];
};

const startApp = (person: TestPerson) => person.post('/me/app');
const rotate = ({ owner, webhook }: Installation) => owner.post(`/webhooks/${webhook.id}/rotate`);

test('disables apps and webhooks of the old key, and an instance with the old key seals nothing more', async () => {
  const installation = await newInstallation();
  const { service, owner, app, webhook, recoveryCodes, logLines } = installation;
  const shop = await service.newMerchant();
  const colleague = await newPerson(service, { [shop.id]: 'owner' });
  const before = await countSealed(installation);
  assert.deepEqual(await replaceSecretKey(service, NEW), { apps: 1, webhooks: 1 });
  assert.deepEqual(await replaceSecretKey(service, NEW), { apps: 1, webhooks: 0 });

  // The instance with the old key.
  for (const refused of [
    await startApp(colleague),
    await colleague.post('/webhooks', HOOK),
    await rotate(installation),
  ])
    assert.deepEqual([refused.status, refused.json], [500, INTERNAL]);
  assert.deepEqual(await countSealed(installation), before);
  assert.equal(logLines.filter((line) => line.includes('restart it with the new key')).length, 3);

  // An instance with the new key.
  const url = await service.newInstance({ secretKey: NEW });
  service.clock.advance(30_000);
  assert.equal(await signIn(url, installation, () => codeOf(app, service.clock.now())), 401);
  assert.equal(await signIn(url, installation, () => recoveryCodes[0] ?? ''), 200);
  const { isOn, offReason } = Object((await owner.get(`/webhooks/${webhook.id}`)).json);
  assert.deepEqual([isOn, offReason], [false, 'secret_key_replaced']);
});

test('makes apps readable again when the old key is found', async () => {
  const installation = await newInstallation();
  const { service, app } = installation;
  await replaceSecretKey(service, NEW);
  assert.deepEqual(await replaceSecretKey(service, OLD), { apps: 0, webhooks: 0 });
  service.clock.advance(30_000);
  assert.equal(await signIn(service.url, installation, () => codeOf(app, service.clock.now())), 200);
});

test('counts what the new key does not open', async () => {
  const { service, owner, webhook } = await newInstallation();
  const { apps, webhooks } = await findUnreadable(service.db, NEW);
  assert.deepEqual([apps, webhooks.map(({ id }) => id)], [[owner.id], [webhook.id]]);
  assert.deepEqual(await findUnreadable(service.db, OLD), { apps: [], webhooks: [] });
});

test.each([
  ['an authenticator app', startApp],
  ['a webhook', (person: TestPerson) => person.post('/webhooks', HOOK)],
])('refuses to seal the secret of %s that waited for the replacement', async (_, seal) => {
  const installation = await newInstallation();
  const { service } = installation;
  const shop = await service.newMerchant();
  const colleague = await newPerson(service, { [shop.id]: 'owner' });
  const before = await countSealed(installation);
  const waiting = {
    text: `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`,
    values: [],
  };
  const answer = await service.db.transaction(async (db) => {
    await replaceCanary(db, NEW);
    const sealing = seal(colleague);
    await until(async () => (await service.db.rows(waiting)).length > 0);
    return { sealing };
  });
  const { status, json } = await answer.sealing;
  assert.deepEqual([status, json], [500, INTERNAL]);
  assert.deepEqual(await countSealed(installation), before);
});
