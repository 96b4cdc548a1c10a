import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newAiKey } from '../../../tests/harness/ai-keys.js';
import { allow, askedFor, connectProgram, newClientId, redeem, showTo } from '../../../tests/harness/connections.js';
import { newPerson, sendConsole, type TestPerson } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';
import { parsePersonId } from '../ids.js';
import { makeLink } from './account-links.js';
import { setPassword } from './create-person.js';
import { disablePerson, enablePerson, requirePerson } from './operate-person.js';

const service = useService();

const enable = async (id: string) => enablePerson(service, await requirePerson(service.db, id));
const password = 'another horse battery';

test.each<[string, (person: TestPerson) => Promise<unknown>]>([
  [
    'is disabled and enabled again',
    async ({ id }) => {
      await disablePerson(service, await requirePerson(service.db, id));
      await enable(id);
    },
  ],
  ['gets a password from the operator', async ({ id }) => setPassword(service, parsePersonId(id), password)],
  [
    'chooses a new password by a link',
    async ({ id }) => {
      const link = await makeLink(service.db, parsePersonId(id), { kind: 'reset', now: service.clock.now() });
      const body = { secret: link?.secret, password };
      assert.equal((await sendConsole(service.url, 'POST', '/reset', { body })).status, 200);
    },
  ],
])('whoever %s has no assistant of before', async (_, change) => {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'owner' });
  const { secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id });
  const { tokens } = await connectProgram(service, person);
  const clientId = await newClientId(service);
  const code = (await allow(person, askedFor(clientId))).get('code');
  for (const value of [secret, tokens.access_token]) assert.equal((await showTo(service, value)).status, 200);
  await change(person);
  for (const value of [secret, tokens.access_token]) assert.equal((await showTo(service, value)).status, 401);
  assert.equal((await redeem(service, clientId, code)).status, 400);
  const told = await service.db.rows<{ kind: string }>({
    text: `select kind from activity where merchant_id = $1 and kind in ('ai_key.revoked', 'ai_key.disconnected') order by kind`,
    values: [shop.id],
  });
  assert.deepEqual(told, [{ kind: 'ai_key.disconnected' }, { kind: 'ai_key.revoked' }]);
});

test('a password that a person changes keeps their assistants', async () => {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: 'staff' });
  const { secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id });
  const body = { currentPassword: 'a house with green doors', password };
  assert.equal((await person.post('/me/password', body)).status, 200);
  assert.equal((await showTo(service, secret)).status, 200);
});
