import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { PAIRINGS_MAX } from '@vitrine/contract/screen-limits';
import type { ConsoleAnswer } from '../../../tests/harness/console.js';
import { askScreens, screenCalls } from '../../../tests/harness/screens.js';
import { useService } from '../../../tests/harness/service.js';
import { until } from '../../../tests/harness/until.js';

const service = useService();

const GONE = { error: 'not_found', message: 'There is no such pairing.' };

beforeEach(() => service.db.rows({ text: 'delete from screen_pairings', values: [] }));

const requestCode = (address: string): Promise<ConsoleAnswer> =>
  askScreens(service.url, 'POST', '/pairings', { headers: { 'x-forwarded-for': address } });

async function newTelevision(address: string) {
  const { status, json, text } = await requestCode(address);
  assert.equal(status, 200, text);
  return screenCalls(service.url, String(json['secret']));
}

// Codes whose devices poll. They are younger than codes that televisions request now.
const addPolledCodes = (count: number, network: string | null = null) =>
  service.db.rows({
    text: `
      insert into screen_pairings (id, code, secret_hash, expires_at, network, polled_until)
      select gen_random_uuid(), gen_random_uuid(), uuid_send(gen_random_uuid()), $1, coalesce($2, 'network ' || n), $1
      from generate_series(1, $3::integer) as n`,
    values: [new Date(service.clock.now() + 20 * 60_000).toISOString(), network, count],
  });

// Devices that asked for the state of their code just now.
const countPolled = async (): Promise<number | undefined> =>
  (
    await service.db.row<{ count: number }>({
      text: 'select count(*) as count from screen_pairings where polled_until = $1',
      values: [new Date(service.clock.now() + 60_000).toISOString()],
    })
  )?.count;

test('replaces the oldest code that no device polls when 10,000 are alive', async () => {
  const polled = await newTelevision('203.0.113.1');
  service.clock.advance(1_000);
  const left = await newTelevision('203.0.113.2');
  service.clock.advance(1_000);
  const leftLater = await newTelevision('203.0.113.3');
  await addPolledCodes(PAIRINGS_MAX - 3);
  // A new code has a few seconds for its first poll.
  assert.equal((await requestCode('203.0.113.4')).status, 429);
  assert.equal((await polled.get('/pairing')).json['state'], 'waiting');
  service.clock.advance(10_000);
  await newTelevision('203.0.113.4');
  assert.deepEqual((await left.get('/pairing')).body, GONE);
  assert.equal((await leftLater.get('/pairing')).json['state'], 'waiting');
  assert.equal((await polled.get('/pairing')).json['state'], 'waiting');
  service.clock.advance(60_000);
  await newTelevision('203.0.113.5');
  assert.deepEqual((await polled.get('/pairing')).body, GONE);
});

test('then replaces the oldest code of the network that holds most, and tells its device', async () => {
  const oldest = await newTelevision('2001:db8:9:100::1');
  const smaller = await newTelevision('2001:db8:8:100::1');
  // Waits as long as the other device, and began first.
  const undisturbed = smaller.get('/pairing?wait=25').catch(() => undefined);
  await until(async () => (await countPolled()) === 1);
  const replaced = oldest.get('/pairing?wait=25');
  await until(async () => (await countPolled()) === 2);
  await addPolledCodes(61, '2001:db8:9::/48');
  await addPolledCodes(60, '2001:db8:8::/48');
  await addPolledCodes(PAIRINGS_MAX - 123);
  await newTelevision('203.0.113.1');
  const first = await Promise.race([replaced, undisturbed]);
  assert.deepEqual([first?.status, first?.body], [404, GONE]);
  assert.equal((await smaller.get('/pairing')).json['state'], 'waiting');
});

test('refuses a code when all are polled and no network holds more than sixty', async () => {
  await addPolledCodes(60, '2001:db8:9::/48');
  await addPolledCodes(PAIRINGS_MAX - 60);
  const { status, headers, body } = await requestCode('203.0.113.1');
  assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
  assert.deepEqual(body, { error: 'rate_limited', message: 'Too many attempts. Try again in 1 min.' });
});
