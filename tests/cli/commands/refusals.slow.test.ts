// What the commands refuse. Over a database that is up already: starting one costs more than all of these.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { exampleArchive } from '../../harness/archive-fixture.js';
import { newFolder, runCommand, runCommands, type Ended, type Environment } from '../../harness/command-line.js';
import { openTestDatabase, type TestDatabase } from '../../harness/database.js';
import { importExample, MERCHANT, newInstallation, toDatabaseUrl, type Installation } from './installation.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let database: TestDatabase;
let settings: Environment;
let vitrine: Installation;

beforeAll(async () => {
  database = await openTestDatabase();
  settings = { DATABASE_URL: toDatabaseUrl(database) };
  vitrine = await newInstallation(settings, newFolder);
  await importExample(vitrine);
});
afterAll(async () => {
  await vitrine.remove();
  await database.close();
});

describe('refusals exit 1 with a sentence on standard error and nothing on standard output', () => {
  const token = (...more: string[]) => ['token', 'create', '--merchant', MERCHANT, '--name', 'Till', ...more];
  const person = (...more: string[]) => ['person', 'create', '--merchant', MERCHANT, '--name', 'Ada', ...more];
  const cases: [string, string[]][] = [
    ['There is no such merchant.', ['merchant', 'show', NOBODY]],
    ['There is no such merchant.', ['merchant', 'show', 'corner-bakery']],
    ['There is no such merchant.', ['merchant', 'suspend', NOBODY]],
    ['There is no such merchant.', ['merchant', 'resume', NOBODY]],
    ['There is no such merchant.', ['merchant', 'set-plan', NOBODY, '--name', 'pro']],
    ['There is no such merchant.', ['token', 'list', NOBODY]],
    ['There is no such merchant.', ['activity', NOBODY]],
    [
      'There is no such merchant.',
      ['token', 'create', '--merchant', NOBODY, '--name', 'T', '--days', '7', '--scope', 'media:read'],
    ],
    [
      'There is no such merchant.',
      ['person', 'create', '--merchant', NOBODY, '--name', 'A', '--email', 'a@example.com'],
    ],
    ['There is no such token.', ['token', 'revoke', NOBODY]],
    ['There is no such token.', ['token', 'revoke', 'till']],
    [`There is no such person: ${NOBODY}.`, ['person', 'set-password', NOBODY]],
    [`There is no such person: ${NOBODY}.`, ['person', 'set-email', NOBODY, 'a@example.com']],
    ['«ada» is no email address.', ['person', 'set-email', 'owner@example.com', 'ada']],
    [`There is no merchant ${NOBODY}.`, ['export', NOBODY]],
    ['There is no such merchant.', ['export', 'bakery']],
    ['A token lasts 7, 30, 60, 90, 180, 365 days: pick one of these.', token('--days', '45', '--scope', 'media:read')],
    [
      'A token with a write scope lasts at most 90 days.',
      token('--days', '180', '--scope', 'media:read', 'tags:write'),
    ],
    [
      'A token needs a name, so that people know what it is for.',
      token('--name', ' ', '--days', '7', '--scope', 'media:read'),
    ],
    [
      '«Mars/Base» is no time zone. Name one of the IANA list, such as Europe/Paris.',
      ['merchant', 'create', '--name', 'Shop', '--time-zone', 'Mars/Base'],
    ],
    ['A merchant needs a name.', ['merchant', 'create', '--name', ' ']],
    ['«ada» is no email address.', person('--email', 'ada')],
    ['A password needs at least 10 characters.', person('--email', 'ada@example.com', '--password', 'short')],
    ['owner@example.com belongs to this merchant already.', person('--email', 'OWNER@example.com')],
    ['missing.json cannot be read (ENOENT).', ['import', 'missing.json']],
    ['/no/such/folder/out.json cannot be used (ENOENT).', ['export', MERCHANT, '--out', '/no/such/folder/out.json']],
  ];

  let answers: readonly Ended[];
  beforeAll(async () => {
    answers = await runCommands(
      vitrine.folder,
      cases.map(([, args]) => args),
      settings,
    );
  });

  test.each(cases)('%s (%j)', (sentence, args) => {
    const answer = answers[cases.findIndex((one) => one[1] === args)];
    assert.deepEqual(answer, { code: 1, stdout: '', stderr: `${sentence}\n` });
  });

  test('a file that is not JSON', async () => {
    await writeFile(join(vitrine.folder.path, 'broken.json'), '{ "format": ');
    const { code, stdout, stderr } = await vitrine.run('import', 'broken.json');
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^broken\.json is not JSON: .+\n$/);
  });

  test('an archive with a fault, which is named by its path', async () => {
    const archive = exampleArchive({ media: 2, campaigns: 1, tokensFrom: Date.now() });
    const flight = { start: '2026-02-30', end: null };
    const campaigns = archive.campaigns.map((one) => ({
      ...one,
      versions: one.versions.map((v) => ({ ...v, flight })),
    }));
    await writeFile(join(vitrine.folder.path, 'faulty.json'), JSON.stringify({ ...archive, campaigns }));
    const { code, stdout, stderr } = await vitrine.run('import', 'faulty.json');
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.ok(stderr.startsWith('campaigns[0].versions[0].flight.start: is "2026-02-30"; '), stderr);
  });

  test('an archive whose merchant is there already, unless --replace is given', async () => {
    const { code, stderr } = await vitrine.run('import', 'archive.json');
    assert.equal(code, 1);
    assert.match(stderr, /^merchant\.id: .*--replace/);
    assert.equal((await vitrine.json('import', 'archive.json', '--replace'))['media'], 230);
  });

  test('a configuration that is wrong, each fault with what to do', async () => {
    const { code, stdout, stderr } = await runCommand(vitrine.folder, ['merchant', 'list'], {
      PORT: 'http',
      LOG_LEVEL: 'loud',
    });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(
      stderr,
      'Configuration: PORT is «http»: set it to a whole number from 1 to 65535.\n' +
        'Configuration: LOG_LEVEL is «loud»: set it to one of trace, debug, info, warn, error, fatal, silent.\n',
    );
  });
});
