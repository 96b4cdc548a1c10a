// A backup while everything is being written, restored beside the installation that it was taken from.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { hashFile } from '../../server/src/storage/write-hashed.js';
import { objectPath } from '@vitrine/disk-s3';
import { parseObjectKey } from '../../server/src/storage/object-key.js';
import { EXAMPLE_PASSWORD, EXAMPLE_SECRETS, exampleArchive, exampleId } from '../harness/archive-fixture.js';
import {
  newFolder,
  newFolderWithCluster,
  removeFolder,
  startServe,
  type Folder,
  type Served,
} from '../harness/command-line.js';
import { cookieOf, secretOf, sendConsole } from '../harness/console.js';
import { asked, assertStored, newShop, PLENTY, type Upload } from '../harness/operator.js';
import { send } from '../harness/service.js';
import { LOAD_NAME, openDatabaseOf, startLoad } from '../harness/write-load.js';

const SETTINGS = { DEMO: 'off', LOG_LEVEL: 'warn', ...PLENTY };

let live: Folder;
let restored: Folder;
let servers: Served[] = [];

beforeAll(async () => void ([live, restored] = await Promise.all([newFolderWithCluster(), newFolder()])));
afterAll(async () => {
  for (const server of servers) await server.end('SIGTERM');
  await removeFolder(live);
  await removeFolder(restored);
});

test('a backup under uploads, tag, token and playlist writes restores to what was ready, byte for byte', async () => {
  const source = await serveFrom(live);
  const shop = await newShop(live, {});
  await importExample();
  const cookie = await signIn(source.url);

  const load = startLoad({ folder: live, url: source.url, token: shop.token, cookie });
  while (load.finalized.size < 20 || load.counts.replacements < 1) await sleep(20);
  const readyBefore = [...load.finalized.values()];
  const backup = join(live.path, 'backup');
  const taken = await asked(live, {}, 'backup', backup);
  const writes = { ...load.counts };
  await load.stop();
  for (const [kind, count] of Object.entries(writes)) assert.ok(count > 0, `no ${kind} ran`);

  const put = await asked(restored, {}, 'restore', backup);
  assert.deepEqual({ ...put, dataDir: null }, { dataDir: null, ...withoutFolder(taken) });
  const copy = await serveFrom(restored);

  for (const upload of readyBefore) await assertStored(copy.url, shop.token, upload);
  await assertWhole(copy.url, shop.token, load.begun);
  await assertEveryObject(restored);
  await assertUsageAddsUp(restored);
  await assertSameReads(source.url, copy.url, EXAMPLE_SECRETS.all);
  // Sessions, passwords and revoked tokens came along.
  const me = (url: string) => sendConsole(url, 'GET', '/me', { headers: { cookie } });
  assert.deepEqual((await me(copy.url)).json, (await me(source.url)).json);
  assert.notEqual(await signIn(copy.url), '');
}, 180_000);

async function serveFrom(folder: Folder): Promise<Served> {
  const server = await startServe(folder, SETTINGS);
  servers = [...servers, server];
  return server;
}

// Its files are not brought, so the backup finds them missing and must not mind.
async function importExample(): Promise<void> {
  const file = join(live.path, 'example.json');
  await writeFile(file, JSON.stringify(exampleArchive({ media: 60, tokensFrom: Date.now() })));
  await asked(live, {}, 'import', file);
}

async function signIn(url: string): Promise<string> {
  const body = { email: 'owner@example.com', password: EXAMPLE_PASSWORD };
  const answer = await sendConsole(url, 'POST', '/sign-in', { body });
  assert.equal(answer.status, 200, answer.text);
  return cookieOf(secretOf(answer));
}

function withoutFolder({ folder, ...rest }: Record<string, string>): object {
  assert.equal(folder, join(live.path, 'backup'));
  return rest;
}

// Whatever the snapshot caught as ready has its bytes, also what became ready while the backup ran.
async function assertWhole(url: string, token: string, begun: ReadonlyMap<string, Upload>): Promise<void> {
  for (const { id } of await listAll(url, token, '/media')) {
    const upload = begun.get(id ?? '');
    assert.ok(upload, `${id} was never uploaded`);
    await assertStored(url, token, upload);
  }
}

// Of every merchant but the example: also of the one whose objects were deleted while they were copied.
async function assertEveryObject(folder: Folder): Promise<void> {
  const media = await askDatabase<{ key: string; sha256: string }>(
    folder,
    `select object_key as key, encode(sha256, 'hex') as sha256 from media
     where state = 'ready' and object_key is not null and merchant_id <> '${exampleId('merchant', 0)}'`,
  );
  assert.ok(media.length > 3);
  for (const { key, sha256 } of media) {
    const { sha256: found } = await hashFile(objectPath(join(folder.dataDir, 'objects'), parseObjectKey(key)));
    assert.equal(found, sha256);
  }
}

async function assertUsageAddsUp(folder: Folder): Promise<void> {
  const merchants = await askDatabase<{ used: number; reserved: number; ready: number; held: number }>(
    folder,
    `select used_bytes as used, reserved_bytes as reserved,
       (select coalesce(sum(size_bytes + coalesce(thumbnail_size_bytes, 0)), 0)::bigint from media m
        where m.merchant_id = u.merchant_id and state = 'ready') as ready,
       (select coalesce(sum(reserved_bytes), 0)::bigint from media m where m.merchant_id = u.merchant_id)
         + (select coalesce(sum(reserved_bytes), 0)::bigint from pending_deletions d where d.merchant_id = u.merchant_id) as held
     from storage_usage u`,
  );
  assert.equal(merchants.length, 3);
  for (const { used, reserved, ready, held } of merchants) assert.deepEqual([used, reserved], [ready, held]);
}

async function askDatabase<Row extends object>(folder: Folder, text: string): Promise<Row[]> {
  const db = await openDatabaseOf(folder);
  try {
    return await db.rows<Row>({ text, values: [] });
  } finally {
    await db.close();
  }
}

// What nobody wrote to reads the same on both, list by list and item by item.
async function assertSameReads(one: string, other: string, token: string): Promise<void> {
  for (const list of ['/media', '/playlists', '/campaigns', '/tags']) {
    const items = unchanged(await listAll(one, token, list));
    assert.ok(items.length > 0);
    assert.deepEqual(unchanged(await listAll(other, token, list)), items);
    if (list === '/tags') continue;
    for (const item of items) {
      const path = `${list}/${item.id ?? item.lineageId}`;
      assert.deepEqual(await read(other, token, path), await read(one, token, path));
    }
  }
}

const unchanged = (items: readonly Item[]): readonly Item[] =>
  items.filter(({ name }) => name?.startsWith(LOAD_NAME) !== true);

type Item = { readonly id?: string; readonly lineageId?: string; readonly name?: string };

async function listAll(url: string, token: string, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor = ''; ;) {
    const page: { items?: Item[]; nextCursor?: string | null } = Object(
      await read(url, token, `${path}?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`),
    );
    items.push(...(page.items ?? []));
    if (!page.nextCursor) return items;
    cursor = page.nextCursor;
  }
}

// Signed URLs carry the port of their store and the second of their making; the object that they name is compared.
async function read(url: string, token: string, path: string): Promise<unknown> {
  const { status, body } = await send(url + API_PATH + path, token);
  assert.equal(status, 200, path);
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => (key.endsWith('Url') ? pathOf(value) : value));
}

const pathOf = (value: unknown): unknown => (typeof value === 'string' ? new URL(value).pathname : value);
