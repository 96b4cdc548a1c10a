import { randomUUID } from 'node:crypto';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleEndpoint } from '@vitrine/contract/console/console-endpoint';
import { newPerson, type ConsoleAnswer, type TestPerson } from './console.js';
import type { Service } from './service.js';

type Name = keyof typeof consoleEndpoints;

// Tests that hold for every endpoint of the console walk this table, so that a new one cannot forget a gate.
export const consoleWalk: readonly (readonly [string, ConsoleEndpoint, Name])[] = Object.entries(consoleEndpoints).map(
  ([name, endpoint]) => [`${endpoint.method} ${endpoint.path}`, endpoint, parseName(name)],
);

function parseName(name: string): Name {
  return name as Name;
}

// A merchant where every path parameter has something to name, and somebody of each role.
export async function newStage(service: Service) {
  const shop = await service.newMerchant();
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  const admin = await newPerson(service, { [shop.id]: 'admin' }, 'Adam Admin');
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  const invited = await owner.post('/invitations', { email: `${randomUUID()}@example.com`, role: 'staff' });
  const secret = String(invited.json['link']).split('#')[1] ?? '';
  const invitation: { id?: string } = Object(invited.json['invitation']);
  const ids = { '/tokens/:id': shop.token.id, '/people/:id': staff.id, '/invitations/:id': invitation.id ?? '' };
  return { shop, owner, admin, staff, secret, ids };
}

export type Stage = Awaited<ReturnType<typeof newStage>>;
export type StageIds = { readonly [path in keyof Stage['ids']]: string };

export function pathOf({ path }: ConsoleEndpoint, ids: StageIds): string {
  const known = Object.entries(ids).find(([prefix]) => path.startsWith(prefix));
  return path.replace(/:\w+/, known?.[1] ?? '');
}

// A body that the endpoint accepts.
export function sampleBody(name: Name, { shop, secret }: Stage): Record<string, unknown> | undefined {
  const bodies: Partial<Record<Name, Record<string, unknown>>> = {
    signIn: { email: 'nobody@example.com', password: 'wrong password' },
    switchMerchant: { merchantId: shop.id },
    createToken: { name: 'Till', scopes: ['tags:read'], days: 30 },
    rotateToken: { overlapHours: 1 },
    changeRole: { role: 'admin' },
    invitePerson: { email: `${randomUUID()}@example.com`, role: 'staff' },
    lookInvitation: { secret },
    acceptInvitation: { secret, name: 'New Person', password: 'long enough for all' },
    updateMerchant: { name: 'Corner Bakery & Sons' },
  };
  return bodies[name];
}

export function callAs(
  person: Pick<TestPerson, 'send'>,
  [, endpoint, name]: (typeof consoleWalk)[number],
  stage: Stage,
  ids: StageIds = stage.ids,
): Promise<ConsoleAnswer> {
  return person.send(endpoint.method, pathOf(endpoint, ids), { body: sampleBody(name, stage) });
}
