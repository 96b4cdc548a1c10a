// Tests that hold for every endpoint go through these cases, so that a new endpoint cannot forget a gate.
import { randomUUID } from 'node:crypto';
import { audienceOf, pathOf, type Endpoint, type TokenEndpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { newAiKey } from './ai-keys.js';
import { askedFor, newClientId } from './connections.js';
import { ask, newPerson, PERSON_PASSWORD, type ConsoleAnswer } from './console.js';
import { makeLink } from '../../server/src/identity/account-links.js';
import { newScreenSecret } from '../../server/src/identity/token-secret.js';
import { parsePersonId } from '../../server/src/ids.js';
import { aCampaign, anImage, anUploadRequest, aPlaylist, aTag } from './content.js';
import { A_BEAT, newPairing, newScreen } from './screens.js';
import { newWebhook } from './webhooks.js';
import { giveSecondFactors } from './second-factors.js';
import type { Service } from './service.js';
import { stagedCampaigns } from './staged-campaigns.js';

type Name = keyof typeof endpoints;
export type EndpointCase<Row extends Endpoint = Endpoint> = readonly [title: string, row: Row, name: Name];

// OAuth has statuses and bodies of its own: what it refuses is in server/src/connections.
export const endpointCases: readonly EndpointCase[] = Object.entries<Endpoint>(endpoints)
  .filter(([, { access }]) => audienceOf(access) !== 'oauth')
  .map(([name, row]) => [`${row.method} ${pathOf(row)}`, row, asName(name)]);

function asName(name: string): Name {
  return name as Name;
}

export const screenCases = endpointCases.filter(([, { access }]) => audienceOf(access) === 'screens');

export const tokenCases = endpointCases.filter(
  (one): one is EndpointCase<TokenEndpoint> => one[1].access.by === 'token',
);

// For people: by anyone, by who is signed in, by staff, by owners and admins.
export const personCases = (...levels: ('anyone' | 'session' | 'staff' | 'admin')[]): readonly EndpointCase[] =>
  endpointCases.filter(([, { access }]) => levels.some((level) => level === levelOf(access)));

const levelOf = (access: Endpoint['access']): string => (access.by === 'person' ? access.role : access.by);

// Content that gives every path parameter of a token's endpoints something to name.
export const tokenContent = () => {
  const [media, playlist, campaign] = [anImage(), aPlaylist(), aCampaign()];
  const ids = {
    '/media/:id': media.id,
    '/media/uploads/:id': media.id,
    '/playlists/:id': playlist.id,
    '/campaigns/:lineageId': campaign.lineageId,
  };
  return { archive: { media: [media], playlists: [playlist], campaigns: [campaign] }, ids };
};

const IN_TRASH = { trashedAt: '2026-06-14T09:00:00.000Z' };

// A merchant where every path parameter has something to name, and somebody of each role.
export async function newStage(service: Service) {
  const media = anImage({ thumbnail: { sizeBytes: 3 } });
  const other = anImage({ name: 'Other' });
  const tags = [aTag('Season'), aTag('Other')] as const;
  const [deleted, restorable] = [anImage(IN_TRASH), anImage(IN_TRASH)];
  const staged = stagedCampaigns();
  const { playlists, campaigns } = staged;
  const shop = await service.newMerchant({
    tags: [...tags],
    media: [media, other, deleted, restorable, ...staged.media],
    playlists,
    campaigns,
  });
  const owner = await newMover(service, { [shop.id]: 'owner' }, 'Olga Owner');
  const admin = await newMover(service, { [shop.id]: 'admin' }, 'Adam Admin');
  const staff = await newMover(service, { [shop.id]: 'staff' }, 'Stella Staff');
  // Ids of passkeys are their person's own.
  const passkeyId = randomUUID();
  const own = await Promise.all([owner, admin, staff].map((one) => giveSecondFactors(service, one, passkeyId)));
  // So are those of keys for assistants.
  const aiKeyId = randomUUID();
  for (const { id: personId } of [owner, admin, staff])
    await newAiKey(service, { merchantId: shop.id, personId }, { id: aiKeyId });
  const invited = await owner.post('/invitations', { email: `${randomUUID()}@example.com`, role: 'staff' });
  const secret = String(invited.json['link']).split('#')[1] ?? '';
  const link = await makeLink(service.db, parsePersonId(staff.id), { kind: 'reset', now: service.clock.now() });
  const invitation: { id?: string } = Object(invited.json['invitation']);
  const screen = await newScreen(service, shop.id);
  const webhook = await newWebhook(service, shop.id);
  const ids = {
    '/webhooks/:id': webhook.id,
    '/tokens/:id': shop.token.id,
    '/screens/:id': screen.id,
    '/people/:id': staff.id,
    '/me/passkeys/:id': passkeyId,
    '/me/ai-keys/:id': aiKeyId,
    '/ai-keys/:id': aiKeyId,
    '/invitations/:id': invitation.id ?? '',
    '/media/:id': media.id,
    '/media/uploads/:id/cancel': await startAwaited(owner),
    '/media/uploads/:id': media.id,
    '/trash/:id': deleted.id,
    '/tags/:id': tags[0].id,
    ...staged.ids,
  };
  const preview = await owner.get(`/campaigns/${staged.ids['/campaigns/:lineageId/publish']}/publish`);
  const contentHash = String(preview.json['contentHash']);
  return {
    url: service.url,
    shop,
    token: bearer(shop.secret),
    owner,
    admin,
    staff,
    secret,
    resetSecret: link?.secret ?? '',
    ids,
    contentHash,
    // What only its person can send, by the cookie.
    screen: bearer(screen.key),
    television: bearer(newScreenSecret()),
    code: (await newPairing(service)).code,
    ownBodies: new Map([owner, admin, staff].map(({ cookie }, at) => [cookie, own[at]])),
    deliveryId: webhook.deliveryId,
    asked: askedFor(await newClientId(service)),
    trashedId: restorable.id,
    otherMediaId: other.id,
    otherTagId: tags[1].id,
  };
}

// Somebody who has asked for a new email.
async function newMover(service: Service, ...who: Rest<Parameters<typeof newPerson>>) {
  const person = await newPerson(service, ...who);
  const email = `${randomUUID()}@example.com`;
  const asked = { kind: 'email', now: service.clock.now(), newEmail: { email, key: email } } as const;
  const link = await makeLink(service.db, parsePersonId(person.id), asked);
  return { ...person, emailSecret: link?.secret };
}

type Rest<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Others] ? Others : never;

// An upload that waits for its file.
async function startAwaited(owner: Awaited<ReturnType<typeof newPerson>>): Promise<string> {
  const request = anUploadRequest();
  await owner.post('/media/uploads', request);
  return request.id;
}

export type Stage = Awaited<ReturnType<typeof newStage>>;
export type StageIds = Readonly<Record<string, string>>;

// How a token is sent, beside how a person's session is.
export const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
type Caller = ReturnType<typeof bearer> | { readonly cookie: string; readonly emailSecret?: string | undefined };

const headersOf = (caller: Caller): Record<string, string> =>
  'cookie' in caller ? { cookie: caller.cookie } : caller.headers;

// Every path parameter with this id.
export const idsOf = (ids: StageIds, change: (id: string) => string): StageIds =>
  Object.fromEntries(Object.entries(ids).map(([path, id]) => [path, change(id)]));

// The row's whole path with ids that exist.
export function addressOf(row: Endpoint, ids: StageIds): string {
  const known = Object.entries(ids).find(([prefix]) => row.path.startsWith(prefix));
  return pathOf(row).replace(/:\w+/, known?.[1] ?? '');
}

// What some bodies name of their stage.
type Named = Pick<
  Stage,
  | 'shop'
  | 'secret'
  | 'resetSecret'
  | 'contentHash'
  | 'trashedId'
  | 'otherMediaId'
  | 'otherTagId'
  | 'code'
  | 'deliveryId'
  | 'asked'
> & {
  readonly ids: StageIds;
  // The caller's own.
  readonly emailSecret: string | undefined;
};

// A body that the endpoint accepts.
export function sampleBody(name: Name, stage: Partial<Named> = {}) {
  const bodies: Partial<Record<Name, Record<string, unknown>>> = {
    startUpload: anUploadRequest({ id: randomUUID() }),
    startParts: { partSize: 5_242_880, checksums: ['0'.repeat(64)] },
    finalizeUpload: {},
    addTags: { add: ['Summer'] },
    signIn: { email: 'nobody@example.com', password: 'wrong password' },
    updateMe: { name: 'New Name', dateLanguage: 'de-CH', colourScheme: 'dark' },
    prove: { password: PERSON_PASSWORD },
    changePassword: { currentPassword: PERSON_PASSWORD, password: 'another sentence of mine' },
    endSession: { id: randomUUID() },
    keepSignInMethods: { app: true, passkeys: [], company: true, sessions: true, assistants: true },
    startCompanySignIn: {},
    startCompanyLink: {},
    startCompanyProof: {},
    askForReset: { email: 'nobody@example.com' },
    lookReset: { secret: stage.resetSecret },
    askForEmail: { email: 'moved@example.com' },
    confirmEmail: { secret: stage.emailSecret ?? stage.resetSecret },
    resetPassword: { secret: stage.resetSecret, password: 'long enough for all' },
    signInWithCode: { ticket: 'A'.repeat(43), code: '123456' },
    signInWithPasskey: NO_ANSWER,
    proveWithPasskey: NO_ANSWER,
    confirmApp: { code: '123456' },
    addPasskey: { name: 'Phone', id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
    renamePasskey: { name: 'Key ring' },
    switchMerchant: { merchantId: stage.shop?.id },
    createWebhook: { name: 'Shop', url: 'https://shop.example/hook', types: ['media.ready'] },
    updateWebhook: { revision: 1, name: 'Web shop' },
    resendWebhookDelivery: { deliveryId: stage.deliveryId ?? randomUUID() },
    createToken: { name: 'Till', scopes: ['tags:read'], days: 30 },
    rotateToken: { overlapHours: 1 },
    createAiKey: { name: 'Claude', permissions: ['look', 'add'], days: 30 },
    lookAtConnection: { asked: stage.asked ?? '' },
    allowConnection: { asked: stage.asked ?? '', permissions: ['look'] },
    changeRole: { role: 'admin' },
    invitePerson: { email: `${randomUUID()}@example.com`, role: 'staff' },
    lookInvitation: { secret: stage.secret },
    acceptInvitation: { secret: stage.secret, name: 'New Person', password: 'long enough for all' },
    lookFirstRun: { secret: 'A'.repeat(43) },
    finishFirstRun: FIRST_RUN,
    updateMerchant: { name: 'Corner Bakery & Sons' },
    startConsoleUpload: anUploadRequest(),
    startConsoleParts: { partSize: 5_242_880, checksums: ['0'.repeat(64)] },
    finalizeConsoleUpload: {},
    addPage: { id: randomUUID(), name: 'Menu', url: 'https://example.com/menu' },
    checkPage: { url: 'https://example.com/menu' },
    updateMedia: { revision: 1, name: 'Door, October' },
    restoreTrashed: { ids: [stage.trashedId ?? randomUUID()] },
    startThumbnail: { sizeBytes: 5, checksum: 'a'.repeat(64) },
    finishThumbnail: { sizeBytes: 5, checksum: 'a'.repeat(64), ticket: `${'0'.repeat(40)}.jpg` },
    replaceMedia: { by: stage.otherMediaId ?? randomUUID() },
    renameTag: { name: 'Winter' },
    mergeTag: { into: stage.otherTagId ?? randomUUID() },
    changeMediaTags: { add: ['Summer'] },
    deleteManyMedia: { ids: [randomUUID()], actionId: randomUUID() },
    tagManyMedia: { ids: [randomUUID()], actionId: randomUUID(), add: ['Summer'] },
    createPlaylist: { id: randomUUID(), name: 'Front window', items: [] },
    updatePlaylist: { revision: 1, name: 'Back window', items: [] },
    addPlaylistItems: { mediaIds: [stage.ids?.['/media/:id'] ?? randomUUID()] },
    createCampaign: { lineageId: randomUUID(), name: 'Spring', tags: ['Season'] },
    updateCampaign: { revision: 1, name: 'Summer', flight: { start: '2026-07-01', end: null } },
    publishCampaign: { revision: 1, contentHash: stage.contentHash },
    withdrawCampaign: { revision: 1 },
    archiveCampaign: { revision: 1 },
    restoreCampaign: { revision: 1 },
    discardDraft: { revision: 1 },
    copyCampaign: { lineageId: randomUUID(), name: 'Spring again' },
    bringBackVersion: { revision: 1, version: 1 },
    addScreen: {
      id: randomUUID(),
      code: stage.code ?? '346 79A',
      name: 'Window',
      orientation: 'landscape',
      timeZone: null,
      tags: ['Season'],
    },
    pairScreen: { code: stage.code ?? '346 79A' },
    updateScreen: { revision: 1, name: 'Back wall' },
    sendBeat: A_BEAT,
    sendPlays: { batch: 1, plays: [] },
  };
  return bodies[name];
}

// Of an address that no start has printed.
export const FIRST_RUN = {
  secret: 'A'.repeat(43),
  merchantName: 'Corner Bakery',
  timeZone: 'Europe/Paris',
  email: 'first@example.com',
  name: 'Fay First',
  password: 'a sentence for the first day',
};

const NO_ANSWER = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  userHandle: 'AAAA',
};

// A good call, by a token, by a person, or by nobody.
export function callAs(
  caller: Caller | undefined,
  [, row, name]: EndpointCase,
  place: Partial<Named> & Partial<Pick<Stage, 'ownBodies'>> & { readonly url: string; readonly ids: StageIds },
  more: { readonly headers?: Record<string, string>; readonly query?: string } = {},
): Promise<ConsoleAnswer> {
  const headers = { ...(caller && headersOf(caller)), ...more.headers };
  const [own, emailSecret] =
    caller && 'cookie' in caller ? [place.ownBodies?.get(caller.cookie), caller.emailSecret] : [];
  const sent = { headers, body: own?.[name] ?? sampleBody(name, { ...place, emailSecret }) };
  return ask(place.url, row.method, addressOf(row, place.ids) + (more.query ?? ''), sent);
}
