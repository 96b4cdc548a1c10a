import { randomUUID } from 'node:crypto';
import { consoleEndpoints } from '@vitrine/contract/console/console-endpoints';
import type { ConsoleEndpoint } from '@vitrine/contract/console/console-endpoint';
import { newPerson, type ConsoleAnswer, type TestPerson } from './console.js';
import { anImage, anUploadRequest } from './content.js';
import type { Service } from './service.js';
import { stagedCampaigns } from './staged-campaigns.js';

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
  const media = anImage();
  const staged = stagedCampaigns();
  const { playlists, campaigns } = staged;
  const shop = await service.newMerchant({ media: [media, ...staged.media], playlists, campaigns });
  const owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  const admin = await newPerson(service, { [shop.id]: 'admin' }, 'Adam Admin');
  const staff = await newPerson(service, { [shop.id]: 'staff' }, 'Stella Staff');
  const invited = await owner.post('/invitations', { email: `${randomUUID()}@example.com`, role: 'staff' });
  const secret = String(invited.json['link']).split('#')[1] ?? '';
  const invitation: { id?: string } = Object(invited.json['invitation']);
  const ids = {
    '/tokens/:id': shop.token.id,
    '/people/:id': staff.id,
    '/invitations/:id': invitation.id ?? '',
    '/media/:id': media.id,
    '/media/uploads/:id': media.id,
    ...staged.ids,
  };
  const preview = await owner.get(`/campaigns/${staged.ids['/campaigns/:lineageId/publish']}/publish`);
  const contentHash = String(preview.json['contentHash']);
  return { shop, owner, admin, staff, secret, ids, contentHash };
}

export type Stage = Awaited<ReturnType<typeof newStage>>;
export type StageIds = { readonly [path in keyof Stage['ids']]: string };

// Every path parameter with this id.
export function idsOf(stage: Stage, id: string): StageIds {
  return Object.fromEntries(Object.keys(stage.ids).map((path) => [path, id])) as StageIds;
}

export function pathOf({ path }: ConsoleEndpoint, ids: StageIds): string {
  const known = Object.entries(ids).find(([prefix]) => path.startsWith(prefix));
  return path.replace(/:\w+/, known?.[1] ?? '');
}

// A body that the endpoint accepts.
export function sampleBody(name: Name, { shop, secret, contentHash }: Stage): Record<string, unknown> | undefined {
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
    startConsoleUpload: anUploadRequest(),
    addPage: { id: randomUUID(), name: 'Menu', url: 'https://example.com/menu' },
    updateMedia: { revision: 1, name: 'Door, October' },
    changeMediaTags: { add: ['Summer'] },
    createPlaylist: { id: randomUUID(), name: 'Front window', items: [] },
    updatePlaylist: { revision: 1, name: 'Back window', items: [] },
    createCampaign: { lineageId: randomUUID(), name: 'Spring', tags: ['Season'] },
    updateCampaign: { revision: 1, name: 'Summer', flight: { start: '2026-07-01', end: null } },
    publishCampaign: { revision: 1, contentHash },
    withdrawCampaign: { revision: 1 },
    archiveCampaign: { revision: 1 },
    restoreCampaign: { revision: 1 },
    discardDraft: { revision: 1 },
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
