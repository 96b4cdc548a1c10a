// A command in the wrong folder: only those that begin something make a database there.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  newFolder,
  removeFolder,
  runCommand,
  runCommands,
  type Ended,
  type Folder,
} from '../../../tests/harness/command-line.js';
import { MERCHANT } from './installation.js';

let folder: Folder;

beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => removeFolder(folder));

describe('where there is no database, what reads or changes one is refused and makes none', () => {
  const cases = [
    ['merchant', 'list'],
    ['merchant', 'show', MERCHANT],
    ['merchant', 'suspend', MERCHANT],
    ['merchant', 'resume', MERCHANT],
    ['merchant', 'set-plan', MERCHANT, '--name', 'pro'],
    ['person', 'create', '--merchant', MERCHANT, '--name', 'Ada', '--email', 'ada@example.com'],
    ['person', 'set-password', MERCHANT],
    ['token', 'create', '--merchant', MERCHANT, '--name', 'Till', '--days', '7', '--scope', 'media:read'],
    ['token', 'list', MERCHANT],
    ['token', 'revoke', MERCHANT],
    ['activity', MERCHANT],
    ['export', MERCHANT],
    ['backup', 'copy'],
  ];

  let answers: readonly Ended[];
  beforeAll(async () => void (answers = await runCommands(folder, [...cases, ['doctor']])));

  test.each(cases.map((args) => [args.join(' '), args] as const))('%s', (_name, args) => {
    const advice = 'Run this where the server runs, or set DATA_DIR to its data folder.';
    assert.deepEqual(answers[cases.findIndex((one) => one === args)], {
      code: 1,
      stdout: '',
      stderr: `There is no database in ${folder.dataDir}. ${advice}\n`,
    });
  });

  test('doctor says what is not there yet', () => {
    const { code, stdout } = answers.at(-1) ?? assert.fail();
    assert.equal(code, 1);
    assert.ok(stdout.includes(`There is no database in ${folder.dataDir}.`), stdout);
    assert.ok(stdout.includes(`${folder.dataDir} has no files yet: the first start makes their folder.`), stdout);
  });

  test('and the folder is as it was', async () => assert.deepEqual(await readdir(folder.path), []));
});

test('merchant create begins something: it makes the database, and then the others work', async () => {
  const made = await runCommand(folder, ['merchant', 'create', '--name', 'Corner Bakery', '--json']);
  assert.equal(made.code, 0, made.stderr);
  assert.deepEqual(await readdir(folder.path), ['data']);
  const { stdout } = await runCommand(folder, ['merchant', 'list', '--json']);
  const [row] = JSON.parse(stdout) as { name: string }[];
  assert.equal(row?.name, 'Corner Bakery');
  assert.ok((await readdir(join(folder.dataDir))).includes('postgres'));
});
