// Every command that changes a merchant is in the merchant's activity.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { newInstallation, type Installation } from './installation.js';

let vitrine: Installation;
beforeAll(async () => {
  vitrine = await newInstallation();
  // Else each command starts and stops the database.
  await vitrine.serve();
});
afterAll(() => vitrine.remove());

type Entry = { readonly kind: string; readonly person: unknown; readonly token: unknown; readonly details: string };

// Oldest first, without who: nobody is named for what the operator did.
async function entriesAt(merchant: string): Promise<unknown[]> {
  const { code, stdout, stderr } = await vitrine.repeated.run('activity', merchant, '--json');
  assert.equal(code, 0, stderr);
  const entries = JSON.parse(stdout) as Entry[];
  for (const { person, token } of entries) assert.deepEqual([person, token], [null, null]);
  return entries.map(({ kind, details }): unknown => [kind, JSON.parse(details)]).toReversed();
}

test('what the operator did by commands is in the activity, and what changed nothing is not', async () => {
  const { json } = vitrine.repeated;
  const { id } = await json('merchant', 'create', '--name', 'Bakery', '--quota', '1GB');
  const merchant = String(id);
  const who = ['--merchant', merchant, '--email', 'ada@example.com', '--name', 'Ada', '--role', 'owner'];
  const person = await json('person', 'create', ...who);
  await json('person', 'set-password', String(person['id']));
  for (const _ of [1, 2]) await json('person', 'disable', 'ADA@example.com');
  for (const _ of [1, 2]) await json('person', 'enable', String(person['id']));
  await json('person', 'sign-out', String(person['id']));
  const order = ['--merchant', merchant, '--name', 'Till', '--scope', 'tags:read', '--days', '7'];
  const token = await json('token', 'create', ...order);
  for (const _ of [1, 2]) await json('token', 'revoke', String(token['id']));
  for (const _ of [1, 2]) await json('merchant', 'suspend', merchant);
  for (const _ of [1, 2]) await json('merchant', 'resume', merchant);
  for (const _ of [1, 2]) await json('merchant', 'set-plan', merchant, '--quota', '2GB', '--allows-writes', 'no');
  const ada = { personId: person['id'], name: 'Ada', email: 'ada@example.com' };
  const till = { tokenId: token['id'], name: 'Till', lastFour: token['lastFour'] };
  assert.deepEqual(await entriesAt(merchant), [
    ['merchant.created', { name: 'Bakery' }],
    ['person.added', { ...ada, role: 'owner' }],
    ['person.password_set', ada],
    ['person.disabled', { ...ada, sessions: 0 }],
    ['person.enabled', { ...ada, sessions: 0 }],
    ['token.issued', { ...till, scopes: ['tags:read'], expiresAt: token['expiresAt'] }],
    ['token.revoked', till],
    ['merchant.suspended', {}],
    ['merchant.resumed', {}],
    [
      'merchant.plan_changed',
      { planAllowsWrites: { from: true, to: false }, storageQuotaBytes: { from: 1024 ** 3, to: 2 * 1024 ** 3 } },
    ],
  ]);

  const other = await json('merchant', 'create', '--name', 'Books');
  await json('person', 'join', '--merchant', String(other['id']), '--email', 'ADA@example.com');
  assert.deepEqual((await entriesAt(String(other['id']))).at(-1), ['person.added', { ...ada, role: 'staff' }]);

  const file = join(vitrine.folder.path, 'bakery.json');
  await json('export', merchant, '--out', file);
  await json('import', file, '--replace');
  assert.deepEqual(await entriesAt(merchant), [['merchant.imported', { name: 'Bakery', replaced: true }]]);
});
