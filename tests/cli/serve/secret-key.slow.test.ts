// The SECRET_KEY of the built server and its commands: there is always one, and only the right one starts.
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import {
  newFolder,
  newFolderWithCluster,
  removeFolder,
  runCommand,
  spawnProgram,
  type Ended,
  type Environment,
} from '../../harness/command-line.js';
import { openSingleDatabase, type TestDatabase } from '../../harness/database.js';
import { findFreePort } from '../../harness/free-port.js';
import { newShop } from '../../harness/operator.js';
import { newWebhook } from '../../harness/webhooks.js';
import { systemClock } from '../../../server/src/clock.js';
import { toDatabaseUrl } from '../commands/installation.js';
import { newServing, type Serving } from './serving.js';

const [OLD, OTHER] = ['the old key of the installation ..', 'another key of the installation .'];
const WAYS_OUT =
  'If the old key is lost, run «vitrine-server secret-key replace»: it switches off webhooks and disables authenticator apps whose secrets cannot be read.';
const DIFFERS = `SECRET_KEY is not the key that this database was sealed with. Set it to the old key. ${WAYS_OUT}\n`;

let serving: Serving;
beforeEach(async () => void (serving = await newServing(newFolderWithCluster)));
afterEach(async () => {
  await serving.endAll();
  await serving.remove();
});

async function refusalOf(more: Environment): Promise<string> {
  const ports = { PORT: String(await findFreePort()), STORAGE_PORT: String(await findFreePort()) };
  const settings = { DEMO: 'off', LOG_LEVEL: 'warn', ...ports, ...more };
  const { code, stdout, stderr } = await runCommand(serving.folder, ['serve'], settings);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  return stderr;
}

const rowOf = ({ code, stdout, stderr }: Ended): Record<string, unknown> => {
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('with the embedded database', () => {
  // Without SECRET_KEY, which the harness sets otherwise.
  const settings = { DEMO: 'off', SECRET_KEY: '' };

  test('the first start makes a key for the owner alone, and later starts need it', async () => {
    const { folder } = serving;
    const file = join(folder.dataDir, 'secret-key');
    await serving.start(settings);
    await serving.endAll();
    const key = await readFile(file, 'utf8');
    assert.match(key, /^[\w-]{43}$/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await serving.start(settings);
    await serving.endAll();
    assert.equal(await readFile(file, 'utf8'), key);
    assert.equal(await refusalOf({ SECRET_KEY: OTHER }), DIFFERS);
    await rm(file);
    assert.equal(
      await refusalOf(settings),
      `The secret key of this database is missing. Restore the file ${file}, or set SECRET_KEY to the old key. ${WAYS_OUT}\n`,
    );
    await assert.rejects(stat(file));
    await serving.start({ ...settings, SECRET_KEY: key });
  });

  test('a backup leaves the key out unless asked, and restore says whether it is there', async () => {
    const { folder } = serving;
    await serving.start(settings);
    await serving.endAll();
    const key = await readFile(join(folder.dataDir, 'secret-key'), 'utf8');
    const [without, withKey] = [join(folder.path, 'without'), join(folder.path, 'with')];
    const made = await runCommand(folder, ['backup', without], settings);
    assert.match(
      made.stderr,
      new RegExp(
        `^The secret key is not in the backup\\. Keep a copy of ${join(folder.dataDir, 'secret-key')} in another place: a restore needs it\\.$`,
        'm',
      ),
    );
    assert.deepEqual(await readdir(join(without, 'kept')), ['storage-secret']);
    const asked = await runCommand(folder, ['backup', withKey, '--with-secret-key'], settings);
    assert.doesNotMatch(asked.stderr, /secret key/);
    assert.equal(await readFile(join(withKey, 'kept', 'secret-key'), 'utf8'), key);

    const elsewhere = await newFolder();
    try {
      const check = (backup: string, more: Environment = {}) =>
        runCommand(elsewhere, ['restore', '--check', backup, '--json'], { ...settings, ...more });
      const states = {
        missing: await check(without),
        differs: await check(without, { SECRET_KEY: OTHER }),
        matches: await check(without, { SECRET_KEY: key }),
      };
      for (const [state, ended] of Object.entries(states)) assert.equal(rowOf(ended)['secretKey'], state);
      assert.match(states.missing.stderr, /^The secret key of this backup is not here.* Set SECRET_KEY, or put/m);
      assert.match(
        states.differs.stderr,
        /^SECRET_KEY is not the key of this backup, and a start on it will be refused/m,
      );
      assert.doesNotMatch(states.matches.stderr, /key/);
      // Where the service runs, its own file counts.
      const own = await runCommand(folder, ['restore', '--check', without, '--json'], settings);
      assert.equal(rowOf(own)['secretKey'], 'matches');
      const restored = await runCommand(elsewhere, ['restore', withKey, '--json'], settings);
      assert.equal(rowOf(restored)['secretKey'], 'matches');
      const file = join(elsewhere.dataDir, 'secret-key');
      assert.equal(await readFile(file, 'utf8'), key);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
    } finally {
      await removeFolder(elsewhere);
    }
  });
});

describe('with DATABASE_URL', () => {
  let database: TestDatabase;
  let env: Environment;
  beforeEach(async () => {
    database = await openSingleDatabase();
    env = { DATABASE_URL: toDatabaseUrl(database), DEMO: 'off' };
  });
  afterEach(() => database.close());

  const replace = (more: Environment, args: readonly string[] = ['--yes', '--json']) =>
    runCommand(serving.folder, ['secret-key', 'replace', ...args], { ...env, ...more });

  test('a start without SECRET_KEY is refused, and a misspelled one is named', async () => {
    assert.equal(
      await refusalOf({ ...env, SECRET_KEY: '', SECRETKEY: OLD }),
      'Configuration: SECRET_KEY is needed with DATABASE_URL: set it, the same on every instance (openssl rand -base64 32).\n' +
        'Configuration: SECRETKEY is not a setting. Did you mean SECRET_KEY?\n',
    );
  });

  test('a start warns about a misspelled setting', async () => {
    const { said } = await serving.start({ ...env, S3_BUKET: 'vitrine' });
    const warnings = said.stderr.split('\n').filter((line) => line.includes('"level":40'));
    assert.deepEqual(
      warnings.map((line) => (JSON.parse(line) as { msg: string }).msg),
      ['S3_BUKET is not a setting. Did you mean S3_BUCKET?'],
    );
  });

  test.each(['1', '2'])('a second instance with another key is refused with WORKERS=%s', async (WORKERS) => {
    await serving.start({ ...env, SECRET_KEY: OLD, WORKERS });
    assert.equal(await refusalOf({ ...env, SECRET_KEY: OTHER, WORKERS }), DIFFERS);
    await serving.start({ ...env, SECRET_KEY: OLD, WORKERS });
  });

  test('doctor reports a missing and a wrong key', async () => {
    await serving.start({ ...env, SECRET_KEY: OLD });
    const stateOf = async (check: string, SECRET_KEY: string) => {
      const { stdout } = await runCommand(serving.folder, ['doctor', '--json'], { ...env, SECRET_KEY });
      const row = (JSON.parse(stdout) as { check: string; state: string; words: string }[]).find(
        (one) => one.check === check,
      );
      return [row?.state, row?.words];
    };
    assert.deepEqual(await stateOf('secret key', OLD), ['ok', 'It is the key that this database was sealed with.']);
    assert.deepEqual(await stateOf('secret key', OTHER), ['fault', DIFFERS.trimEnd()]);
    assert.deepEqual(await stateOf('settings', ''), [
      'fault',
      'SECRET_KEY is not set, and the service does not start without it. Set it, the same on every instance.',
    ]);
  });

  test('secret-key replace asks for a yes, switches off webhooks, and lets the new key start', async () => {
    // The harness seals with its own key.
    await serving.start(env);
    await serving.endAll();
    const shop = await newShop(serving.folder, env);
    await newWebhook({ db: database.db, clock: systemClock }, shop.id);
    const answer = async (text: string): Promise<Ended> => {
      const child = spawnProgram(serving.folder, ['secret-key', 'replace', '--json'], { ...env, SECRET_KEY: OTHER });
      child.process.stdin.end(text);
      return child.ended;
    };
    for (const no of ['', 'no\n', 'y\n']) {
      const { code, stdout, stderr } = await answer(no);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^ {2}0 authenticator apps: .*\n {2}1 webhooks: /m);
      assert.ok(stderr.endsWith('Nothing was changed.\n'), stderr);
    }
    assert.equal(await refusalOf({ ...env, SECRET_KEY: OTHER }), DIFFERS);
    assert.deepEqual(rowOf(await answer('yes\n')), { replaced: true, apps: 0, webhooks: 1 });
    assert.deepEqual(rowOf(await replace({ SECRET_KEY: OTHER })), { replaced: false, apps: 0, webhooks: 0 });
    await serving.start({ ...env, SECRET_KEY: OTHER });
    assert.equal(await refusalOf(env), DIFFERS);
    const { code, stderr } = await replace({ SECRET_KEY: '' });
    assert.deepEqual([code, stderr], [1, 'SECRET_KEY is not set. Set it, to the output of: openssl rand -base64 32\n']);
  });
});

test('secret-key replace makes a new key for an embedded database whose file is lost', async () => {
  const settings = { DEMO: 'off', SECRET_KEY: '' };
  const file = join(serving.folder.dataDir, 'secret-key');
  await serving.start(settings);
  await serving.endAll();
  const before = await readFile(file, 'utf8');
  await rm(file);
  const ended = await runCommand(serving.folder, ['secret-key', 'replace', '--yes', '--json'], settings);
  assert.deepEqual(rowOf(ended), { replaced: true, apps: 0, webhooks: 0 });
  const after = await readFile(file, 'utf8');
  assert.notEqual(after, before);
  await serving.start(settings);
  await serving.endAll();
  await writeFile(file, before);
  assert.equal(await refusalOf(settings), DIFFERS);
});
