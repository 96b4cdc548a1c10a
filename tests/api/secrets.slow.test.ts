// Secrets appear in no log, metric, error, archive, page, activity, file or row: a full run of the real server, at the most
// talkative level, and a search through everything that it wrote.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { newFolder, removeFolder, runCommand, startServe, type Folder } from '../harness/command-line.js';
import { startMailServer, type MailServer } from '../harness/mail-server.js';
import { findLeaks, findSignedQueries, formsOf } from './secrets/find-leaks.js';
import { fullRun } from './secrets/full-run.js';
import { connect, newRunLog, readFiles, readTables, type KeptFile, type RunLog } from './secrets/run-log.js';

const ENV = { LOG_LEVEL: 'trace', DEMO: 'off', READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' };
// What keeps the installation's own two secrets, and is there for that.
const STORAGE_SECRET = /^(?:file storage-secret|backup file kept\/storage-secret)$/;
const CURSOR_KEY =
  /^(?:table shared_secrets|file postgres\/(?:base|pg_wal)\/.*|file postgres\.log|backup file tables\/shared_secrets\.copy)$/;

// A 400 names every unknown field as it was sent (contract, Errors), to the one who sent it and to nobody else.
const isEcho = (leak: string): boolean => leak.endsWith(' in answer unknown field');

const SECRET_KEY = 'what seals the secrets of apps in this run';

let folder: Folder;
let mails: MailServer;
let log: RunLog;
let files: KeptFile[];

beforeAll(async () => {
  folder = await newFolder();
  log = newRunLog(folder);
  mails = await startMailServer();
  const { host, port, from } = mails.config;
  log.keep('SECRET_KEY', SECRET_KEY);
  const served = await startServe(folder, {
    ...ENV,
    SECRET_KEY,
    SMTP_URL: `smtp://${host}:${port}`,
    MAIL_FROM: from,
  });
  const client = await connect(folder);
  // From here on PostgreSQL writes every statement with its values into its log.
  await client.query(`alter system set log_statement = 'all'`);
  await client.query('select pg_reload_conf()');
  await fullRun(log, served, folder, mails);
  await failInside(served.url, client);
  const backedUp = await backUpAndRestore();
  log.places.push(...(await readTables(client)));
  const { rows } = await client.query<{ value: Buffer }>('select value from shared_secrets');
  log.keep('cursor key', rows[0]?.value ?? '', CURSOR_KEY);
  await client.query('checkpoint');
  await client.end();
  log.keep('storage secret', await readFile(join(folder.dataDir, 'storage-secret'), 'utf8'), STORAGE_SECRET);
  const { stdout, stderr } = await served.end('SIGTERM');
  log.places.push({ name: 'standard output', text: stdout }, { name: 'standard error', text: stderr });
  files = await readFiles(folder.dataDir);
  files.push(...backedUp);
  log.places.push(...files);
});
afterAll(async () => {
  await removeFolder(folder);
  await mails.close();
});

// What the commands say, and every file of the backup. What is restored is the same rows again.
async function backUpAndRestore(): Promise<KeptFile[]> {
  const backup = join(folder.path, 'backup');
  await log.command('backup', backup);
  const restored = await newFolder();
  const { code, stdout, stderr } = await runCommand(restored, ['restore', backup, '--json'], { LOG_LEVEL: 'trace' });
  assert.equal(code, 0, stderr);
  log.places.push({ name: 'command restore', text: stdout + stderr });
  await removeFolder(restored);
  return (await readFiles(backup)).map((file) => ({ ...file, name: `backup ${file.name}` }));
}

// A fault in the middle of a request is logged with all that is known of it.
async function failInside(url: string, client: Awaited<ReturnType<typeof connect>>): Promise<void> {
  await client.query('alter table tags rename to tags_away');
  const [{ value: token } = { value: '' }] = log.secrets.filter(({ name }) => name === 'token of the command');
  const headers = { authorization: `Bearer ${String(token)}` };
  const { status } = await log.ask('500', `${url}${API_PATH}/tags?q=${String(token)}`, { headers });
  assert.equal(status, 500);
  await client.query('alter table tags_away rename to tags');
}

test('no secret of a full run is anywhere but in the one answer that gives it, and in its kept file', () => {
  const kinds = new Set(log.secrets.map(({ name }) => name));
  console.log(`secrets: ${log.secrets.length} of ${kinds.size} kinds, ${log.places.length} places searched`);
  const leaks = findLeaks(log.secrets, log.places);
  assert.deepEqual(
    leaks.filter((leak) => !isEcho(leak)),
    [],
  );
  assert.ok(kinds.size >= 30 && log.places.length > 400);
});

test('no signed query is in a log, a row, a file, a metric or an export', () => {
  assert.deepEqual(findSignedQueries(log.places), []);
});

test('each secret was where it had to be: the search would have found it', () => {
  for (const { name, value, mayBeIn } of log.secrets.filter((secret) => secret.mayBeIn !== undefined)) {
    const found = findLeaks([{ name, value }], log.places).filter((leak) => !isEcho(leak));
    assert.ok(found.length > 0, name);
    assert.ok(found.every((leak) => mayBeIn?.test(leak.slice(`${name} in `.length))));
  }
});

test('what keeps a secret is readable by its owner alone', () => {
  const kept = files.filter(({ name }) => STORAGE_SECRET.test(name) || name === 'file demo.json');
  assert.ok(kept.length > 0);
  for (const { name, mode } of kept) assert.equal(mode.toString(8), '600', name);
});

test('the run reached what it is about', () => {
  const textOf = (name: RegExp): string =>
    log.places
      .filter((place) => name.test(place.name))
      .map(({ text }) => text)
      .join('\n');
  assert.match(textOf(/^standard error$/), /"msg":"request"/);
  assert.match(textOf(/^standard error$/), /"msg":"storage request"/);
  assert.match(textOf(/^standard error$/), /"msg":"failed"/);
  assert.match(textOf(/^file postgres\.log$/), /insert into tokens/);
  assert.match(textOf(/^answer page \/metrics$/), /vitrine_tokens_refused_total [1-9]/);
  assert.match(textOf(/^answer GET \/activity\.csv$/), /token\.rotated/);
  assert.match(textOf(/^export$/), /"secretHash"/);
  assert.match(textOf(/^backup file tables\/people\.copy$/), /@/);
  assert.match(textOf(/^table tokens$/), /\\x[0-9a-f]{64}/);
});

describe('the search itself', () => {
  const value = 'vitrine_JiZERY3rH_XZ4m1l-Zq0bW';
  const leaks = (text: string): string[] => findLeaks([{ name: 'planted', value }], [{ name: 'log', text }]);
  const encode = (text: string, encoding: BufferEncoding): string => Buffer.from(text).toString(encoding);

  test.each([
    ['as it is', `GET /media?token=${value}`],
    ['in a URL', encodeURIComponent(`?${value}`)],
    ['in hex', encode(value, 'hex')],
    ['in capital hex', encode(value, 'hex').toUpperCase()],
    ['in base64', encode(value, 'base64')],
    ['in base64 behind other text', encode(`a:${value}:z`, 'base64')],
    ['in base64url behind other text', encode(`ab:x${value}`, 'base64url')],
  ])('finds a planted secret %s', (_, text) => {
    assert.deepEqual(leaks(text), ['planted in log']);
  });

  test('finds no secret where there is none, and allows a place only by name', () => {
    assert.deepEqual(leaks(value.slice(0, -1)), []);
    const secret = { name: 'planted', value, mayBeIn: /^answer/ };
    const places = ['answer', 'log'].map((name) => ({ name, text: value }));
    assert.deepEqual(findLeaks([secret], places), ['planted in log']);
    assert.ok(formsOf('a "quoted" word').includes('a \\"quoted\\" word'));
  });

  test('finds a signed query', () => {
    const text = 'GET /vitrine/x.png?X-Amz-Signature=0123456789abcdef';
    assert.deepEqual(
      findSignedQueries([
        { name: 'log', text },
        { name: 'answer', text },
      ]),
      ['log'],
    );
  });
});
