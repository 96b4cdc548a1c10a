// An installation from its empty folder on: first commands, a server, an archive imported beside it, the end.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../harness/archive-fixture.js';
import { findPostmaster, newFolder, removeFolder, runCommand, type Served } from '../../harness/command-line.js';
import { sendConsole } from '../../harness/console.js';
import { openTestDatabase } from '../../harness/database.js';
import { until } from '../../harness/until.js';
import {
  importExample,
  MERCHANT,
  newInstallation,
  toDatabaseUrl,
  toFields,
  type Installation,
} from './installation.js';

const PROGRAM = join(import.meta.dirname, '../../../server/bin/vitrine-server.js');
const FIRST_MERCHANT = `
  No merchants yet. Make the first one, and its owner, in a browser:
    URL/first-run#SECRET
  It works once, for 24 hours; the next start prints another.
  Or in another terminal:
    COMMAND merchant create --name 'Corner Bakery' --time-zone Europe/Paris
    COMMAND person create --merchant ID --email owner@example.com --name Owner --role owner
`;

let vitrine: Installation;
let server: Served;

beforeAll(async () => {
  vitrine = await newInstallation({}, newFolder);
});
afterAll(() => vitrine.remove());

const lookFirstRun = (secret: string) => sendConsole(server.url, 'POST', '/first-run/look', { body: { secret } });

describe('on an empty folder', () => {
  test('with DEMO=off the server starts with no merchant and says how to make the first', async () => {
    server = await vitrine.serve();
    const [, secret = ''] = /#([\w-]{43})\n/.exec(server.said.stdout) ?? [];
    const command = `DATA_DIR=${vitrine.folder.dataDir} ${process.execPath} ${PROGRAM}`;
    assert.equal(
      server.said.stdout.replace(secret, 'SECRET'),
      `\nVitrine is up.\n\n  Console   ${server.url}\n  API       ${server.url}${API_PATH}\n  Docs      ${server.url}/docs\n${FIRST_MERCHANT.replace('URL', server.url).replaceAll('COMMAND', command)}\n  Ctrl-C stops it.\n\n`,
    );
    assert.equal((await lookFirstRun(secret)).status, 200);
    assert.equal((await lookFirstRun('A'.repeat(43))).status, 404);
    // What others gather and keep, which is written a moment later: the lines of both requests.
    await until(async () => server.said.stderr.split('first-run/look').length > 2);
    assert.ok(!server.said.stderr.includes(secret));
    assert.deepEqual(await vitrine.run('merchant', 'list'), {
      code: 0,
      stdout: 'No merchants yet. To add one, run this program with: merchant create --name NAME\n',
      stderr: '',
    });
    assert.deepEqual(await vitrine.json('migrate'), { applied: [] });
  });

  test('secrets made on first start are kept in DATA_DIR for the owner alone', async () => {
    const file = await stat(join(vitrine.folder.dataDir, 'storage-secret'));
    assert.equal(file.mode & 0o777, 0o600);
  });
});

describe('an archive of 230 media and eight campaigns', () => {
  test('is imported beside the running server, with a count of each kind', async () => {
    assert.deepEqual(await importExample(vitrine), {
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
    const archive = exampleArchive({ media: 230, campaigns: 8, tokensFrom: Date.now() });
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
      assert.equal((await vitrine.get(path, EXAMPLE_SECRETS.all)).status, 200, path);
  });

  test('exported, imported elsewhere by DATABASE_URL and exported again, it is the same to the byte', async () => {
    const other = await newFolder();
    const database = await openTestDatabase();
    try {
      const url = toDatabaseUrl(database);
      const out = join(other.path, 'first.json');
      assert.deepEqual(await vitrine.json('export', MERCHANT, '--out', out), { merchantId: MERCHANT, file: out });
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
    const { status, body } = await vitrine.get(at, EXAMPLE_SECRETS.all);
    assert.equal(status, 200, JSON.stringify(body));
    const page = body as Record<string, unknown> & { nextCursor?: string | null };
    items.push(...(Object.values(page).find(Array.isArray) as { id?: string; name: string }[]));
    at = page.nextCursor ? `${path}${path.includes('?') ? '&' : '?'}cursor=${page.nextCursor}` : undefined;
  }
  return items;
}

test('when the server stops while no command runs, no process is left', async () => {
  assert.equal((await server.end('SIGTERM')).code, 0);
  assert.equal(await findPostmaster(vitrine.folder), 0);
});
