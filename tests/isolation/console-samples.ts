import type { consoleEndpoints } from '@vitrine/contract/endpoints';
import { newAuthenticator } from '../harness/authenticator.js';
import { anUploadRequest } from '../harness/content.js';
import { FIRST_RUN } from '../harness/endpoint-cases.js';
import { codeOf, RECOVERY_CODES } from '../harness/second-factors.js';
import { connectionSamples } from './oauth-samples.js';
import type { Read, Sample, SampleIds } from './sample.js';
import { AWAITED_CONSOLE, IN_ONE_PART } from './samples.js';
import { screenSamples } from './screen-samples.js';
import { webhookSamples } from './webhook-samples.js';

// The console's own ids of what it does to many items.
const ACTION = '5b3a9c1e-0d64-4f0c-9a43-1d2e3f4a5b6c';
const OTHER_ACTION = '6c4b8d2f-1e75-4a1d-8b54-2e3f4a5b6c7d';
const THIRD_ACTION = '7d5c9e3a-2f86-4b2e-9c65-3f4a5b6c7d8e';

type Samples = Record<keyof typeof consoleEndpoints, readonly Sample[]>;

// A good call, or several, of each endpoint of the console. What ends a session comes with one of its own.
export const consoleSamples = (ids: SampleIds): Samples => ({
  ...peopleSamples(ids),
  ...secondFactorSamples(ids),
  ...mediaSamples(ids),
  ...playlistSamples(ids),
  ...campaignSamples(ids),
  ...screenSamples(ids),
  ...webhookSamples(ids),
  ...connectionSamples(ids),
});

const peopleSamples = ({ at, named, own }: SampleIds) => ({
  signIn: [{ body: { email: own.email, password: own.password } }],
  getSignInWays: [{}],
  startCompanySignIn: [{ body: { to: '/media' } }, { body: { invitation: own.invitationSecrets[1] } }],
  startCompanyLink: [{ body: {} }],
  startCompanyProof: [{ body: {} }],
  finishCompany: [{ query: `?state=${'s'.repeat(43)}&code=none` }],
  getCompanyAccount: [{}],
  unlinkCompany: [{}],
  askForReset: [{ body: { email: own.email } }],
  lookReset: [{ body: { secret: own.resetSecret } }],
  askForEmail: [{ body: { email: 'moved@example.com' } }],
  confirmEmail: [{ body: { secret: own.emailSecret } }],
  makeResetLink: [{ id: at.person }],
  resetPassword: [{ body: { secret: own.resetSecret, password: 'chosen by a link' } }],
  signOut: [{}],
  signOutEverywhere: [{}],
  getMe: [{}],
  getAccount: [{}],
  updateMe: [{ body: { dateLanguage: 'de-CH', colourScheme: 'dark' } }],
  prove: [{ body: { password: own.password } }],
  changePassword: [{ body: { currentPassword: own.password, password: own.password } }],
  listSessions: [{}],
  endSession: [{ body: { id: named.session } }],
  endOtherSessions: [{}],
  listSignInMethods: [{}],
  // Keeps the caller's own passkeys, which other samples use.
  keepSignInMethods: [
    {
      bodyFrom: async (read: Read) => {
        const { passkeys } = await read('/me/sign-in-methods');
        const ids = [Object(passkeys)].flat().map((one) => String(Object(one).id));
        return { app: true, passkeys: [...ids, at.passkey], company: true, sessions: true, assistants: true };
      },
    },
  ],
  switchMerchant: [{ body: { merchantId: named.merchant } }],
  listTokens: [{}],
  createToken: [{ body: { name: 'Till', scopes: ['tags:read'], days: 30 } }],
  revokeToken: [{ id: at.tokenToRevoke }],
  rotateToken: [{ id: at.tokenToRotate, body: { overlapHours: 1 } }],
  getTokenUsage: [{ id: at.token }],
  listOwnAiKeys: [{}],
  createAiKey: [{ body: { name: 'Claude', permissions: ['look', 'publish'], days: 7 } }],
  rotateAiKey: [{ id: at.aiKeyToRotate }],
  revokeOwnAiKey: [{ id: at.aiKeyToStop }],
  listAiKeys: [{}],
  revokeAiKey: [{ id: at.aiKey }],
  // Of one that no call above uses: what is counted follows its answer by a moment.
  getOwnAiKeyUsage: [{ id: at.aiKeyToStop }],
  getAiKeyUsage: [{ id: at.aiKeyToStop }],
  listPeople: [{}],
  changeRole: [{ id: at.person, body: { role: 'admin' } }],
  removePerson: [{ id: at.personToRemove }],
  listInvitations: [{}],
  invitePerson: [{ body: { email: 'new.guest@example.com', role: 'staff' } }],
  withdrawInvitation: [{ id: at.invitation }],
  lookInvitation: [{ body: { secret: own.invitationSecrets[1] } }],
  acceptInvitation: [
    { body: { secret: own.invitationSecrets[2], name: 'New Person', password: 'long enough for all' } },
  ],
  lookFirstRun: [{ body: { secret: FIRST_RUN.secret } }],
  finishFirstRun: [{ body: FIRST_RUN }],
  getMerchant: [{}],
  previewTimeZone: [{ query: '?zone=America/New_York' }],
  updateMerchant: [{ body: { defaultItemSeconds: 12 } }],
  listActivity: [
    {},
    { query: '?limit=2' },
    { query: `?token=${named.token}` },
    { query: `?person=${named.person}&kind=media.uploaded&from=2026-01-01&to=2099-01-01` },
  ],
  exportActivity: [{}, { query: `?token=${named.token}` }],
});

const secondFactorSamples = ({ at, own }: SampleIds) => {
  const answer = (start: string) => async (read: Read) => {
    const { options } = await read(start, {});
    return own.authenticator?.answer(Object(options)) ?? {};
  };
  const first = { email: own.email, password: own.password };
  return {
    signInWithCode: [
      {
        bodyFrom: async (read: Read) => {
          const { secondFactor } = await read('/sign-in', first);
          return { ticket: String(Object(secondFactor).ticket), code: RECOVERY_CODES[0] };
        },
      },
    ],
    startPasskeySignIn: [{}],
    signInWithPasskey: [{ bodyFrom: answer('/sign-in/passkey/start') }],
    startPasskeyProof: [{}],
    proveWithPasskey: [{ bodyFrom: answer('/me/prove/passkey/start') }],
    getSecondFactors: [{}],
    startApp: [{}],
    confirmApp: [
      {
        bodyFrom: async (read: Read) => {
          const { secret } = await read('/me/app', {});
          return { code: codeOf(String(secret), own.now?.() ?? 0) };
        },
      },
    ],
    removeApp: [{}],
    makeRecoveryCodes: [{}],
    startPasskey: [{}],
    addPasskey: [
      {
        bodyFrom: async (read: Read) => {
          const { options } = await read('/me/passkeys/start', {});
          return { name: 'New', ...newAuthenticator().create(Object(options)) };
        },
      },
    ],
    renamePasskey: [{ id: at.passkey, body: { name: 'Renamed' } }],
    removePasskey: [{ id: at.passkeyToRemove }],
    resetSecondFactor: [{ id: at.person }],
  };
};

const THUMBNAIL = { sizeBytes: 5, checksum: 'a'.repeat(64) };

const mediaSamples = ({ at, named }: SampleIds) => ({
  listConsoleMedia: [
    {},
    { query: '?limit=2' },
    { query: '?q=zzz' },
    { query: `?tag=${named.tag}&q=item` },
    { query: `?addedBy=${named.person}&unused=true&sort=name` },
    {
      query:
        '?type=image&orientation=landscape&minBytes=1&maxBytes=900000000&sort=largest&from=2020-01-01&to=2099-01-01',
    },
  ],
  countConsoleMedia: [{}, { query: '?q=item' }, { query: '?unused=true&type=image' }],
  listConsoleMediaIds: [{}, { query: `?tag=${named.tag}` }, { query: '?unused=true&sort=smallest' }],
  listMediaAdders: [{}],
  deleteManyMedia: [{ body: { ids: [named.mediaToDeleteToo], actionId: THIRD_ACTION } }],
  tagManyMedia: [
    { body: { ids: [named.media], actionId: ACTION, add: ['Many'] } },
    { body: { ids: [named.media], actionId: OTHER_ACTION, remove: [named.tag] } },
  ],
  getConsoleMedia: [{ id: at.media }, { id: at.stored }],
  startConsoleUpload: [{ body: anUploadRequest({ id: at.awaitingConsole }, AWAITED_CONSOLE) }],
  startConsoleParts: [{ id: at.uploadInParts, body: IN_ONE_PART }],
  getConsoleUpload: [{ id: at.stored }],
  listHeldRoom: [{}],
  finalizeConsoleUpload: [{ id: at.awaitingConsole }],
  freeHeldRoom: [{}],
  cancelUpload: [{ id: at.uploadInParts }],
  addPage: [{ body: { id: at.mediaToMake, name: 'Menu', url: 'https://example.com/menu' } }],
  checkPage: [{ body: { url: 'https://example.com/menu' } }],
  updateMedia: [{ id: at.media, bodyFrom: onRevision(`/media/${at.media}`, { name: 'Renamed', description: 'New' }) }],
  // One after the other: two entries of the activity at one moment come in any order.
  changeMediaTags: [
    { id: at.media, body: { add: ['Sale', 'Newest'] } },
    { id: at.media, body: { remove: [named.tag] } },
  ],
  startThumbnail: [{ id: at.mediaToPicture, body: THUMBNAIL }],
  finishThumbnail: [{ id: at.media, body: { ...THUMBNAIL, ticket: `${'0'.repeat(40)}.jpg` } }],
  reportBroken: [{ id: at.mediaToPicture }],
  replaceMedia: [{ id: at.mediaToReplace, body: { by: named.media } }],
  deleteMedia: [{ id: at.mediaToDelete }],
  listTrash: [{}, { query: '?limit=1' }, { query: '?q=e' }],
  restoreTrashed: [{ body: { ids: [named.mediaToRestore] } }, { body: { ids: [named.tagToRestore] } }],
  purgeTrashed: [{ id: at.mediaToPurge }],
  emptyTrash: [{}],
  listTagCounts: [
    {},
    { query: '?limit=2' },
    { query: '?q=zzz' },
    { query: '?sort=most&limit=2' },
    { query: '?unused=true' },
  ],
  renameTag: [{ id: at.tagToRename, body: { name: 'Renamed' } }],
  mergeTag: [{ id: at.tagToMerge, body: { into: named.tag } }],
  deleteTag: [{ id: at.tagToDelete }],
  listConsoleTags: [{}, { query: '?limit=2' }, { query: '?q=zzz' }],
});

const playlistSamples = ({ at, named }: SampleIds) => {
  const items = [{ mediaId: named.media, ownSeconds: 5 }];
  const shape = `/playlists/${at.playlist}`;
  return {
    listConsolePlaylists: [
      {},
      { query: '?limit=1' },
      { query: '?q=zzz' },
      { query: '?sort=name&limit=1' },
      { query: '?sort=longest&kind=used' },
      { query: '?kind=unused' },
    ],
    getConsolePlaylist: [{ id: at.playlist }],
    createPlaylist: [{ body: { id: at.playlistToMake, name: 'New', items } }],
    updatePlaylist: [{ id: at.playlist, bodyFrom: onRevision(shape, { name: 'Renamed', items }) }],
    addPlaylistItems: [{ id: at.playlist, body: { mediaIds: [named.media] } }],
    deletePlaylist: [{ id: at.playlistToDelete }],
  };
};

const campaignSamples = ({ at, named }: SampleIds) => {
  const settings = { landscapePlaylistId: named.playlist, portraitPlaylistId: null, tags: ['Summer', 'Newer still'] };
  const change = (id: string, body: object = {}) => ({ id, bodyFrom: onRevision(`/campaigns/${id}`, body) });
  return {
    listConsoleCampaigns: [
      {},
      { query: '?limit=2' },
      { query: '?archived=true&limit=1' },
      { query: '?q=zzz' },
      { query: '?status=running&limit=2' },
      { query: `?tag=${named.tag}&q=campaign` },
    ],
    getConsoleCampaign: [{ id: at.running }, { id: at.edited }],
    createCampaign: [{ body: { lineageId: at.campaignToMake, name: 'New', ...settings } }],
    updateCampaign: [change(at.draft, { name: 'Renamed', ...settings })],
    listCampaignVersions: [{ id: at.edited }],
    previewPublish: [{ id: at.edited }],
    publishCampaign: [{ id: at.edited, bodyFrom: publication(at.edited) }],
    withdrawCampaign: [change(at.running)],
    archiveCampaign: [change(at.ended)],
    restoreCampaign: [change(at.archived)],
    discardDraft: [change(at.editedToo)],
    copyCampaign: [{ id: at.running, body: { lineageId: at.campaignToCopy, name: 'Copied' } }],
    getCampaignVersion: [{ id: at.edited }, { id: at.edited, query: '?version=1' }],
    bringBackVersion: [change(at.editedToo, { version: 1 })],
    getCalendar: [{}, { query: '?view=week&day=2026-06-15' }],
    getScreensAt: [{}, { query: '?at=2026-06-15T10:00' }],
    getToday: [{}],
    deleteCampaign: [{ id: at.draft }],
  };
};

// What is not there has no revision: any will do then, so that the answer is about the id.
const onRevision = (path: string, body: object) => async (read: Read) => ({
  revision: (await read(path))['revision'] ?? 1,
  ...body,
});

const publication = (id: string) => async (read: Read) => {
  const { revision = 1, contentHash = 'none' } = await read(`/campaigns/${id}/publish`);
  return { revision, contentHash };
};
