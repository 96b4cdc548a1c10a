// What is asked at a merchant's home on a cluster is asked in statements of its own. They are as right on one PostgreSQL, so
// that they are tried here; what a cluster makes of them, in homes.test.ts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import type { MediaPage } from '@vitrine/contract/media';
import { createDb, MAINTENANCE_LIMITS, type Db } from '../src/db/db.js';
import { findSharedKey } from '../src/db/shared-key.js';
import { countInDatabase } from '../src/identity/count-request.js';
import { isActive, toKnownToken, type KnownToken } from '../src/identity/known-tokens.js';
import { stopToken } from '../src/identity/manage-tokens.js';
import { findAccess } from '../src/identity/token-queries.js';
import { parseMerchantId, parsePersonId, parseTokenId } from '../src/ids.js';
import { listMedia } from '../src/media/list-media.js';
import type { PersonPrincipal } from '../src/principal.js';
import { mergeTag } from '../src/tags/merge-tag.js';
import { createTagDictionaries } from '../src/tags/tag-dictionary.js';
import { anImage, anUploadRequest, aTag } from '../../tests/harness/content.js';
import { openTestDatabase, type TestDatabase } from '../../tests/harness/database.js';
import { pageOf, told } from '../../tests/harness/feed.js';
import { startService, type Service, type Shop } from '../../tests/harness/service.js';
import { start, upload } from '../../tests/harness/upload.js';

let database: TestDatabase;
let home: Db;
let service: Service;
beforeAll(async () => {
  database = await openTestDatabase();
  home = createDb(database.connection, { ...MAINTENANCE_LIMITS, checkOutMs: 300_000 }, { atHome: true });
  service = await startService({ isShared: true, database: { ...database, db: home } });
});
afterAll(async () => {
  await service.close();
  await home.close();
});

test('a count reads the token only when something has changed for it, and then holds what is true', async () => {
  const shop = await service.newMerchant();
  const known = await findKnown(shop);
  const { merchantId } = known;
  let reads = 0;
  const watched: Db = {
    ...home,
    row: (statement) => ((reads += Number(/from tokens/.test(statement.text))), home.row(statement)),
  };
  const counter = countInDatabase(() => watched);
  const count = () => counter.count(known, 'read', 1);
  const [first, second, third] = [await count(), await count(), await count()];
  assert.deepEqual([first.requests, second.requests, third.requests, reads], [1, 2, 3, 1]);
  assert.equal(third.known, known);
  await stopToken(service, { merchantId }, known.token.id);
  // As of a process that nobody has told, with every request until somebody does.
  for (const requests of [4, 5]) {
    const counted = await count();
    assert.equal(counted.requests, requests);
    assert.equal(counted.known && isActive(counted.known, service.clock), false);
  }
});

const tagsOf = ({ items }: MediaPage): string[] => items.flatMap(({ tags }) => tags.map(({ name }) => name));

test('a page at home names tags as they are at its moment, also when they are merged while it is read', async () => {
  const [red, scarlet] = [aTag('red'), aTag('scarlet')];
  const shop = await service.newMerchant({ tags: [red, scarlet], media: [anImage({ tagIds: [scarlet.id] })] });
  const list = await listerOf(shop, async () => {
    await mergeTag(service, personAt(shop), { params: { id: scarlet.id }, body: { into: red.id } });
  });
  // Nothing is known yet; then it is, and the merge comes between the rows and the version.
  assert.deepEqual(tagsOf(await list()), ['scarlet']);
  assert.deepEqual(tagsOf(await list()), ['red']);
  assert.deepEqual(tagsOf(await list()), ['red']);
});

const personAt = (shop: Shop): PersonPrincipal => ({
  kind: 'person',
  merchantId: parseMerchantId(shop.id),
  person: { id: parsePersonId(randomUUID()), name: 'Ada' },
  role: 'owner',
  timeZone: 'UTC',
  requestId: '',
});

async function listerOf(shop: Shop, between: () => Promise<unknown>): Promise<() => Promise<MediaPage>> {
  let isDone = false;
  const texts: Db['texts'] = async (statement) => {
    const rows = await home.texts(statement);
    if (!isDone && /page_url, null/.test(statement.text)) {
      isDone = true;
      await between();
    }
    return rows as never;
  };
  const cursorKey = await findSharedKey(home, 'cursor');
  const deps = {
    db: { ...home, texts },
    store: service.store,
    cursorKey,
    tagDictionaries: createTagDictionaries(() => home),
  };
  const call = { hangUp: () => new AbortController().signal, readmit: async () => undefined };
  const principal = { kind: 'token', ...(await findKnown(shop)), requestId: '', counted: undefined, call } as const;
  return async () => {
    let text = '';
    (await listMedia(deps, principal, { query: {} })).handTo((body) => ((text = String(body)), true));
    return JSON.parse(text) as MediaPage;
  };
}

async function findKnown(shop: Shop): Promise<KnownToken> {
  const access = await findAccess(home, parseMerchantId(shop.id), parseTokenId(shop.token.id));
  assert.ok(access !== undefined);
  return toKnownToken(access);
}

test('an upload at home is in the library, the activity and the feed', async () => {
  const shop = await service.newMerchant();
  const { nextCursor } = await pageOf(shop);
  const media = await upload(shop, 'bytes');
  assert.deepEqual((await shop.get(`/media/${media.id}`)).body, media);
  assert.deepEqual(await told(shop, nextCursor), [['media.ready', media.id]]);
  const again = await start(shop, anUploadRequest({}, 'bytes'));
  assert.deepEqual([again.duplicateOf?.id, again.upload], [media.id, null]);
  const entries = await home.rows<{ kind: string }>({
    text: 'select kind from activity where merchant_id = $1',
    values: [shop.id],
  });
  assert.deepEqual(entries, [{ kind: 'media.uploaded' }]);
});
