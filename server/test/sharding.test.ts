// The schema and the statements as a cluster needs them: every row of a merchant on one shard, every statement on one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, test } from 'vitest';
import { selectActivity, selectActivityPage } from '../src/activity/queries.js';
import { exportArchive } from '../src/archive/export-archive.js';
import { importArchive } from '../src/archive/import-archive.js';
import { distribute } from '../src/db/distribute.js';
import { createMerchant } from '../src/merchants/create-merchant.js';
import { selectMerchants } from '../src/merchants/queries.js';
import { DROP_AFTER_MS, dropAbandoned } from '../src/uploads/drop-abandoned.js';
import { exampleArchive, exampleId, EXAMPLE_SECRETS } from './archive-fixture.js';
import { anUploadRequest } from './content.js';
import { openTestDatabase } from './database.js';
import { newFolder, removeFolder, runCommand } from './command-line.js';
import { NOW, post, send, startService, type Service } from './service.js';
import {
  CONTENT_PLANE,
  contentTemplates,
  CONTROL_PLANE,
  findShardFaults,
  findTemplateFaults,
  isMadeFrom,
  LOCAL,
  templatesOf,
} from './sharding.js';

let service: Service;
const statements = new Set<string>();

beforeAll(async () => {
  const stop = recordStatements();
  service = await startService({ isShared: true });
  await runEverything();
  stop();
});
afterAll(() => service.close());

// Every statement that any connection sends, as it is sent.
function recordStatements(): () => void {
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query') ?? {};
  const send: unknown = original.value;
  if (typeof send !== 'function') throw new Error('pg has changed');
  Object.defineProperty(pg.Client.prototype, 'query', {
    ...original,
    value(this: pg.Client, ...args: unknown[]): unknown {
      const [first] = args;
      statements.add(typeof first === 'string' ? first : (first as { text: string }).text);
      return Reflect.apply(send, this, args);
    },
  });
  return () => Object.defineProperty(pg.Client.prototype, 'query', original);
}

// One call of everything that the service can do to content.
async function runEverything(): Promise<void> {
  const { db, store, clock, url } = service;
  const deps = { db, store, clock };
  const archive = exampleArchive({ media: 1_000, campaigns: 8 });
  const { merchantId } = await importArchive(deps, archive);
  await importArchive(deps, archive, { replace: true });
  await exportArchive(deps, merchantId);
  const at = (path: string, init?: RequestInit) => send(`${url}/api/integrations/v1${path}`, EXAMPLE_SECRETS.all, init);
  const [tag, media] = [exampleId('tag', 0), exampleId('media', 0)];
  for (const path of ['/media', '/campaigns', '/playlists', '/tags', '/token']) await at(path);
  for (const path of ['/media', '/campaigns', '/playlists', '/tags']) await at(`${path}?q=zzz`);
  for (const path of ['/media', '/campaigns']) await at(`${path}?tag=${tag}&q=a`);
  for (const path of [`/media/${media}`, `/campaigns/${exampleId('campaign', 0)}`]) await at(path);
  await at(`/playlists/${exampleId('playlist', 0)}`);
  await at(`/media/${media}/tags`, post({ add: ['New', 'Newer'] }));
  await upload(at);
  await at('/media/uploads', post(anUploadRequest()));
  clock.advance(2 * DROP_AFTER_MS);
  await dropAbandoned(deps);
  await createMerchant(db, { name: 'Empty', timeZone: 'UTC', plan: 'pro', quotaBytes: 1 });
  await selectMerchants(db);
  await selectActivity(db, merchantId, 10);
  const filter = { tokenId: tag, personId: tag, kind: 'x', from: NOW, before: NOW };
  await selectActivityPage(db, merchantId, filter, { after: { at: NOW, id: tag }, limit: 1 });
}

async function upload(at: (path: string, init?: RequestInit) => ReturnType<typeof send>): Promise<void> {
  const request = anUploadRequest({}, 'bytes');
  const { body } = await at('/media/uploads', post(request));
  const { upload: target } = body as { upload: { url: string; headers: Record<string, string> } };
  await fetch(target.url, { method: 'PUT', headers: target.headers, body: 'bytes' });
  assert.equal((await at(`/media/uploads/${request.id}/finalize`, post())).status, 200);
}

test('every statement of the content plane runs on one shard: the merchant is an equality condition or the key', async () => {
  const faults = [];
  for (const text of statements) {
    for (const fault of await findShardFaults(service.db, text)) faults.push(`${fault}: ${text}`);
  }
  assert.deepEqual(faults, []);
});

test('a statement that was not run is judged as it is written', async () => {
  const templates = contentTemplates();
  assert.ok(templates.length > 30, `${templates.length} templates`);
  const faults = [];
  for (const { file, texts } of templates.filter(({ texts }) => !isMadeFrom(statements, texts))) {
    const found = await findTemplateFaults(service.db, texts);
    if (found.length > 0) faults.push(`${file}: run it in runEverything(): ${texts.join('$')}: ${found.join()}`);
  }
  assert.deepEqual(faults, []);
});

test.each([
  ['select name from media where id = $1', ['reads media without merchant_id = $n']],
  ['select name from media where merchant_id = $1 or id = $2', ['reads media without merchant_id = $n']],
  ['select name from media where merchant_id = any($1)', ['reads media without merchant_id = $n']],
  ['select name from media where merchant_id <> $1', ['reads media without merchant_id = $n']],
  [
    'select media.name from media join playlist_items i on i.media_id = media.id where media.merchant_id = $1',
    ['reads playlist_items without merchant_id = $n'],
  ],
  [
    'select media.name from media join playlist_items i on i.merchant_id = media.merchant_id where media.merchant_id = $1',
    [],
  ],
  ['delete from tags where name_key = $1', ['reads tags without merchant_id = $n']],
  ['update storage_usage set used_bytes = 0', ['reads storage_usage without merchant_id = $n']],
  [
    'insert into tag_versions (merchant_id, version) select id, 1 from merchants',
    ['inserts into tag_versions without $n as merchant_id'],
  ],
  ['insert into tag_versions (version, merchant_id) values ($1, $2)', []],
  ['with gone as (delete from tags where merchant_id = $1 returning id) select id from gone', []],
  [
    'with counted as (update tags set name = $2 where merchant_id = $1) update tokens set name = $4 where merchant_id = $3',
    ['writes tokens, which every node has, with content, which one has'],
  ],
  ['truncate table media', ['is no statement that a shard can run']],
])('a planted statement is judged: %s', async (text, faults) => {
  assert.deepEqual(await findShardFaults(service.db, text), faults);
});

test('a planted statement that nothing runs is found', async () => {
  const planted = templatesOf('sql`select ${a({ b: `}` })} from media where id = ${id}`');
  assert.deepEqual(planted, [['select ', ' from media where id = ', '']]);
  assert.equal(isMadeFrom(statements, planted[0] ?? []), false);
  assert.equal(isMadeFrom(['select name from media where id = $1'], planted[0] ?? []), true);
  assert.deepEqual(await findTemplateFaults(service.db, planted[0] ?? []), ['reads media without merchant_id = $n']);
  const spliced = templatesOf('sql`select id from media ${where}`')[0] ?? [];
  assert.match((await findTemplateFaults(service.db, spliced)).join(), /cannot be judged alone/);
});

// Constraints and unique indexes whose first column is not the merchant, and foreign keys that leave the merchant.
const KEY_FAULTS = `
  select conrelid::regclass || ': ' || conname as fault from pg_constraint
  join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
  where contype in ('p', 'u', 'f') and conrelid::regclass::text = any($1)
    and (a.attname <> 'merchant_id' or contype = 'f' and confrelid::regclass::text <> 'merchants'
      and not exists (select from pg_attribute b
        where b.attrelid = confrelid and b.attnum = confkey[1] and b.attname = 'merchant_id'))
  union
  select indrelid::regclass || ': ' || indexrelid::regclass from pg_index
  join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
  where indisunique and indrelid::regclass::text = any($1) and a.attname <> 'merchant_id'
  union
  select conrelid::regclass || ': ' || conname from pg_constraint
  where contype = 'f' and confrelid::regclass::text = any($1) and conrelid::regclass::text <> all($1)
  union
  select attrelid::regclass || ': ' || attname || ' comes first' from pg_attribute
  where attnum = 1 and attrelid::regclass::text = any($1) and attname <> 'merchant_id' and attrelid in (
    select oid from pg_class where relkind = 'r')`;

const keyFaults = (tables: readonly string[]) =>
  service.db.rows<{ fault: string }>({ text: KEY_FAULTS, values: [tables] });

test('primary keys, unique constraints and foreign keys of the content plane begin with the merchant', async () => {
  assert.deepEqual(await keyFaults(CONTENT_PLANE), []);
  await service.db.rows({ text: 'create table planted (id uuid primary key, merchant_id uuid)', values: [] });
  assert.deepEqual((await keyFaults(['planted'])).map(({ fault }) => fault).toSorted(), [
    'planted: id comes first',
    'planted: planted_pkey',
  ]);
  await service.db.rows({ text: 'drop table planted', values: [] });
});

test('every table belongs to a plane', async () => {
  const rows = await service.db.rows<{ name: string }>({
    text: `select relname::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    values: [],
  });
  const known = [...CONTROL_PLANE, ...CONTENT_PLANE, ...LOCAL];
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), known.toSorted());
});

// What citus.sql calls, with Citus' own signatures; instead of spreading a table they note it.
const STAND_INS = `
  create table pg_dist_partition (logicalrelid regclass, distribution_column text, colocate_with text, at serial);
  create function create_reference_table(table_name regclass) returns void
    begin atomic insert into pg_dist_partition values (table_name, null, null); end;
  create function create_distributed_table(table_name regclass, distribution_column text,
      distribution_type text default 'hash', colocate_with text default 'default', shard_count int default null)
    returns void begin atomic insert into pg_dist_partition values (table_name, distribution_column, colocate_with); end;
  create function create_distributed_function(function_name regprocedure, distribution_arg_name text default null,
    colocate_with text default 'default', force_delegation boolean default null) returns void language sql return null;`;

test('citus.sql spreads every table once, after those that it refers to, and runs again without doing anything', async () => {
  const { db, close } = await openTestDatabase();
  const file = await readFile(join(import.meta.dirname, '../migrations/citus.sql'), 'utf8');
  await db.rows({ text: STAND_INS, values: [] });
  for (const _ of [1, 2]) await db.transaction((db) => db.rows({ text: file, values: [] }));
  const spread = await db.rows<{ name: string; by: string | null; beside: string | null }>({
    text: `select logicalrelid::text as name, distribution_column as by, colocate_with as beside
      from pg_dist_partition order by at`,
    values: [],
  });
  const keys = await db.rows<{ from: string; to: string }>({
    text: `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
    values: [],
  });
  await close();
  const names = spread.map(({ name }) => name);
  assert.deepEqual(names.slice(0, CONTROL_PLANE.length), CONTROL_PLANE);
  assert.deepEqual(names.slice(CONTROL_PLANE.length).toSorted(), CONTENT_PLANE.toSorted());
  const late = keys.filter(({ from, to }) => names.indexOf(from) < names.indexOf(to));
  assert.deepEqual(late, []);
  const content = spread.slice(CONTROL_PLANE.length);
  assert.ok(content.every(({ by }) => by === 'merchant_id'));
  assert.deepEqual(new Set(content.slice(1).map(({ beside }) => beside)), new Set([content[0]?.name]));
});

test('without Citus, migrate --citus says what to do', async () => {
  await assert.rejects(distribute(service.db), /The database has no Citus: run «create extension citus»/);
  const folder = await newFolder();
  const { code, stderr } = await runCommand(folder, ['migrate', '--citus']);
  await removeFolder(folder);
  assert.equal(code, 1);
  assert.match(stderr, /The database has no Citus/);
});
