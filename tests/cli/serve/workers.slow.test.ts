// `serve` in several processes: one port, one count, and nobody notices when one of them ends.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../harness/archive-fixture.js';
import { findPostmaster, poll, runCommand, type Served } from '../../harness/command-line.js';
import { until } from '../../harness/until.js';
import { findSecretLines, newServing, type Serving } from './serving.js';

let serving: Serving;

beforeAll(async () => {
  serving = await newServing();
  const archive = exampleArchive({ campaigns: 1, tokensFrom: Date.now() });
  await writeFile(join(serving.folder.path, 'archive.json'), JSON.stringify(archive));
  const { code, stderr } = await runCommand(serving.folder, ['import', 'archive.json']);
  assert.equal(code, 0, stderr);
});
afterAll(async () => {
  await serving.endAll();
  await serving.remove();
});

// Each on a connection of its own, so that the workers take turns.
async function ask(served: Served, bearer = EXAMPLE_SECRETS.all): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}`, connection: 'close' };
  const answer = await fetch(`${served.url}${API_PATH}/tags`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

const askMany = (served: Served, count: number, bearer?: string): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => ask(served, bearer)));

const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length;

async function figure(served: Served, name: string): Promise<number> {
  const text = await (await fetch(`${served.adminUrl}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  );
  return values.reduce((sum, value) => sum + value, 0);
}

async function workersOf(served: Served): Promise<number[]> {
  const pid = served.process.pid ?? 0;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const lines = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_, at) => lines[at]?.includes('vitrine-server') === true);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Whether both have answered a request, by whole lines of the log.
function haveAnswered(stderr: string): boolean {
  const lines = stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { worker?: number; reqId?: string });
  const answered = new Set(lines.filter(({ reqId }) => reqId !== undefined).map(({ worker }) => worker));
  return answered.has(1) && answered.has(2);
}

const isTold = (status: number): boolean => status < 500;

// A machine that is busy may fail a request: then nothing can be said of it.
async function askUntilTold(askAll: () => Promise<number[]>): Promise<number[]> {
  for (;;) {
    const statuses = await askAll();
    if (statuses.every(isTold)) return statuses;
  }
}

const minuteNow = (): number => Math.floor(Date.now() / 60_000);

const AT_ONCE = 10;

// Budgets are of a clock minute. Of requests over the turn of one nothing can be said, nor where one failed, as it may where the
// machine is busy: they are made again, in a minute that nobody has asked in.
async function askManyInOneMinute(served: Served, count: number): Promise<{ statuses: number[]; asked: number }> {
  for (let asked = count; ; asked += count) {
    const began = minuteNow();
    const statuses: number[] = [];
    while (statuses.length < count) statuses.push(...(await askMany(served, AT_ONCE)));
    const ended = minuteNow();
    if (ended === began && statuses.every(isTold)) return { statuses, asked };
    await until(() => minuteNow() > ended);
  }
}

test('two workers answer on one port, count as one, are replaced when they end, and stop together', async () => {
  const served = await serving.start({ WORKERS: '2', READS_PER_MINUTE: '40' });
  const [first = 0, second = 0, ...others] = await workersOf(served);
  assert.deepEqual(others, []);
  assert.ok(first > 0 && second > 0);
  assert.equal(await figure(served, 'vitrine_workers'), 2);

  const { statuses, asked } = await askManyInOneMinute(served, 60);
  assert.deepEqual([count(statuses, 200), count(statuses, 429)], [40, 20]);
  // Of a worker that is late with its figures those before count.
  const requests = await poll(
    () => figure(served, 'vitrine_http_requests_total'),
    (sum) => sum === asked,
  );
  assert.equal(requests, asked);
  await until(async () => {
    await ask(served);
    return haveAnswered(served.said.stderr);
  });

  const before = await figure(served, 'vitrine_http_requests_total');
  process.kill(first, 'SIGKILL');
  await until(() => !isAlive(first));
  // What it has answered was answered.
  assert.ok((await figure(served, 'vitrine_http_requests_total')) >= before);
  const after = await askUntilTold(() => askMany(served, 20));
  assert.equal(count(after, 429) + count(after, 200), 20);
  const now = await poll(
    () => workersOf(served),
    (pids) => pids.length === 2 && !pids.includes(first),
  );
  assert.ok(now.includes(second));
  assert.equal(
    await poll(
      () => figure(served, 'vitrine_worker_restarts_total'),
      (restarts) => restarts === 1,
    ),
    1,
  );
  await until(async () => (await figure(served, 'vitrine_http_requests_total')) >= before + 20);

  // Known to both by now; stopped by a third process.
  assert.deepEqual(await askUntilTold(() => askMany(served, 1, EXAMPLE_SECRETS.read)), [200]);
  const stopped = await runCommand(serving.folder, ['token', 'revoke', exampleId('token', 1)]);
  assert.equal(stopped.code, 0, stopped.stderr);
  const refused = await askUntilTold(() => askMany(served, AT_ONCE, EXAMPLE_SECRETS.read));
  assert.deepEqual(new Set(refused), new Set([401]));

  const { code, stderr } = await served.end('SIGTERM');
  assert.equal(code, 0, stderr);
  assert.deepEqual(now.filter(isAlive), []);
  assert.equal(await findPostmaster(serving.folder), 0);
  assert.ok(haveAnswered(stderr));
  assert.deepEqual(await findSecretLines(serving.folder, Object.values(EXAMPLE_SECRETS)), []);
});

test('workers do not outlive the process that began them', async () => {
  const served = await serving.start({ WORKERS: '2' });
  const workers = await workersOf(served);
  assert.equal(workers.length, 2);
  await served.end('SIGKILL');
  assert.deepEqual(
    await poll(
      async () => workers.filter(isAlive),
      (alive) => alive.length === 0,
    ),
    [],
  );
});
