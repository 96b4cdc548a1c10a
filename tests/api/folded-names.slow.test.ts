// A database of the release before: its tags are compared by NFKC and its searches keep accents.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, test } from 'vitest';
import type { Media, MediaPage } from '@vitrine/contract/media';
import type { AddTagsResult, TagPage } from '@vitrine/contract/tags';
import { migrate } from '../../server/src/db/migrate.js';
import { sql } from '../../server/src/db/sql.js';
import { foldText } from '../../server/src/fold.js';
import { EXAMPLE_SECRETS, exampleId } from '../harness/archive-fixture.js';
import { readRelease } from '../../server/test/release/released.js';
import { openReleased, serveDatabase } from '../../server/test/release/upgraded.js';
import { post, send } from '../harness/service.js';

const BEFORE = '0005_studio.sql';
const MERCHANT = exampleId('merchant', 0);

let old: Awaited<ReturnType<typeof openReleased>>;
let served: Awaited<ReturnType<typeof serveDatabase>>;
const ids: string[] = [];

// As that release wrote a tag.
const insertTag = async (name: string): Promise<string> => {
  const id = randomUUID();
  await old.db.rows(sql`
    insert into tags (merchant_id, id, name, name_key) values (${MERCHANT}, ${id}, ${name}, ${foldText(name)})`);
  return id;
};
const insertPage = (name: string, url: string) =>
  old.db.rows(sql`
    insert into media (merchant_id, id, state, type, name, search_text, created_at, page_url)
    values (${MERCHANT}, ${randomUUID()}, 'ready', 'web', ${name}, ${foldText(name)}, '2026-06-01T00:00:00Z', ${url})`);

const call = async (path: string, init?: RequestInit): Promise<unknown> => {
  const { status, body } = await send(`${served.url}/api/integrations/v1${path}`, EXAMPLE_SECRETS.all, init);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const add = async (names: string[]) =>
  ((await call(`/media/${exampleId('media', 0)}/tags`, post({ add: names }))) as AddTagsResult).tags;
const search = async (path: string, q: string) =>
  ((await call(`${path}?q=${encodeURIComponent(q)}`)) as { items: { name: string }[] }).items.map(({ name }) => name);

beforeAll(async () => {
  old = await openReleased(BEFORE, (await readRelease(BEFORE)).data);
  for (const name of ['m²', '①', 'Brand™', 'Größe']) ids.push(await insertTag(name));
  await insertPage('Crème brûlée', 'https://bücher.example/ä b');
  await insertPage('Plain', 'https://example.com/plain');
  await migrate(old.db);
  served = await serveDatabase(old);
});
afterAll(async () => {
  await served.close();
  await old.close();
});

test('its tags are found by their new keys, and names that it took for the same are tags of their own', async () => {
  assert.deepEqual((await add(['M²', '①', 'BRAND™', 'GRÖSSE'])).map(({ id }) => id).sort(), ids.toSorted());
  const tags = await add(['m2', '1', 'BrandTM']);
  assert.deepEqual(
    tags.map(({ name }) => name),
    ['1', 'BrandTM', 'm2'],
  );
});

test('its rows are found without accents, and whatever the form', async () => {
  assert.deepEqual(await search('/media', 'creme BRULEE'), ['Crème brûlée']);
  assert.deepEqual(await search('/media', 'Crème'), ['Crème brûlée']);
  assert.deepEqual(await search('/tags', 'grosse'), ['Größe']);
  assert.deepEqual(await search('/tags', 'brandtm'), ['BrandTM', 'Brand™']);
});

test('the addresses of its pages are URIs', async () => {
  const { items } = (await call('/media?q=Br%C3%BBl')) as MediaPage;
  assert.deepEqual(
    items.map(({ fileUrl }) => fileUrl),
    ['https://xn--bcher-kva.example/%C3%A4%20b'],
  );
  assert.equal(((await call('/media?q=Plain')) as MediaPage).items[0]?.fileUrl, 'https://example.com/plain');
});

test('a tag that an instance of that release makes meanwhile is found, and gets its new key with the next one that is made', async () => {
  const id = await insertTag('Été ②');
  assert.deepEqual(await search('/tags', 'ete 2'), ['Été ②']);
  assert.deepEqual(await add(['été ②']), [{ id, name: 'Été ②' }]);
  const [plain] = await add(['ÉTÉ 2']);
  assert.equal(plain?.name, 'ÉTÉ 2');
  assert.notEqual(plain?.id, id);
  const { items } = (await call('/tags?limit=200')) as TagPage;
  const { tags } = (await call(`/media/${exampleId('media', 0)}`)) as Media;
  const carried = new Set(tags.map((tag) => tag.id));
  assert.deepEqual(
    tags,
    items.filter((tag) => carried.has(tag.id)),
  );
});

test('a tag that an instance of that release makes a second time stays beside the first, and nothing fails', async () => {
  const [first] = await add(['③']);
  const second = await insertTag('③');
  assert.deepEqual(await add(['③']), [first]);
  assert.deepEqual(
    (await add(['brand new'])).map(({ name }) => name),
    ['brand new'],
  );
  assert.deepEqual((await search('/tags', '3')).filter((name) => name === '③').length, 2);
  assert.ok(((await call('/tags?limit=200')) as TagPage).items.some(({ id }) => id === second));
});
