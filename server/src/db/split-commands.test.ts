import assert from 'node:assert/strict';
import { test } from 'vitest';
import { splitCommands } from './migration-files.js';

test('a migration is divided at what ends a command, and at nothing that only looks like it', () => {
  const text = `-- first; not yet
    create table a (name text default 'x;''y'); -- after
    create function f() returns void language plpgsql as $body$ begin perform 1; perform '$$;'; end $body$;
    do $$ begin perform "odd;name"(); end $$;;
    select 1 - -1 as "a;b"`;
  assert.deepEqual(splitCommands(text), [
    `create table a (name text default 'x;''y')`,
    `create function f() returns void language plpgsql as $body$ begin perform 1; perform '$$;'; end $body$`,
    `do $$ begin perform "odd;name"(); end $$`,
    `select 1 - -1 as "a;b"`,
  ]);
});
