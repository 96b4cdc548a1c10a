// The operator's commands as built, each in a process of its own; from the third test on beside a running server.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { SCOPES } from '@vitrine/contract/scopes';
import { EXAMPLE_SECRETS, exampleArchive, exampleId } from './archive-fixture.js';
import {
  findPostmaster,
  newFolder,
  poll,
  removeFolder,
  runCommand,
  runCommands,
  startServe,
  type Ended,
  type Folder,
  type Served,
} from './command-line.js';
import { openTestDatabase } from './database.js';
import { send } from './service.js';

const MERCHANT = exampleId('merchant', 0);
const NOBODY = '00000000-0000-4000-8000-000000000000';
const NONE: Ended = { code: null, stdout: '', stderr: '' };
const HINT = '(--help shows how it is used)';

let folder: Folder;
let server: Served;

beforeAll(async () => {
  folder = await newFolder();
});

afterAll(async () => {
  await server?.end('SIGTERM');
  await removeFolder(folder);
});

const run = (...args: string[]): Promise<Ended> => runCommand(folder, args);
const get = (path: string, bearer: string) => send(server.url + API_PATH + path, bearer);

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

// A line a field, in columns, to the same shape as JSON has.
const toFields = (table: string): string[][] =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('on an empty folder', () => {
  test('two commands at once make one database, work both, and leave no process', async () => {
    const [list, migrate] = await Promise.all([run('merchant', 'list'), run('migrate', '--json')]);
    assert.deepEqual(list, {
      code: 0,
      stdout: 'No merchants yet. «vitrine-server merchant create --name …» adds one.\n',
      stderr: '',
    });
    assert.equal(migrate.code, 0, migrate.stderr);
    assert.equal(await findPostmaster(folder), 0);
  });

  test('migrate says what it applied: nothing the second time', async () => {
    assert.deepEqual(await json('migrate'), { applied: [] });
  });

  test('with DEMO=off the server starts with no merchant and prints no sign-in', async () => {
    server = await startServe(folder, { DEMO: 'off', READS_PER_MINUTE: '1000000' });
    assert.equal(
      server.said.stdout,
      `\nVitrine is up.\n\n  Console   ${server.url}\n  API       ${server.url}${API_PATH}\n  Docs      ${server.url}/docs\n\n  Ctrl-C stops it.\n\n`,
    );
    assert.deepEqual(await json('merchant', 'list'), []);
  });

  test('secrets made on first start are kept in DATA_DIR for the owner alone', async () => {
    const file = await stat(join(folder.dataDir, 'storage-secret'));
    assert.equal(file.mode & 0o777, 0o600);
  });
});

describe('--help', () => {
  const commands = [
    '',
    'serve',
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
    'person set-password',
    'token',
    'token create',
    'token list',
    'token revoke',
    'activity',
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
    ['error: say what to change: --name, --ends-at, --allows-writes or --quota', ['merchant', 'set-plan', MERCHANT]],
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
    const { code, stdout, stderr } = await run('merchant');
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.ok(stderr.startsWith('Usage: vitrine-server merchant'), stderr);
  });
});

describe('an archive of 230 media and eight campaigns', () => {
  test('is imported beside the running server, with a count of each kind', async () => {
    await writeFile(join(folder.path, 'archive.json'), JSON.stringify(exampleArchive({ media: 230, campaigns: 8 })));
    assert.deepEqual(await json('import', 'archive.json'), {
      merchantId: MERCHANT,
      people: 2,
      tokens: 2,
      tags: 5,
      media: 230,
      playlists: 10,
      campaigns: 8,
      files: 0,
    });
  });

  test('answers every read', async () => {
    const archive = exampleArchive({ media: 230, campaigns: 8 });
    const media = await walk('/media?limit=200');
    assert.equal(media.length, 230);
    assert.deepEqual(new Set(media.map(({ id }) => id)), new Set(archive.media.map(({ id }) => id)));
    const campaigns = await walk('/campaigns');
    assert.equal(campaigns.length, archive.campaigns.filter(({ archived }) => !archived).length);
    assert.deepEqual(
      (await walk('/playlists')).map(({ name }) => name),
      ['Front window', 'Counter'],
    );
    assert.deepEqual((await walk('/tags')).map(({ name }) => name).length, archive.tags.length);
    for (const path of [
      `/media/${exampleId('media', 3)}`,
      `/campaigns/${exampleId('campaign', 0)}`,
      `/playlists/${exampleId('playlist', 0)}`,
    ])
      assert.equal((await get(path, EXAMPLE_SECRETS.all)).status, 200, path);
  });

  test('exported, imported elsewhere by DATABASE_URL and exported again, it is the same to the byte', async () => {
    const other = await newFolder();
    const database = await openTestDatabase();
    try {
      const { host, port } = inject('postgres');
      const url = `postgres://vitrine@/${database.connection.database}?host=${encodeURIComponent(host)}&port=${port}`;
      const out = join(other.path, 'first.json');
      assert.deepEqual(await json('export', MERCHANT, '--out', out), { merchantId: MERCHANT, file: out });
      const imported = await runCommand(other, ['import', out], { DATABASE_URL: url });
      assert.equal(imported.code, 0, imported.stderr);
      assert.deepEqual(toFields(imported.stdout), [
        ['merchant id', MERCHANT],
        ['people', '2'],
        ['tokens', '2'],
        ['tags', '5'],
        ['media', '230'],
        ['playlists', '10'],
        ['campaigns', '8'],
        ['files', '0'],
      ]);
      const again = await runCommand(other, ['export', MERCHANT], { DATABASE_URL: url });
      assert.deepEqual({ code: again.code, stderr: again.stderr }, { code: 0, stderr: '' });
      const first = await readFile(out, 'utf8');
      assert.equal(again.stdout, first);
      assert.ok(!first.includes('vitrine_') && !first.includes('correct horse'), 'no secret is in an export');
      assert.equal(await findPostmaster(other), 0);
    } finally {
      await database.close();
      await removeFolder(other);
    }
  });
});

async function walk(path: string): Promise<{ id?: string; name: string }[]> {
  const items = [];
  for (let at: string | undefined = path; at !== undefined;) {
    const { status, body } = await get(at, EXAMPLE_SECRETS.all);
    assert.equal(status, 200, JSON.stringify(body));
    const page = body as Record<string, unknown> & { nextCursor?: string | null };
    items.push(...(Object.values(page).find(Array.isArray) as { id?: string; name: string }[]));
    at = page.nextCursor ? `${path}${path.includes('?') ? '&' : '?'}cursor=${page.nextCursor}` : undefined;
  }
  return items;
}

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
    ['There is no such person.', ['person', 'set-password', NOBODY]],
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
      folder,
      cases.map(([, args]) => args),
    );
  });

  test.each(cases)('%s (%j)', (sentence, args) => {
    const answer = answers[cases.findIndex((one) => one[1] === args)];
    assert.deepEqual(answer, { code: 1, stdout: '', stderr: `${sentence}\n` });
  });

  test('a file that is not JSON', async () => {
    await writeFile(join(folder.path, 'broken.json'), '{ "format": ');
    const { code, stdout, stderr } = await run('import', 'broken.json');
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^broken\.json is not JSON: .+\n$/);
  });

  test('an archive with a fault, which is named by its path', async () => {
    const archive = exampleArchive({ media: 2, campaigns: 1 });
    const flight = { start: '2026-02-30', end: null };
    const campaigns = archive.campaigns.map((one) => ({
      ...one,
      versions: one.versions.map((v) => ({ ...v, flight })),
    }));
    await writeFile(join(folder.path, 'faulty.json'), JSON.stringify({ ...archive, campaigns }));
    const { code, stdout, stderr } = await run('import', 'faulty.json');
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.ok(stderr.startsWith('campaigns[0].versions[0].flight.start: is "2026-02-30"; '), stderr);
  });

  test('an archive whose merchant is there already, unless --replace is given', async () => {
    const { code, stderr } = await run('import', 'archive.json');
    assert.equal(code, 1);
    assert.match(stderr, /^merchant\.id: .*--replace/);
    assert.equal((await json('import', 'archive.json', '--replace'))['media'], 230);
  });

  test('a configuration that is wrong, each fault with what to do', async () => {
    const { code, stdout, stderr } = await runCommand(folder, ['merchant', 'list'], {
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

describe('merchants', () => {
  test('one is created, and shown as a table to people and as JSON to programs', async () => {
    const args = ['--name', 'Harbour Books', '--time-zone', 'Europe/Lisbon', '--plan', 'basic', '--quota', '500MB'];
    const { id, createdAt, ...merchant } = await json('merchant', 'create', ...args);
    assert.deepEqual(merchant, {
      name: 'Harbour Books',
      timeZone: 'Europe/Lisbon',
      suspended: false,
      plan: 'basic',
      planEndsAt: null,
      planAllowsWrites: true,
      storageQuotaBytes: 500 * 1024 ** 2,
      storageUsedBytes: 0,
      storageReservedBytes: 0,
      defaultItemSeconds: 10,
      screenCodecs: ['h264', 'vp8', 'vp9'],
      screenMaxWidth: 3840,
      screenMaxHeight: 2160,
    });
    const shown = await run('merchant', 'show', String(id).toUpperCase());
    assert.deepEqual(toFields(shown.stdout), [
      ['id', id],
      ['name', 'Harbour Books'],
      ['time zone', 'Europe/Lisbon'],
      ['suspended', 'no'],
      ['plan', 'basic'],
      ['plan ends at', '-'],
      ['plan allows writes', 'yes'],
      ['storage quota bytes', '524288000'],
      ['storage used bytes', '0'],
      ['storage reserved bytes', '0'],
      ['default item seconds', '10'],
      ['screen codecs', 'h264 vp8 vp9'],
      ['screen max width', '3840'],
      ['screen max height', '2160'],
      ['created at', createdAt],
    ]);
    const table = toFields((await run('merchant', 'list')).stdout);
    assert.deepEqual(table[0], ['id', 'name', 'plan', 'suspended', 'used bytes', 'quota bytes']);
    assert.deepEqual(table[2], [id, 'Harbour Books', 'basic', 'no', '0', '524288000']);
  });

  test('several are created at once', async () => {
    const names = ['One', 'Two', 'Three'];
    const made = await Promise.all(names.map((name) => json('merchant', 'create', '--name', name)));
    assert.equal(new Set(made.map(({ id }) => id)).size, 3);
    const listed = (await json('merchant', 'list')) as unknown as { name: string }[];
    assert.deepEqual(
      listed
        .map(({ name }) => name)
        .filter((name) => names.includes(name))
        .sort(),
      [...names].sort(),
    );
  });

  test('a name with control characters cannot disturb the terminal', async () => {
    const { id } = await json('merchant', 'create', '--name', 'Red \u001b[31m Shop');
    const { stdout } = await run('merchant', 'show', String(id));
    assert.ok(stdout.includes('Red \u{fffd}[31m Shop') && !stdout.includes('\u001b'));
  });
});

describe('people', () => {
  test('a made password is printed once; a given one never', async () => {
    const order = ['person', 'create', '--merchant', MERCHANT, '--role', 'admin', '--name', 'Ada'];
    const { id, password, ...ada } = await json(...order, '--email', 'ada@example.com');
    assert.deepEqual(ada, { email: 'ada@example.com', name: 'Ada', role: 'admin' });
    assert.match(String(password), /^[A-Za-z0-9]{16}$/);
    const given = await run('person', 'set-password', String(id), '--password', 'a better password');
    assert.deepEqual(toFields(given.stdout), [
      ['id', id],
      ['email', 'ada@example.com'],
      ['name', 'Ada'],
    ]);
    const made = toFields((await run('person', 'set-password', String(id))).stdout);
    assert.equal(made[3]?.[0], 'password');
  });
});

describe('tokens', () => {
  const order = (name: string, ...scopes: string[]) => [
    'token',
    'create',
    '--merchant',
    MERCHANT,
    '--name',
    name,
    '--days',
    '90',
    '--scope',
    ...scopes,
  ];

  test('the value is printed once, works at the running server, and is in no later answer', async () => {
    const { token, ...shown } = await json(...order('Till', 'tags:write', 'media:read'));
    assert.match(String(token), /^vitrine_[A-Za-z0-9_-]{43}$/);
    assert.equal((await get('/media?limit=1', String(token))).status, 200);
    assert.equal((await get('/campaigns', String(token))).status, 403);
    const { stdout } = await run('token', 'list', MERCHANT);
    assert.ok(!stdout.includes(String(token)));
    const row = toFields(stdout).find(([id]) => id === shown['id']);
    assert.deepEqual(row?.slice(1, 5), ['Till', shown['lastFour'], 'active', 'media:read tags:read tags:write']);
  });

  test('for people it is a table with the value in it', async () => {
    const { stdout } = await run(...order('Shelf', ...SCOPES));
    const fields = toFields(stdout);
    assert.deepEqual(
      fields.map(([name]) => name),
      ['id', 'name', 'scopes', 'last four', 'created at', 'expires at', 'token'],
    );
    assert.equal((await get('/tags', fields[6]?.[1] ?? '')).status, 200);
  });

  test('the eleventh active one is refused, also when several are asked for at once', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, (_, at) => run(...order(`Extra ${at}`, 'tags:read'))));
    const refused = asked.filter(({ code }) => code === 1);
    const rows = (await json('token', 'list', MERCHANT)) as unknown as { state: string }[];
    assert.equal(rows.filter(({ state }) => state === 'active').length, 10);
    assert.deepEqual(
      refused.map(({ stderr }) => stderr),
      refused.map(() => 'The merchant has 10 active tokens, which is the most. Revoke one first.\n'),
    );
    assert.equal(refused.length, 2);
  });
});

describe('a change counts at the running server within a tenth of a second, as a rule at the next request', () => {
  const till = EXAMPLE_SECRETS.read;
  const status = () => get('/tags', till).then((answer) => answer.status);
  const becomes = async (wished: number) => assert.equal(await poll(status, (now) => now === wished), wished);

  test('merchant suspend and resume', async () => {
    await becomes(200);
    assert.equal((await json('merchant', 'suspend', MERCHANT))['suspended'], true);
    await becomes(401);
    assert.equal((await json('merchant', 'resume', MERCHANT))['suspended'], false);
    await becomes(200);
  });

  test('merchant set-plan: an end that has passed, and none; what is left out stays', async () => {
    const ended = await json('merchant', 'set-plan', MERCHANT, '--ends-at', '2026-01-01');
    assert.deepEqual([ended['planEndsAt'], ended['plan']], ['2026-01-01T00:00:00.000Z', 'pro']);
    await becomes(401);
    const args = ['--ends-at', 'never', '--name', 'plus', '--allows-writes', 'no', '--quota', '2GB'];
    const plan = await json('merchant', 'set-plan', MERCHANT, ...args);
    assert.deepEqual(
      [plan['planEndsAt'], plan['plan'], plan['planAllowsWrites'], plan['storageQuotaBytes']],
      [null, 'plus', false, 2 * 1024 ** 3],
    );
    await becomes(200);
  });

  test('token revoke; revoking again changes nothing', async () => {
    const revoked = await json('token', 'revoke', exampleId('token', 1));
    assert.equal(revoked['state'], 'revoked');
    await becomes(401);
    assert.deepEqual(await json('token', 'revoke', exampleId('token', 1), '--merchant', MERCHANT), revoked);
    assert.equal((await get('/tags', EXAMPLE_SECRETS.all)).status, 200);
  });
});

test('activity is a table, JSON, or a sentence when there is none', async () => {
  const { id } = await json('merchant', 'create', '--name', 'Quiet');
  assert.deepEqual(await json('activity', String(id)), []);
  assert.equal((await run('activity', String(id))).stdout, 'Nothing has been done yet.\n');
});

test('when the server stops while no command runs, no process is left', async () => {
  assert.equal((await server.end('SIGTERM')).code, 0);
  assert.equal(await findPostmaster(folder), 0);
});
