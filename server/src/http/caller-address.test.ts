// The networks that a failed sign-in counts against, read from the counters.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { sendConsole } from '../../../tests/harness/console.js';
import { startService, type Service } from '../../../tests/harness/service.js';

let direct: Service;
let behindProxies: Service;

beforeAll(async () => {
  direct = await startService({ trustedProxies: ['192.0.2.1'] });
  behindProxies = await startService({ trustedProxies: ['127.0.0.1', ' 10.0.0.0/8', '2001:db8:ff::/48'] });
});
afterAll(async () => {
  await direct.close();
  await behindProxies.close();
});

async function countedFor({ url, db }: Service, said: string): Promise<string[]> {
  await db.rows({ text: 'delete from sign_in_attempts', values: [] });
  const sent = { body: { email: 'nobody@example.com', password: 'a guess' }, headers: { 'x-forwarded-for': said } };
  assert.equal((await sendConsole(url, 'POST', '/sign-in', sent)).status, 401);
  const rows = await db.rows<{ key: string }>({
    text: "select key from sign_in_attempts where key like 'address %'",
    values: [],
  });
  return rows.map(({ key }) => key.replace('address ', '')).sort();
}

test.each([
  ['198.51.100.7', ['198.51.100.7'], 'the caller of a trusted proxy'],
  ['203.0.113.9, 198.51.100.7', ['198.51.100.7'], 'not what the caller claims'],
  ['198.51.100.7, 10.1.2.3', ['198.51.100.7'], 'behind a second trusted proxy'],
  ['198.51.100.7, 2001:DB8:FF:1::2, 10.1.2.3', ['198.51.100.7'], 'behind a third trusted proxy'],
  ['198.51.100.7, 172.16.0.1', ['172.16.0.1'], 'a private address is not trusted by itself'],
  ['10.1.2.3', ['10.1.2.3'], 'a trusted proxy that calls for itself'],
  ['', ['127.0.0.1'], 'an empty list'],
  ['anybody', ['127.0.0.1'], 'a word is no address'],
  ['198.51.100.300', ['127.0.0.1'], 'a number above 255 is no address'],
  ['198.51.100.7, unknown, 10.1.2.3', ['10.1.2.3'], 'nothing is trusted before a word'],
  ['198.51.100.7:4711', ['198.51.100.7'], 'with a port'],
  ['[2001:db8:1:2a3::9]:4711', ['2001:db8:1:2a3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'], 'IPv6 with a port'],
  ['2001:DB8:1:2A3:3:4:5:6', ['2001:db8:1:2a3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'], 'IPv6 in capitals'],
  ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'], 'IPv6 in short'],
  ['2001:db8::9', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48'], 'IPv6 without its zeros'],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48'], 'IPv6 with a zone'],
  ['::ffff:198.51.100.7', ['198.51.100.7'], 'IPv4 within IPv6'],
  ['::FFFF:c633:6407', ['198.51.100.7'], 'IPv4 within IPv6, in hex'],
])('counts X-Forwarded-For "%s" against %j: %s', async (said, counted) => {
  assert.deepEqual(await countedFor(behindProxies, said), counted.toSorted());
});

test('ignores X-Forwarded-For of a caller that is not trusted', async () => {
  assert.deepEqual(await countedFor(direct, '198.51.100.7'), ['127.0.0.1']);
});
