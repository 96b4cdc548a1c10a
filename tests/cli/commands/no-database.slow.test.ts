// A command in a folder without a database: only serve, demo and restore create one.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { exampleArchive } from '../../harness/archive-fixture.js';
import {
  findPostmaster,
  newFolder,
  removeFolder,
  runCommand,
  runCommands,
  startServe,
  type Ended,
  type Folder,
} from '../../harness/command-line.js';
import { MERCHANT } from './installation.js';

let folder: Folder;

beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => removeFolder(folder));

const NO_DATABASE = 'No database here. Set DATABASE_URL or DATA_DIR as the service has them.';

describe('without a database every other command is refused and creates nothing', () => {
  const cases = [
    ['migrate'],
    ['import', 'archive.json'],
    ['merchant', 'create', '--name', 'Corner Bakery'],
    ['secret-key', 'replace', '--yes'],
    ['changes', 'renew'],
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
  beforeAll(async () => {
    await writeFile(join(folder.path, 'archive.json'), JSON.stringify(exampleArchive()));
    answers = await runCommands(folder, [...cases, ['doctor']]);
  });

  test.each(cases.map((args) => [args.join(' '), args] as const))('%s', (_name, args) => {
    const answer = answers[cases.findIndex((one) => one === args)];
    assert.deepEqual(answer, { code: 1, stdout: '', stderr: `${NO_DATABASE}\n` });
  });

  test('doctor says what is not there yet', () => {
    const { code, stdout } = answers.at(-1) ?? assert.fail();
    assert.equal(code, 1);
    assert.ok(stdout.includes(NO_DATABASE), stdout);
    assert.ok(stdout.includes(`${folder.dataDir} has no files yet: the first start makes their folder.`), stdout);
  });

  test('leaves the folder as it was', async () => assert.deepEqual(await readdir(folder.path), ['archive.json']));
});

test('serve and demo create the database, also when both start at once', async () => {
  const [served, demo] = await Promise.all([
    startServe(folder, { DEMO: 'off' }),
    runCommand(folder, ['demo', '--json']),
  ]);
  assert.deepEqual([demo.code, demo.stderr], [0, '']);
  const { stdout } = await runCommand(folder, ['merchant', 'list', '--json']);
  assert.equal((JSON.parse(stdout) as unknown[]).length, 2);
  await served.end('SIGTERM');
  assert.equal(await findPostmaster(folder), 0);
});
