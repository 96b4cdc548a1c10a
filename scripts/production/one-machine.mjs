// One machine with the embedded database and store: what an operator meets when a setting is missing, a key is wrong, or the
// disk is full.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const DATA_DIR = '/var/lib/vitrine-alone';
const RESERVE_MB = 200;
const PORTS = { PORT: '9080', STORAGE_PORT: '9081', ADMIN_PORT: '9082' };
const SETTINGS = {
  NODE_ENV: 'production',
  DATA_DIR,
  STORAGE_RESERVE_MB: String(RESERVE_MB),
  ...PORTS,
};
const URL = `http://127.0.0.1:${PORTS.PORT}`;
const ADMIN = `http://127.0.0.1:${PORTS.ADMIN_PORT}`;
const SERVE = 'exec vitrine-server serve';
const FILLER = `${DATA_DIR}/objects/filler`;

/** `run` and `start` are those of the walk; `until` waits. */
export async function walkOneMachine({ run, start, until }) {
  mountSmallDisk();
  const refused = async (script, settings) => {
    const error = await run(script, settings).then(
      () => assert.fail(`${script} was not refused`),
      (thrown) => String(thrown.message),
    );
    return error;
  };
  assert.match(
    await refused(SERVE, SETTINGS),
    /DATABASE_URL is not set, and \/var\/lib\/vitrine-alone has no database\. Set DATABASE_URL, or set DATABASE=embedded/,
  );
  assert.match(
    await refused('vitrine-server merchant create --name X', SETTINGS),
    /No database here\. Set DATABASE_URL or DATA_DIR/,
  );
  const inImage = { ...SETTINGS, DATABASE: 'embedded', DATA_IN_CONTAINER: 'no' };
  assert.match(await refused(SERVE, { ...inImage, DATA_DIR: '/not-a-volume' }), /\/not-a-volume is not a volume/);
  assert.ok(!existsSync(`${DATA_DIR}/postgres`) && !existsSync('/not-a-volume'));
  console.log('Refused: a start without a database, a command without one, a container without a volume.');

  // DATA_DIR is a mount, as a volume is.
  const first = await serve({ start, until }, inImage);
  assert.equal(statSync(`${DATA_DIR}/secret-key`).mode & 0o777, 0o600);
  const token = await makeToken(run, first.said);
  assert.equal(await upload(token, 1), 200);
  await checkFullDisk({ run, until }, { server: first, token });
  await stop(first);

  assert.match(
    await refused(SERVE, { ...SETTINGS, SECRET_KEY: 'x'.repeat(32) }),
    /SECRET_KEY is not the key that this database/,
  );
  await run(`mv ${DATA_DIR}/secret-key /tmp/lost`);
  assert.match(await refused(SERVE, SETTINGS), /The secret key of this database is missing/);
  await run('echo yes | vitrine-server secret-key replace', SETTINGS);
  // A database that is there needs no DATABASE=embedded.
  await stop(await serve({ start, until }, SETTINGS));
  console.log('Refused: another key and a lost one. Started: after secret-key replace.');
}

function mountSmallDisk() {
  mkdirSync(DATA_DIR, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'none', DATA_DIR], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

async function serve({ start, until }, settings) {
  const child = start('one machine', SERVE, [], settings);
  await until(
    () => child.said.includes('Ctrl-C stops it.'),
    'the machine to be up',
    () => child.said.slice(-2000),
  );
  return child;
}

async function stop(child) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

// By the command that the start printed, in a shell without its settings.
async function makeToken(run, said) {
  const [, create] = /^ {4}(\S.* merchant create .*)$/m.exec(said) ?? [];
  assert.ok(create, said);
  const { id } = JSON.parse(await run(`${create} --json`));
  const issue = create.replace(
    /merchant create .*/,
    `token create --merchant ${id} --name x --days 7 --scope media:write media:files`,
  );
  return JSON.parse(await run(`${issue} --json`)).token;
}

// The status of the first call that was not answered with 200, or 200.
async function upload(token, megabytes) {
  const bytes = randomBytes(megabytes * 1024 ** 2);
  const id = randomUUID();
  const body = {
    id,
    name: 'Picture',
    fileName: 'picture.png',
    mimeType: 'image/png',
    fileSize: bytes.length,
    checksum: createHash('sha256').update(bytes).digest('hex'),
  };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path, value) =>
    fetch(`${URL}/api/integrations/v1${path}`, { method: 'POST', headers, body: value && JSON.stringify(value) });
  const started = await post('/media/uploads', body);
  if (started.status !== 200) return started.status;
  const { upload: put } = await started.json();
  const stored = await fetch(put.url, { method: 'PUT', headers: put.headers, body: bytes });
  if (stored.status !== 200) return stored.status;
  return (await post(`/media/uploads/${id}/finalize`)).status;
}

async function checkFullDisk({ run, until }, { server, token }) {
  const warnings = () => server.said.split('\n').filter((line) => /"level":40.*disk/.test(line));
  const left = (RESERVE_MB + 5) * 1024;
  await run(`fallocate -l $(($(df --output=avail ${DATA_DIR} | tail -1) - ${left}))K ${FILLER}`);
  assert.deepEqual([await upload(token, 10), await upload(token, 10)], [507, 507]);
  await until(() => warnings().length > 0, 'the warning of a full disk');
  await until(
    async () => (await (await fetch(`${ADMIN}/readyz`)).json()).status === 'degraded',
    '/readyz to be degraded',
  );
  for (const url of [ADMIN, URL]) assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const metrics = await (await fetch(`${ADMIN}/metrics`)).text();
  assert.match(metrics, /^vitrine_storage_refusals_total 2$/m);
  assert.match(metrics, new RegExp(`^vitrine_storage_reserve_bytes ${RESERVE_MB * 1024 ** 2}$`, 'm'));
  const found = await run('vitrine-server doctor || true', SETTINGS);
  assert.match(found, /^disk +fault +\d+ MB are free .* is refused with 507\. Make room/m);
  rmSync(FILLER);
  await until(() => warnings().length > 1, 'the end of the full disk in the log');
  assert.equal(warnings().length, 2, warnings().join('\n'));
  assert.equal(await upload(token, 10), 200);
  console.log(`${warnings().join('\n')}\n${found.split('\n').find((line) => line.startsWith('disk'))}`);
  assert.ok(readFileSync(`${DATA_DIR}/secret-key`, 'utf8').length >= 32);
}
