import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newAccount } from '../../../tests/harness/account.js';
import { newSession, secretOf, sendConsole, cookieOf } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();

test('ends the session that was unused for longest when a person signs in for the 51st time', async () => {
  const person = await newAccount(service, await service.newMerchant());
  const sessions = [];
  for (let count = 0; count < 50; count += 1) {
    service.clock.advance(1_000);
    sessions.push(await newSession(service, person.id));
  }
  const [first, second, third] = sessions;
  service.clock.advance(10 * 60_000);
  assert.equal((await first?.get('/me'))?.status, 200);
  const signedIn = await person.signIn();
  assert.equal(signedIn.status, 200);
  const statuses = [];
  for (const session of [first, second, third, sessions.at(-1)]) statuses.push((await session?.get('/me'))?.status);
  assert.deepEqual(statuses, [200, 401, 200, 200]);
  const cookie = cookieOf(secretOf(signedIn));
  const listed = await sendConsole(service.url, 'GET', '/me/sessions', { headers: { cookie } });
  assert.equal(Object(listed.body).items.length, 50);
});
