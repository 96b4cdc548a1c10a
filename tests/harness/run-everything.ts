// For sharding.test.ts: one call of everything that the service can do to content, while every statement is noted.
import assert from 'node:assert/strict';
import pg from 'pg';
import { countActivity, selectActivity, selectActivityPage } from '../../server/src/activity/queries.js';
import { exportArchive } from '../../server/src/archive/export-archive.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { tellCampaigns } from '../../server/src/campaigns/tell-campaigns.js';
import { touchClock } from '../../server/src/changes/clock-queries.js';
import { dropOldChanges } from '../../server/src/changes/drop-old-changes.js';
import { makeFirstRunAddress } from '../../server/src/identity/first-run.js';
import { findByTerms } from '../../server/src/media/library-queries.js';
import { dropOldTrash } from '../../server/src/media/empty-trash.js';
import { pageByTerms, pageFromAnywhere } from '../../server/src/media/queries.js';
import { createMerchant } from '../../server/src/merchants/create-merchant.js';
import { dropOld } from '../../server/src/merchants/drop-old.js';
import { selectMerchantIds, selectMerchants } from '../../server/src/merchants/queries.js';
import { selectSortedPage } from '../../server/src/playlists/list-queries.js';
import { DROP_AFTER_MS } from '../../server/src/storage/drop-after.js';
import { mergeTag } from '../../server/src/tags/merge-tag.js';
import { selectCountedPage } from '../../server/src/tags/count-queries.js';
import { selectTagPage } from '../../server/src/tags/queries.js';
import { restoreTrashed } from '../../server/src/trash/restore-trashed.js';
import { dropAbandoned } from '../../server/src/uploads/drop-abandoned.js';
import { tellWebhooks } from '../../server/src/webhooks/tell-webhooks.js';
import { parseMerchantId, parsePersonId } from '../../server/src/ids.js';
import { exampleArchive, exampleId, EXAMPLE_SECRETS } from './archive-fixture.js';
import { sendConsole } from './console.js';
import { anUploadRequest } from './content.js';
import { FIRST_RUN } from './endpoint-cases.js';
import { aNetwork } from './network.js';
import { newReceiver } from './receiver.js';
import { NOW, post, send, type Service } from './service.js';
import { until } from './until.js';
import { newWebhook } from './webhooks.js';
import { everyCall, goodStatusOf } from '../isolation/every-call.js';
import { answerTo, lacksRoute, newResident } from '../isolation/new-world.js';

// Every statement that any connection sends, as it is sent, is added; until the answer is called.
export function recordStatements(statements: { readonly add: (text: string) => unknown }): () => void {
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query') ?? {};
  const sendQuery: unknown = original.value;
  if (typeof sendQuery !== 'function') throw new Error('pg has changed');
  Object.defineProperty(pg.Client.prototype, 'query', {
    ...original,
    value(this: pg.Client, ...args: unknown[]): unknown {
      const [first] = args;
      for (const text of textsOf(first)) statements.add(text);
      return Reflect.apply(sendQuery, this, args);
    },
  });
  return () => Object.defineProperty(pg.Client.prototype, 'query', original);
}

type Sent = { readonly text: string; readonly sent?: readonly { readonly text: string }[] };

// A text, what pg makes a query of, or several statements that go together.
const textsOf = (query: unknown): string[] => {
  if (typeof query === 'string') return [query];
  const { text, sent } = query as Sent;
  return sent?.map((one) => one.text) ?? [text];
};

const NO_FILTER = {
  words: [],
  tagIds: [],
  types: [],
  orientation: undefined,
  isUnused: false,
  addedBy: undefined,
  minBytes: undefined,
  maxBytes: undefined,
  from: undefined,
  before: undefined,
};

// What the service must be given as its outside, so that webhooks are taken.
export const WITH_RECEIVERS = { ...aNetwork({}), allowedHosts: ['receiver.example'] };

// The titles of the endpoints that were called.
export async function runEverything(service: Service): Promise<string[]> {
  await runFirst(service);
  await runArchives(service);
  await runUploads(service);
  await runTags(service);
  const titles = await runEveryEndpoint(service);
  await runWebhooks(service);
  await runClock(service);
  return titles;
}

// What is there only as long as there is no merchant.
async function runFirst(service: Service): Promise<void> {
  const address = await makeFirstRunAddress(service, service.url);
  const body = { ...FIRST_RUN, secret: address?.split('#')[1] };
  assert.equal((await sendConsole(service.url, 'POST', '/first-run', { body })).status, 200);
}

// The archive in both directions, and what has no endpoint.
async function runArchives({ db, store, clock }: Service): Promise<void> {
  const deps = { db, store, clock };
  const archive = exampleArchive({ media: 1_000, campaigns: 8 });
  const { merchantId } = await importArchive(deps, archive);
  await importArchive(deps, archive, { replace: true });
  await exportArchive(deps, merchantId);
  await createMerchant({ db, clock }, { name: 'Empty', timeZone: 'UTC', plan: 'pro', quotaBytes: 1 });
  await selectMerchants(db);
  await dropOld({ db, clock: { now: () => 0 } }, { activityDays: 1, usageDays: 1 });
  await selectActivity(db, merchantId, 10);
  const id = exampleId('tag', 0);
  await countActivity(db, { merchantId }, id, { kind: 'person.sign_in_failed', at: NOW, details: {} });
  const filter = { tokenId: id, personId: id, kind: 'x', objectId: undefined, from: NOW, before: NOW };
  for (const after of [
    ['a', id],
    ['a', id, 'mark'],
  ] as const) {
    await selectTagPage(db, merchantId, [], after, 1);
    const counted = { uses: 1, place: after };
    await selectCountedPage(db, merchantId, { words: [], sort: 'most', isUnused: false, after: counted, limit: 1 });
    const sorted = { search: [], sort: 'name', kind: undefined, wall: NOW, after, limit: 1 } as const;
    await selectSortedPage(db, merchantId, sorted);
    const search = { filter: { ...NO_FILTER, words: ['x'], isUnused: true }, sort: 'name' } as const;
    await findByTerms(db, merchantId, { ...search, after, limit: 1 }, 10);
  }
  for (const tagIds of [[id], [id, id]])
    for (const pageOf of [pageByTerms, pageFromAnywhere])
      await db.texts(pageOf(merchantId, { search: 'x', tagIds }, { createdAt: NOW, id }, 1));
  await selectActivityPage(db, merchantId, filter, { after: { at: NOW, id }, limit: 1 });
  await selectActivityPage(db, merchantId, { ...filter, objectId: id }, { after: { at: NOW, id }, limit: 1 });
}

// An upload that arrives, and one that is dropped.
async function runUploads({ db, store, clock, url }: Service): Promise<void> {
  const at = (path: string, init?: RequestInit) => send(`${url}/api/integrations/v1${path}`, EXAMPLE_SECRETS.all, init);
  const request = anUploadRequest({}, 'bytes');
  const { body } = await at('/media/uploads', post(request));
  const { upload: target } = body as { upload: { url: string; headers: Record<string, string> } };
  await fetch(target.url, { method: 'PUT', headers: target.headers, body: 'bytes' });
  assert.equal((await at(`/media/uploads/${request.id}/finalize`, post())).status, 200);
  await at('/media/uploads', post(anUploadRequest()));
  clock.advance(2 * DROP_AFTER_MS);
  await dropAbandoned({ db, store, clock });
}

// Two tags merged into a third one, with some hundred items each, and one of the two brought back; the other is dropped.
async function runTags({ db, store, clock }: Service): Promise<void> {
  const merchantId = parseMerchantId(exampleId('merchant', 0));
  const [into = '', ...merged] = [0, 1, 2].map((at) => exampleId('tag', at));
  const person = { id: parsePersonId(exampleId('person', 0)), name: 'Ada' };
  const principal = { kind: 'person', merchantId, person, role: 'staff', timeZone: 'UTC', requestId: 'tags' } as const;
  for (const id of merged) await mergeTag({ db, clock }, principal, { params: { id }, body: { into } });
  const { ids } = await restoreTrashed({ db, clock, maxTagsPerMedia: 50 }, principal, {
    body: { ids: merged.slice(1) },
  });
  assert.deepEqual(ids, merged.slice(1));
  assert.equal(await dropOldTrash({ db, clock: { now: () => clock.now() + 31 * DAY_MS } }), 1);
  await importArchive({ db, store, clock }, exampleArchive({ media: 1_000, campaigns: 8 }), { replace: true });
}

// One that takes what it is sent, one that does not, and one that is gone; with what they are told by the clock.
async function runWebhooks(service: Service): Promise<void> {
  const merchantId = parseMerchantId(exampleId('merchant', 0));
  const statuses = [200, 500, 410];
  const receivers = await Promise.all(
    statuses.map((status) => newReceiver((response) => void response.writeHead(status).end())),
  );
  const types = ['tag.created', 'token.expiring', 'storage.nearly_full'] as const;
  for (const { url } of receivers) await newWebhook(service, merchantId, { url, types });
  for (const sender of service.senders()) await sender.start();
  const path = `/api/integrations/v1/media/${exampleId('media', 0)}/tags`;
  const tagged = await send(service.url + path, EXAMPLE_SECRETS.all, post({ add: ['Told by webhook'] }));
  assert.equal(tagged.status, 200);
  await until(() => receivers.every(({ received }) => received.length > 0));
  assert.deepEqual((await tellWebhooks(service)).faults, []);
  for (const sender of service.senders()) await sender.settle();
  service.clock.advance(31 * DAY_MS);
  for (const sender of service.senders()) await sender.settle();
  const states = await service.db.rows<{ state: string }>({
    text: 'select distinct state from webhook_deliveries where merchant_id = $1 order by state',
    values: [merchantId],
  });
  assert.deepEqual(
    states.map(({ state }) => state),
    ['delivered', 'failed', 'waiting'],
  );
  assert.deepEqual((await tellWebhooks(service)).faults, []);
}

const DAY_MS = 86_400_000;

// What the clock does: flights that begin and end, changes that are kept no longer, and a feed that is not there yet.
async function runClock({ db, clock }: Service): Promise<void> {
  const merchantIds = (await selectMerchantIds(db)).map(({ id }) => id);
  for (const merchantId of merchantIds) await touchClock(db, merchantId, new Date(clock.now()).toISOString());
  await tellCampaigns({ db, clock });
  await dropOldChanges({ db, clock: { now: () => clock.now() + 31 * DAY_MS } }, merchantIds);
}

// The table, row by row: a new endpoint is called here without a word.
async function runEveryEndpoint(service: Service): Promise<string[]> {
  const resident = await newResident(service, 'A');
  const titles: string[] = [];
  for (const call of everyCall({ at: resident.ids, named: resident.ids, own: resident.own })) {
    service.clock.advance(1_000);
    const answered = await answerTo(service, resident, call);
    assert.ok(!lacksRoute(answered), `${call.title}: the contract has the row, the server has no route for it yet`);
    assert.equal(answered.status, goodStatusOf(call.endpoint), `${call.title}: ${answered.text}`);
    titles.push(call.title);
  }
  return titles;
}
