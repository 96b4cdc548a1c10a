// A service with one merchant or two behind the same walls, each with everything that a call can name.
import assert from 'node:assert/strict';
import { hashSecret } from '../../server/src/identity/token-secret.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { parseInvitationId, parseMerchantId, parsePersonId } from '../../server/src/ids.js';
import { emailKey } from '../../server/src/fold.js';
import { insertLink } from '../../server/src/identity/account-link-queries.js';
import { insertInvitation } from '../../server/src/identity/invitation-queries.js';
import { findAccount } from '../../server/src/identity/people-queries.js';
import { exampleId, EXAMPLE_PASSWORD } from '../harness/archive-fixture.js';
import { callTool, MCP_HEADERS, newAiKey } from '../harness/ai-keys.js';
import { askedFor, connectProgram } from '../harness/connections.js';
import { newSession } from '../harness/console.js';
import { anUploadRequest } from '../harness/content.js';
import { newPairing, newScreen } from '../harness/screens.js';
import { newWebhook } from '../harness/webhooks.js';
import { givePasskey, giveRecoveryCodes } from '../harness/second-factors.js';
import { aToken, NOW, post as toPost, send, type Service, type Shop } from '../harness/service.js';
import { put, startNew, upload } from '../harness/upload.js';
import type { Call } from './every-call.js';
import type { Own } from './sample.js';
import { sharedIds, type Ids } from './ids.js';
import { emailOf, markedArchive, MARKS, merchantIdOf, ONLY_B, secretOf, type Side } from './marked-archive.js';
import { AWAITED, AWAITED_CONSOLE, AWAITED_IN_PARTS, IN_ONE_PART } from './samples.js';

export const STORED = 'a file of the same bytes at both merchants';
// When everything is there and the calls begin; each call is a second later than the one before.
const SET_UP = '2026-06-15T13:00:00.000Z';

export type Resident = { readonly shop: Shop; readonly ownerId: string; readonly ids: Ids; readonly own: Own };

// Every step has its own moment, the same for each merchant, so that worlds can be compared.
export async function newResident(service: Service, side: Side): Promise<Resident> {
  service.clock.set(NOW);
  // One person belongs to both merchants.
  await importArchive(service, markedArchive(side), { joinPeople: true });
  const shop = toShop(service, side);
  const person = async (who: string): Promise<string> =>
    (await findAccount(service.db, emailKey(emailOf(side, who))))?.id ?? '';
  const ownerId = await person('owner');
  await invite(service, side, ownerId);
  await handLinks(service, side, { staffId: await person('staff'), ownerId });
  await storeFiles(service, shop);
  await giveAiKeys(service, side, ownerId);
  const aiSecret = aiSecretOf(side, 0);
  const ids = sharedIds({
    person: await person('staff'),
    personToRemove: await person('leaving'),
    session: (await newSession(service, ownerId)).id,
    merchant: merchantIdOf(side),
  });
  const own = {
    email: emailOf(side, 'owner'),
    password: EXAMPLE_PASSWORD,
    invitationSecrets: SECRETS.map(secretAt(side)),
    resetSecret: secretAt(side)(RESET),
    emailSecret: secretAt(side)(EMAIL),
    authenticator: await giveFactors(service, side, ownerId),
    now: () => service.clock.now(),
    ...(await hangScreens(service, side)),
    aiSecret,
    connections: await connectPrograms(service, ownerId),
    callTool: async (name: string, given: object) => (await callTool(service.url, aiSecret, name, given)).data,
  };
  await hookUp(service, side);
  // Reading the tokens writes down what was counted of the calls above.
  await (await newSession(service, ownerId)).get('/tokens');
  service.clock.set(SET_UP);
  return { shop, ownerId, ids, own };
}

function toShop({ url }: Service, side: Side): Shop {
  const secret = secretOf(side);
  const at = (path: string, init?: RequestInit) => send(`${url}/api/integrations/v1${path}`, secret, init);
  return {
    id: parseUuid(merchantIdOf(side)),
    secret,
    token: aToken(secret),
    get: (path) => at(path),
    post: (path, body) => at(path, toPost(body)),
  };
}

const parseUuid = (text: string): Shop['id'] => text as Shop['id'];

const SECRETS = [0, 1, 2] as const;
// 43 characters, as invitations have them.
const secretAt = (side: Side) => (at: number) => secretOf(side, 500 + at).slice('vitrine_'.length);

async function invite({ db }: Service, side: Side, ownerId: string): Promise<void> {
  const merchantId = parseMerchantId(merchantIdOf(side));
  for (const at of [...SECRETS, ...(side === 'B' ? [ONLY_B[0]] : [])]) {
    const email = emailOf(side, `guest-${at}`);
    await insertInvitation(db, merchantId, {
      merchant_id: merchantId,
      id: parseInvitationId(exampleId('invitation', at)),
      email,
      email_key: emailKey(email),
      role: 'staff',
      secret_hash: hashSecret(secretAt(side)(at)),
      mailed_secret_hash: null,
      created_by: parsePersonId(ownerId),
      created_by_name: `owner ${MARKS[side]}`,
      created_at: `2026-06-14T00:0${at % 10}:00Z`,
      expires_at: '2026-06-21T00:00:00Z',
    });
  }
}

const RESET = 10;
const EMAIL = 11;

type Holders = { readonly staffId: string; readonly ownerId: string };

// A link to choose a new password, and one to prove a new email.
async function handLinks({ db }: Service, side: Side, { staffId, ownerId }: Holders): Promise<void> {
  const times = { created_at: '2026-06-15T12:00:00Z', expires_at: '2026-06-16T12:00:00Z' };
  await insertLink(db, parsePersonId(staffId), {
    ...times,
    id: exampleId(`link ${side}`, 0),
    kind: 'reset',
    mailed: true,
    secret_hash: hashSecret(secretAt(side)(RESET)),
    email: null,
    email_key: null,
  });
  const email = emailOf(side, 'moved');
  await insertLink(db, parsePersonId(ownerId), {
    ...times,
    id: exampleId(`link ${side}`, 1),
    kind: 'email',
    mailed: true,
    secret_hash: hashSecret(secretAt(side)(EMAIL)),
    email,
    email_key: emailKey(email),
  });
}

// The owner signs in by passkey, or with a code of the paper; one passkey is there to be removed.
async function giveFactors(service: Service, side: Side, ownerId: string) {
  await giveRecoveryCodes(service, ownerId);
  for (const at of [1, ...(side === 'B' ? [900] : [])]) await givePasskey(service, ownerId, exampleId('passkey', at));
  return givePasskey(service, ownerId, exampleId('passkey', 0));
}

// Keys for assistants, of the same ids everywhere.
async function giveAiKeys(service: Service, side: Side, personId: string): Promise<void> {
  for (const at of [0, 1, 2, ...(side === 'B' ? ONLY_B.slice(0, 1) : [])]) {
    const wanted = { id: exampleId('key', at), name: `Key ${at} ${MARKS[side]}`, secret: aiSecretOf(side, at) };
    await newAiKey(service, { merchantId: merchantIdOf(side), personId }, wanted);
  }
}

const aiSecretOf = (side: Side, at: number): string => secretOf(side, 600 + at).replace('vitrine_', 'vitrine_ai_');

// One after the other, so that lists have the same order everywhere.
async function connectPrograms(service: Service, ownerId: string): Promise<NonNullable<Own['connections']>> {
  const connect = async () => {
    service.clock.advance(1_000);
    return connectProgram(service, await newSession(service, ownerId));
  };
  const { clientId, tokens } = await connect();
  const toRevoke = (await connect()).tokens.access_token;
  return { clientId, toRefresh: tokens.refresh_token, toRevoke, asked: askedFor(clientId) };
}

// Screens of the same ids everywhere, a browser that shows a code, and one more whenever somebody asks.
async function hangScreens(service: Service, side: Side) {
  const merchantId = merchantIdOf(side);
  const hang = (at: number) =>
    newScreen(service, merchantId, { id: exampleId('screen', at), name: `Wall ${at} ${MARKS[side]}` });
  const { key: screenKey, post } = await hang(0);
  for (const at of [1, 2, ...(side === 'B' ? ONLY_B : [])]) await hang(at);
  // So that every table has rows of it.
  const [lineageId, mediaId] = [exampleId('campaign', 0), exampleId('media', 0)];
  await post('/plays', { batch: 1, plays: [{ day: '2026-06-14', lineageId, mediaId, plays: 1, seconds: 10 }] });
  return {
    screenKey,
    // Its code was typed: one that waits would be over by the time of the calls.
    televisionSecret: screenKey,
    newCode: async () => (await newPairing(service)).code,
  };
}

// Webhooks of the same ids everywhere, each with a message.
async function hookUp(service: Service, side: Side): Promise<void> {
  for (const at of [0, 1, ...(side === 'B' ? ONLY_B : [])]) {
    const [id, deliveryIds] = [exampleId('webhook', at), [at, at + 10].map((one) => exampleId('delivery', one))];
    const parts = {
      id,
      deliveryIds,
      name: `Till ${at} ${MARKS[side]}`,
      url: `https://${MARKS[side].toLowerCase()}.example/`,
    };
    await newWebhook(service, merchantIdOf(side), parts);
  }
}

// One file that is ready, two that wait for their finalize, and one for its bytes; the same ids and the same bytes everywhere.
async function storeFiles({ clock }: Service, shop: Shop): Promise<void> {
  const { id } = await upload(shop, STORED, { id: exampleId('media', 802) });
  clock.advance(1_000);
  await shop.post(`/media/${id}/tags`, { add: ['Window'] });
  for (const [at, bytes] of [AWAITED, AWAITED_CONSOLE].entries()) {
    clock.advance(1_000);
    const ticket = await startNew(shop, anUploadRequest({ id: exampleId('media', 800 + at) }, bytes));
    assert.equal((await put(ticket.upload, bytes)).status, 200);
  }
  clock.advance(1_000);
  const { mediaId } = await startNew(shop, anUploadRequest({ id: exampleId('media', 803) }, AWAITED_IN_PARTS));
  assert.equal((await shop.post(`/media/uploads/${mediaId}/parts`, IN_ONE_PART)).status, 200);
}

export type Answered = { readonly status: number; readonly headers: Headers; readonly text: string };

// One call as the merchant's token, or as its owner with a session of its own.
export async function answerTo(service: Service, { shop, ownerId, own }: Resident, call: Call): Promise<Answered> {
  const { cookie, get, post } = await newSession(service, ownerId);
  const read = async (path: string, sent?: object) => (await (sent === undefined ? get(path) : post(path, sent))).json;
  const body = await call.bodyOf(read);
  const isPublic = call.endpoint.access.by === 'anyone';
  const headers = new Headers({ origin: service.url });
  if (call.api === 'integrations') headers.set('authorization', `Bearer ${shop.secret}`);
  else if (call.api === 'screens') headers.set('authorization', `Bearer ${bearerOf(call, own)}`);
  else if (call.api === 'assistants') setMcpHeaders(headers, own);
  else if (!isPublic) headers.set('cookie', cookie);
  const { method, bodyType } = call.endpoint;
  const isForm = bodyType === 'form';
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const response = await fetch(service.url + call.path, {
    method,
    headers,
    redirect: 'manual',
    ...(body && { body: isForm ? new URLSearchParams({ ...body }) : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function setMcpHeaders(headers: Headers, { aiSecret }: Own): void {
  for (const [name, value] of Object.entries(MCP_HEADERS)) headers.set(name, value);
  headers.set('authorization', `Bearer ${aiSecret}`);
}

const bearerOf = ({ endpoint }: Call, { screenKey, televisionSecret }: Own): string | undefined =>
  endpoint.access.by === 'screen' ? screenKey : televisionSecret;

// The contract has the row and the server no route for it yet.
export const lacksRoute = ({ status, text }: Answered): boolean =>
  status === 405 || (status === 404 && text.includes('"No such endpoint. '));
