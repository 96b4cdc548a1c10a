// The schema and the statements as a cluster needs them: every row of a merchant on one shard, every statement on one.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints';
import { toShardText } from '../../server/src/db/shard-statements.js';
import { sql } from '../../server/src/db/sql.js';
import { exampleId } from '../harness/archive-fixture.js';
import { recordStatements, runEverything, WITH_RECEIVERS } from '../harness/run-everything.js';
import { startService, type Service } from '../harness/service.js';
import {
  CONTENT_PLANE,
  contentTemplates,
  CONTROL_PLANE,
  findClusterTables,
  findReturningFaults,
  findShardFaults,
  findTemplateFaults,
  findWallFaults,
  isMadeFrom,
  lacksMerchant,
  LOCAL,
  templatesOf,
} from '../harness/sharding.js';

let service: Service;
let called: string[];
const statements = new Set<string>();

beforeAll(async () => {
  const stop = recordStatements(statements);
  service = await startService({ isShared: true, company: 'own', outside: WITH_RECEIVERS });
  called = await runEverything(service);
  stop();
});
afterAll(() => service.close());

async function faultsOfAll(sent: Iterable<string>): Promise<string[]> {
  const faults = [];
  for (const text of sent)
    for (const fault of await findShardFaults(service.db, text)) faults.push(`${fault}: ${text}`);
  return faults;
}

test('every endpoint was called', () => {
  assert.equal(new Set(called).size, Object.keys(endpoints).length);
});

test('every statement of the content plane runs on one shard: the merchant is an equality condition or the key', async () => {
  assert.deepEqual(await faultsOfAll(statements), []);
});

test('rows of a table that every node has are returned under a name of their own where they come from others', async () => {
  const faults = [];
  for (const text of statements)
    for (const fault of await findReturningFaults(service.db, text)) faults.push(`${fault}: ${text}`);
  assert.deepEqual(faults, []);
  const insert = (into: string) =>
    findReturningFaults(
      service.db,
      `insert into ${into} (id, name) select id, name from people p where id = $1 returning id`,
    );
  assert.deepEqual(await insert('merchants'), ['returns columns of merchants under its own name, which Citus loses']);
  assert.deepEqual(await insert('merchants as made'), []);
});

test('every statement, said of a shard, is about the tables of that shard alone', async () => {
  const ownOf = (tables: readonly string[]) => new Map(tables.map((table) => [table, `${table}_7`]));
  const tables = { shard: '7', key: '7', content: ownOf(CONTENT_PLANE), shared: ownOf(CONTROL_PLANE) };
  for (const [table, own] of [...tables.content, ...tables.shared])
    await service.db.rows({ text: `create table ${own} (like ${table} including all)`, values: [] });
  const faults = [];
  let judged = 0;
  for (const text of statements) {
    const sent = /^\s*(?:with|select|insert|update|delete)\b/.test(text) ? toShardText(text, tables) : undefined;
    if (sent === undefined || sent.text === text) continue;
    judged += 1;
    for (const table of await findClusterTables(service.db, sent.text)) faults.push(`${table}: ${sent.text}`);
  }
  assert.deepEqual(faults, []);
  assert.ok(judged > 200, `${judged} statements`);
  assert.deepEqual(await findClusterTables(service.db, 'select from media_7, tags where tags.id = $1'), ['tags']);
  for (const own of [...tables.content.values(), ...tables.shared.values()])
    await service.db.rows({ text: `drop table ${own}`, values: [] });
});

test.each([
  ['select media.id from media where merchant_id = $1', 'select media.id from media_7 as media where merchant_id = $1'],
  ['select m.id from media m left join tags as t on true', 'select m.id from media_7 m left join tags_7 as t on true'],
  ['insert into tags (id) select id from media', 'insert into tags_7 as tags (id) select id from media_7 as media'],
  ['update media set id = $1', 'update media_7 as media set id = $1'],
  ['delete from media using tags where true', 'delete from media_7 as media using tags_7 as tags where true'],
  ['select from media join tokens t on true', 'select from media_7 as media join tokens_7 t on true'],
  ['select from media for update of media', 'select from media_7 as media for update of media'],
  // Of what every node has.
  ['update tokens set name = $1', undefined],
  ['select from media join tokens t on true for update of media', undefined],
])('a statement is said of a shard: %s', (text, said) => {
  const shared = new Map([['tokens', 'tokens_7']]);
  const content = new Map([
    ['media', 'media_7'],
    ['tags', 'tags_7'],
  ]);
  const found = toShardText(text, { shard: '7', key: '7', content, shared });
  assert.deepEqual(found, said && { text: said, writes: !text.startsWith('select') || text.includes(' for ') });
});

test('a statement without its merchant is found when any code sends it', async () => {
  const sent = new Set<string>();
  const stop = recordStatements(sent);
  await service.db.rows(sql`select name from media where id = ${exampleId('media', 0)}`);
  await service.db.transaction((db) => db.rows(sql`update playlists set name = name where id = ${exampleId('x', 0)}`));
  stop();
  assert.deepEqual(await faultsOfAll(sent), [
    'reads media without merchant_id = $n: select name from media where id = $1',
    'reads playlists without merchant_id = $n: update playlists set name = name where id = $1',
  ]);
});

test('every statement about content names merchant_id where it is written', () => {
  const planted = { file: 'planted/queries.ts', texts: ['select name from media where id = ', ''] };
  const lacking = [...contentTemplates(), planted].filter(({ texts }) => lacksMerchant(statements, texts));
  assert.deepEqual(lacking, [planted]);
});

test('what the control plane keeps by merchant is read by merchant, too, but for what finds the merchant', async () => {
  const faults = [];
  for (const text of statements) {
    const found = await findWallFaults(service.db, text);
    if (found.length > 0 && !FINDS_THE_MERCHANT.some((shape) => shape.test(text))) faults.push([text, found]);
  }
  assert.deepEqual(faults, []);
  const planted = 'update tokens set name = $1 where id = $2';
  assert.deepEqual(await findWallFaults(service.db, planted), ['reads tokens without merchant_id = $n']);
});

// By the hash of a secret that only its holder has, or by the person who has signed in. An import, which is the operator's,
// asks whether somebody else has such a secret, and who of its people belongs nowhere else. An account is somebody's only
// while it belongs to any merchant at all.
const FINDS_THE_MERCHANT = [
  /\bsecret_hash = \$\d/,
  /\bkey_hash = \$\d/,
  /\bkey_hash in \(select decode\(wanted, 'hex'\)/,
  /\bperson_id = (?:\$\d|s\.person_id)/,
  /\bmerchant_id <> \$1\s+and secret_hash in /,
  /^\s*delete from people using memberships as here/,
  /\bexists \(select from memberships(?: as)? b where b\.person_id = people\.id\)/,
];

test('a statement that was not run is judged as it is written', async () => {
  const templates = contentTemplates();
  assert.ok(templates.length > 30, `${templates.length} templates`);
  const faults = [];
  for (const { file, texts } of templates.filter(({ texts }) => !isMadeFrom(statements, texts))) {
    const all = await findTemplateFaults(service.db, texts);
    // A step of a migration is taken once, by the operator.
    const found = file.startsWith('db/') ? all.filter((fault) => !fault.startsWith('joins ')) : all;
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
  [
    'with held as (select m.id from media m join tokens t on t.merchant_id = m.merchant_id where m.merchant_id = $1 for update of m) update media set name = $3 from held where media.merchant_id = $2 and media.id = held.id',
    ['locks in a CTE that reads tokens, which every node has'],
  ],
  [
    'with held as (select id from tags where merchant_id = $1 for update), known as (select id from tokens where merchant_id = $2) select held.id, known.id from held cross join known',
    [],
  ],
  ['truncate table media', ['is no statement that a shard can run']],
  [
    'update campaigns set told_status = t.s from unnest($1::uuid[], $2::text[]) as t (id, s) where merchant_id = $3 and lineage_id = t.id',
    ['joins campaigns, which it changes, with the rows of a function: every shard would do it'],
  ],
  ['update tags set name = name where merchant_id = $1 and id in (select unnest($2::uuid[]))', []],
  [
    'insert into tags as t (merchant_id, id) values ($1, $2) on conflict (merchant_id, id) do update set name = lower(t.name) || to_jsonb(1)::text || now()::text',
    ['on conflict, sets what now, to_jsonb find, which are not immutable'],
  ],
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

// A cluster refuses it for a table that it has on every node or in shards.
const COLUMN_WITH_KEY = /add column[^,;]*\b(?:unique|primary key|references)\b/i;

test('no migration adds a column together with a key: a cluster takes each by itself', () => {
  const folder = new URL('../../server/migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  assert.deepEqual(
    files.filter((name) => !/^\d{4}_/.test(name)),
    ['citus.sql'],
  );
  assert.ok(files.includes('0001_schema.sql'));
  assert.deepEqual(
    files.filter((name) => COLUMN_WITH_KEY.test(readFileSync(new URL(name, folder), 'utf8'))),
    [],
  );
  assert.match('alter table ai_keys add column grant_hash bytea unique,', COLUMN_WITH_KEY);
});
