// How the commands are asked for: their help, and what is said to wrong usage. No database is made for either.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  newFolder,
  removeFolder,
  runCommand,
  runCommands,
  type Ended,
  type Folder,
} from '../../harness/command-line.js';
import { MERCHANT } from './installation.js';

const NONE: Ended = { code: null, stdout: '', stderr: '' };
const HINT = '(--help shows how it is used)';

let folder: Folder;

beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => removeFolder(folder));

test('--version is that of the package, and nothing else', async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../server/package.json'), 'utf8')) as {
    version: string;
  };
  assert.deepEqual(await runCommand(folder, ['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
});

describe('--help', () => {
  const commands = [
    '',
    'serve',
    'doctor',
    'migrate',
    'import',
    'export',
    'backup',
    'restore',
    'merchant',
    'merchant create',
    'merchant list',
    'merchant show',
    'merchant suspend',
    'merchant resume',
    'merchant set-plan',
    'person',
    'person create',
    'person join',
    'person list',
    'person set-password',
    'person reset-link',
    'person set-email',
    'person disable',
    'person enable',
    'person sign-out',
    'person reset-second-factor',
    'person disconnect-company',
    'token',
    'token create',
    'token list',
    'token revoke',
    'screen',
    'screen list',
    'screen remove',
    'changes',
    'changes renew',
    'activity',
    'storage',
    'storage set-up',
    'secret-key',
    'secret-key replace',
    'demo',
  ];

  let answers: readonly Ended[];
  beforeAll(async () => {
    answers = await runCommands(
      folder,
      commands.map((name) => [...wordsOf(name), '--help']),
    );
  });

  test.each(commands)('vitrine-server %s --help exits 0, prints usage and names the commands below', (name) => {
    const { code, stdout, stderr } = answers[commands.indexOf(name)] ?? NONE;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.ok(stdout.startsWith(['Usage: vitrine-server', ...wordsOf(name)].join(' ')), stdout);
    const [, listed = ''] = stdout.split('Commands:');
    const found = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].map(([, word]) => word).filter((word) => word !== 'help');
    const depth = wordsOf(name).length + 1;
    const below = commands.map(wordsOf).filter((words) => words.length === depth && (name === '' || words[0] === name));
    assert.deepEqual(
      found,
      below.map((words) => words.at(-1)),
    );
  });
});

const wordsOf = (name: string): string[] => name.split(' ').filter(Boolean);

describe('wrong usage exits 2, says what is wrong, and does nothing', () => {
  const token = ['token', 'create', '--merchant', MERCHANT, '--name', 'Till', '--days', '30'];
  const cases: [string, string[]][] = [
    ["error: unknown command 'nonsense'", ['nonsense']],
    ["error: unknown option '--nope'", ['merchant', 'list', '--nope']],
    ["error: missing required argument 'id'", ['merchant', 'show']],
    ["error: required option '--name <name>' not specified", ['merchant', 'create']],
    ['error: too many arguments', ['migrate', 'now']],
    [
      "error: option '--scope <scopes...>' argument 'media:all' is invalid. Allowed choices are",
      [...token, '--scope', 'media:all'],
    ],
    ["error: required option '--scope <scopes...>' not specified", token],
    ['Write a whole number above 0.', [...token, '--days', 'ten', '--scope', 'media:read']],
    ['Write a size such as 500MB or 10GB.', ['merchant', 'create', '--name', 'Shop', '--quota', 'much']],
    ['Write a name that is not blank.', ['merchant', 'create', '--name', 'Shop', '--plan', ' ']],
    ['Write yes or no.', ['merchant', 'set-plan', MERCHANT, '--allows-writes', 'maybe']],
    ['Write a UTC moment such as', ['merchant', 'set-plan', MERCHANT, '--ends-at', '2026-13-01']],
    [
      'error: say what to change: --name, --ends-at, --allows-writes, --quota or --screens',
      ['merchant', 'set-plan', MERCHANT],
    ],
    [
      'Allowed choices are owner, admin, staff.',
      ['person', 'create', '--merchant', MERCHANT, '--email', 'a@b', '--name', 'A', '--role', 'king'],
    ],
  ];

  let answers: readonly Ended[];
  beforeAll(async () => {
    answers = await runCommands(
      folder,
      cases.map(([, args]) => args),
    );
  });

  test.each(cases)('%s', (sentence, args) => {
    const { code, stdout, stderr } = answers[cases.findIndex((one) => one[1] === args)] ?? NONE;
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.ok(stderr.includes(sentence), stderr);
    assert.ok(args[0] === 'nonsense' || stderr.trimEnd().endsWith(HINT), stderr);
  });

  test('a command without its verb shows the help', async () => {
    const { code, stdout, stderr } = await runCommand(folder, ['merchant']);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.ok(stderr.startsWith('Usage: vitrine-server merchant'), stderr);
  });
});
