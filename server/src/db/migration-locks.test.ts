// A migration must not hold an exclusive lock on a table for as long as the table is large: requests would wait, and fail.
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { listMigrations, readMigration, splitCommands } from './migration-files.js';

// Each matches a command that reads or writes all rows of an existing table under a lock that others wait for.
const LONG: readonly (readonly [RegExp, string])[] = [
  [/^alter table .*add (?:column )?.*\bstored\b/, 'a stored generated column rewrites the table'],
  [
    /^alter table .*add (?:column )?.*\bdefault \w*(?:random|uuid|clock|nextval)\w*\s*\(/,
    'a volatile default rewrites the table',
  ],
  [
    /^alter table .*add (?:column )?.*\b(?:serial|bigserial|generated (?:always|by default) as identity)\b/,
    'an identity rewrites the table',
  ],
  [/^alter table .*alter (?:column )?\S+ (?:set data )?type\b/, 'another type rewrites the table'],
  [/^alter table .*\bset (?:logged|unlogged|access method|tablespace)\b/, 'the table is rewritten'],
  [
    /^alter table .*\bset not null\b/,
    'all rows are read: add a check that is not valid, and validate it in a later migration',
  ],
  [
    /^alter table .*\badd (?:constraint \S+ )?(?:check|foreign key|unique|primary key|exclude)\b(?!.*\bnot valid\b)/,
    'all rows are read: add it as not valid',
  ],
  [
    /^alter table .*add (?:column )?.*\b(?:references|unique|primary key|check)\b(?!.*\bnot valid\b)/,
    'all rows are read: add the constraint as not valid',
  ],
  [/^create (?:unique )?index (?!concurrently)/, 'build the index concurrently, outside a transaction'],
  [/^drop index (?!concurrently)/, 'drop the index concurrently, outside a transaction'],
  [/^(?:cluster|vacuum full|reindex (?!.*concurrently)|lock table|truncate|refresh)\b/, 'the whole table is locked'],
  [
    /^(?:update|delete from|insert into .* select)\b/,
    'all rows are written in one transaction: let the server fill them bit by bit',
  ],
];

const CREATED = /^create (?:unlogged )?table (?:if not exists )?(\w+)/;
const TARGET =
  /^(?:alter table (?:if exists |only )*|create (?:unique )?index (?:if not exists )?\w+ on (?:only )?)(\w+)/;

// Tables that the same migration creates are empty, so every command may lock them.
function findLongLocks(text: string): string[] {
  const commands = splitCommands(text).map((command) => command.replaceAll(/\s+/g, ' ').toLowerCase());
  const created = commands.flatMap((command) => CREATED.exec(command)?.[1] ?? []);
  return commands
    .filter((command) => !created.includes(TARGET.exec(command)?.[1] ?? ''))
    .flatMap((command) =>
      LONG.filter(([pattern]) => pattern.test(command))
        .map(([, reason]) => `${command}: ${reason}`)
        .slice(0, 1),
    );
}

test('no migration holds a long lock on an existing table', async () => {
  for (const name of await listMigrations()) assert.deepEqual(findLongLocks(await readMigration(name)), [], name);
});

test.each([
  `alter table media add column written text generated always as (name || type) stored`,
  `alter table media\n  add column key uuid not null default gen_random_uuid()`,
  `alter table media add column number bigserial`,
  `alter table company_flows alter column counter type text[] using array[counter]`,
  `alter table request_counts set logged`,
  `alter table media alter column codec set not null`,
  `alter table media add constraint media_codec check (codec <> '')`,
  `alter table media add column folder_id uuid references folders (id)`,
  `create index media_by_codec on media (merchant_id, codec)`,
  `drop index media_by_file`,
  `lock table campaigns, playlists in access exclusive mode`,
  `update media set codec = 'h264'`,
])('refuses %s', (command) => {
  assert.equal(findLongLocks(command).length, 1);
});

test.each([
  `alter table media add column folder_id uuid`,
  `alter table media add column is_pinned boolean not null default false`,
  `alter table media add constraint media_codec check (codec <> '') not valid`,
  `create table folders (id uuid primary key, name text not null); create index folders_by_name on folders (name)`,
  `-- outside a transaction\ncreate index concurrently media_by_codec on media (merchant_id, codec)`,
])('accepts %s', (text) => {
  assert.deepEqual(findLongLocks(text), []);
});
