import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { FIRST_RUN_HOURS } from '@vitrine/contract/console-limits';
import { activityOf, sendConsole } from '../../../tests/harness/console.js';
import { FIRST_RUN } from '../../../tests/harness/endpoint-cases.js';
import { useService, type Service } from '../../../tests/harness/service.js';
import { makeFirstRunAddress } from './first-run.js';
import { argon2id } from './password.js';

const HOUR_MS = 3_600_000;
const GONE = { error: 'not_found', message: 'There is no such address.' };

async function newSecret(service: Service): Promise<string> {
  const address = await makeFirstRunAddress(service, 'https://vitrine.example');
  const [page, secret = ''] = (address ?? '').split('#');
  assert.equal(page, 'https://vitrine.example/first-run');
  return secret;
}

const send = (service: Service, path: string, body: object, url = service.url) =>
  sendConsole(url, 'POST', path, { body });

const isEmpty = async (service: Service) =>
  (await sendConsole(service.url, 'GET', '/sign-in/ways')).json['isEmpty'] === true;

describe('an installation without a merchant', () => {
  const service = useService();
  let secret = '';

  test('has an address for whoever started it, for a day, and keeps only its hash', async () => {
    assert.ok(await isEmpty(service));
    secret = await newSecret(service);
    const end = new Date(service.clock.now() + FIRST_RUN_HOURS * HOUR_MS).toISOString();
    assert.deepEqual((await send(service, '/first-run/look', { secret })).body, { expiresAt: end });
    const rows = await service.db.rows({ text: 'select l::text as row from first_run_links l', values: [] });
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(secret));
    service.clock.advance(FIRST_RUN_HOURS * HOUR_MS);
    assert.deepEqual((await send(service, '/first-run/look', { secret })).body, GONE);
    assert.deepEqual((await send(service, '/first-run', { ...FIRST_RUN, secret })).body, GONE);
  });

  test('an address that was never printed makes nothing', async () => {
    assert.deepEqual((await send(service, '/first-run', FIRST_RUN)).body, GONE);
    assert.ok(await isEmpty(service));
  });

  test.each([
    ['a password that others try first', { password: 'Password2026!' }, 400],
    ['a zone that is none', { timeZone: 'Europe/Nowhere' }, 422],
    ['a name that is blank', { merchantName: ' ' }, 400],
    ['an email that is none', { email: 'nobody' }, 400],
  ])('%s is refused, and the address works on', async (_, wrong, status) => {
    secret = await newSecret(service);
    assert.equal((await send(service, '/first-run', { ...FIRST_RUN, ...wrong, secret })).status, status);
    assert.ok(await isEmpty(service));
    assert.equal((await send(service, '/first-run/look', { secret })).status, 200);
  });

  test('gets its first merchant and the owner, who is signed in; then page and address are gone', async () => {
    const other = await newSecret(service);
    const answer = await send(service, '/first-run', { ...FIRST_RUN, name: ' Fay First ', secret });
    assert.equal(answer.status, 200, answer.text);
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    const headers = { cookie: cookie.join('; ') };
    const me = await sendConsole(service.url, 'GET', '/me', { headers });
    assert.deepEqual(me.body, answer.body);
    const merchantId = String(Object(me.json['merchant']).merchantId);
    assert.deepEqual(me.json['merchant'], {
      merchantId,
      merchantName: 'Corner Bakery',
      role: 'owner',
      suspended: false,
      needsSecondFactor: false,
    });
    const merchant = await sendConsole(service.url, 'GET', '/merchant', { headers });
    assert.equal(merchant.json['timeZone'], 'Europe/Paris');
    assert.deepEqual(await activityOf(service, merchantId), [
      ['merchant.created', 'Fay First', { name: 'Corner Bakery' }],
      ['person.joined', 'Fay First', { email: FIRST_RUN.email, role: 'owner' }],
    ]);
    for (const used of [secret, other]) {
      assert.deepEqual((await send(service, '/first-run/look', { secret: used })).body, GONE);
      assert.deepEqual((await send(service, '/first-run', { ...FIRST_RUN, secret: used })).body, GONE);
    }
    assert.ok(!(await isEmpty(service)));
    assert.equal(await makeFirstRunAddress(service, 'https://vitrine.example'), undefined);
    const { email, password } = FIRST_RUN;
    assert.equal((await send(service, '/sign-in', { email, password })).status, 200);
  });
});

describe('where a merchant is made by a command meanwhile', () => {
  const service = useService();

  test('the address is dead', async () => {
    const secret = await newSecret(service);
    await service.newMerchant();
    assert.deepEqual((await send(service, '/first-run/look', { secret })).body, GONE);
    assert.deepEqual((await send(service, '/first-run', { ...FIRST_RUN, secret })).body, GONE);
  });
});

describe('of two who begin at the same moment', () => {
  // Neither goes on before both are past the look at their address.
  let meet = (): void => {};
  let waiting = 0;
  const met = new Promise<void>((resolve) => (meet = resolve));
  const service = useService({
    hashing: {
      ...argon2id,
      async hash(password) {
        waiting += 1;
        if (waiting === 2) meet();
        await met;
        return argon2id.hash(password);
      },
    },
  });

  test('by two addresses and on two instances, one wins, and the other is told so', async () => {
    const urls = [service.url, await service.newInstance()];
    const secrets = [await newSecret(service), await newSecret(service)];
    const answers = await Promise.all(
      urls.map((url, at) =>
        send(service, '/first-run', { ...FIRST_RUN, email: `${at}@example.com`, secret: secrets[at] }, url),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    );
    assert.deepEqual(answers.find(({ status }) => status === 409)?.body, {
      error: 'conflict',
      message:
        'Somebody else has set this up at the same moment. Sign in with what was chosen there, or ask them to invite you.',
    });
    const made = await service.db.rows({
      text: 'select (select count(*) from people), count(*) as merchants from merchants',
      values: [],
    });
    assert.deepEqual(made, [{ count: 1, merchants: 1 }]);
  });
});
