// Who works with the seeded merchant: sessions, invitations, tokens of every state and what they were used for.
import assert from 'node:assert/strict';
import { exampleId } from '../../../tests/harness/archive-fixture.js';
import { newPerson, type TestPerson } from '../../../tests/harness/console.js';
import type { Service } from '../../../tests/harness/service.js';
import { seedStudio } from './seed-studio.js';

// Gives the cookie of somebody who may see all of it.
export async function seedPeople(service: Service): Promise<string> {
  const merchantId = exampleId('merchant', 0);
  const owner = await newPerson(service, { [merchantId]: 'owner' }, 'Rita Release');
  await newPerson(service, { [merchantId]: 'staff', [exampleId('merchant', 1)]: 'admin' }, 'Sam Staff');
  const ids = [await issue(owner, 'Till'), await issue(owner, 'Rotated'), await issue(owner, 'Revoked')];
  await posted(owner, `/tokens/${ids[1]}/rotate`, { overlapHours: 24 });
  await posted(owner, `/tokens/${ids[2]}/revoke`);
  await posted(owner, '/me/ai-keys', { name: 'Claude', permissions: ['look', 'prepare'], days: 90 });
  await posted(owner, '/invitations', { email: 'new@example.com', role: 'staff' });
  const patched = await owner.patch('/merchant', { defaultItemSeconds: 12 });
  assert.equal(patched.status, 200, patched.text);
  await seedStudio(owner);
  // Asking for the tokens writes down what they were used for until now.
  assert.equal((await owner.get('/tokens')).status, 200);
  return owner.cookie;
}

async function issue(owner: TestPerson, name: string): Promise<string> {
  const { token } = await posted(owner, '/tokens', { name, scopes: ['media:read', 'tags:read'], days: 90 });
  const { id }: { id?: string } = Object(token);
  return id ?? '';
}

async function posted(owner: TestPerson, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await owner.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}
