// The parts of deploy/compose.yaml as this machine has them: two built servers with its settings and secrets as files,
// Debian's PostgreSQL and haproxy with its file, Ceph in place of Garage, and what opens the bucket to browsers.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { parseDocument } from 'yaml';
import {
  newFolder,
  poll,
  removeFolder,
  runCommand,
  startServe,
  type Folder,
  type Served,
} from '../harness/command-line.js';
import { UPLOAD_SCRIPT } from '../harness/guide-blocks.js';
import { findFreePort } from '../harness/free-port.js';
import { hasPostgres, startTcpPostgres, type TcpPostgres } from '../harness/tcp-postgres.js';
import { createSigner } from '@vitrine/disk-s3';
import { newObjectKey } from '../../server/src/storage/object-key.js';
import { openStore, s3Settings, storeOptions, test as cephTest } from './ceph.js';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const BUCKET = 'compose';
const test = hasPostgres && spawnSync('haproxy', ['-v']).status === 0 ? cephTest : cephTest.skip;

type Compose = {
  readonly services: {
    readonly one: { readonly environment: Record<string, string> };
    readonly bucket: { readonly command: string[] };
  };
};

let folder: Folder;
let postgres: TcpPostgres;
let env: Record<string, string>;
let instances: Served[];
let balancer: ChildProcess;
let url: string;
let compose: Compose;

beforeAll(async () => {
  compose = parseDocument(await readFile(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }).toJS() as Compose;
  folder = await newFolder();
  postgres = await startTcpPostgres();
  const store = s3Settings();
  await writeFile(join(folder.path, 'database-url'), postgres.url());
  await writeFile(join(folder.path, 'secret-key'), 's'.repeat(43));
  await writeFile(join(folder.path, 'storage-key-id'), store['AWS_ACCESS_KEY_ID'] ?? '');
  await writeFile(join(folder.path, 'storage-key'), store['AWS_SECRET_ACCESS_KEY'] ?? '');
  const bucketUrl = createSigner({ ...storeOptions(), bucket: BUCKET }).presign('PUT', '', { expiresSeconds: 60 });
  assert.equal((await fetch(bucketUrl, { method: 'PUT' })).status, 200);
  // Its own settings; what Ceph is another for, and the balancer's address.
  const { S3_ENDPOINT = '', S3_REGION = '', S3_INTEGRITY = '' } = store;
  const others = { S3_ENDPOINT, S3_REGION, S3_INTEGRITY, S3_BUCKET: BUCKET, TRUSTED_PROXIES: '127.0.0.1' };
  const given = Object.entries({ ...compose.services.one.environment, ...others });
  env = Object.fromEntries(given.map(([name, value]) => [name, value.replace('/run/secrets', folder.path)]));
  instances = await Promise.all([1, 2].map(() => startServe(folder, env)));
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const [one, two] = instances.map((instance) => new URL(instance.url).host);
  const config = (await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(' one:8080', ` ${one}`)
    .replaceAll(' two:8080', ` ${two}`);
  await writeFile(join(folder.path, 'haproxy.cfg'), config);
  balancer = spawn('haproxy', ['-db', '-q', '-f', join(folder.path, 'haproxy.cfg')], { stdio: 'inherit' });
  await poll(
    () => fetch(`${url}/readyz`).catch(() => undefined),
    (answer) => answer?.ok === true,
  );
});
afterAll(async () => {
  balancer.kill('SIGKILL');
  await once(balancer, 'close');
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await removeFolder(folder);
  await postgres.remove();
});

async function asked(...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCommand(folder, [...args, '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

test('a file goes up and comes back through the balancer, and both instances have served', async () => {
  const { id = '' } = await asked('merchant', 'create', '--name', 'Composed');
  const scopes = ['--scope', 'media:read', 'media:write', 'media:files'];
  const { token = '' } = await asked('token', 'create', '--merchant', id, '--name', 'x', '--days', '7', ...scopes);
  const file = join(folder.path, 'picture.png');
  await writeFile(file, `bytes of ${url}`);
  const { stdout } = await promisify(execFile)('sh', [UPLOAD_SCRIPT, file], {
    env: { PATH: process.env['PATH'], VITRINE_URL: url, VITRINE_WRITE_TOKEN: token },
  });
  assert.match(stdout, /The file came back byte for byte\./);
  for (const { adminUrl } of instances)
    assert.match(await (await fetch(`${adminUrl}/metrics`)).text(), /^vitrine_http_requests_total\{.*uploads.*\} \d/m);
});

test('the bucket lets pages of BASE_URL write after the line of compose.yaml, and no others', async () => {
  const { url: putUrl } = openStore({ bucket: BUCKET }).signedPut(newObjectKey('image/png'), {
    contentType: 'image/png',
    sizeBytes: 1,
    sha256: '0'.repeat(64),
  });
  const allowedFor = async (origin: string): Promise<string | null> => {
    const asks = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' };
    const answer = await fetch(putUrl, { method: 'OPTIONS', headers: { origin, ...asks } });
    return answer.headers.get('access-control-allow-origin');
  };
  const { BASE_URL = '' } = env;
  assert.equal(await allowedFor(BASE_URL), null);
  const [program, script = '', ...words] = compose.services.bucket.command;
  assert.equal(program, 'node');
  const { stdout } = await promisify(execFile)(process.execPath, [join(DEPLOY, '..', script), ...words], {
    env: { PATH: process.env['PATH'], ...env },
  });
  assert.match(stdout, /\bset\b/);
  assert.equal(await allowedFor(BASE_URL), BASE_URL);
  assert.equal(await allowedFor('http://elsewhere.example'), null);
});
