// What PostgreSQL does for a request on a Citus cluster, beside a single PostgreSQL with the same data and the same service:
// CPU of all nodes. The nodes are on this machine, and the database of CITUS_URL is emptied. Beside it, on the same server,
// `vitrine_single` is made anew, a database without Citus.
//
//   CITUS_URL=postgres://… node bench/cluster.mjs [--media 700] [--merchants 12] [--rounds 3] [--connections 8] [--json]
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createDb, MAINTENANCE_LIMITS } from '../server/dist/db/db.js';
import { distribute, migrate } from '../server/dist/db/migrate.js';
import { getRequest, postRequest, putHead } from './cases.mjs';
import { loadData } from './data.mjs';
import { cpuSecondsBelow } from './proc.mjs';
import { inFolder, startLoad, startServer } from './processes.mjs';
import { inRounds, median } from './rounds.mjs';

const SINGLE = 'vitrine_single';
const SECRET = 'bench-bench-bench-bench-bench-bench';
const READS = 3_000;
const UPLOADS = 240;
// A new instance goes to the homes of merchants after two looks at the cluster.
const SETTLE_MS = 12_000;

const { values } = parseArgs({
  options: {
    media: { type: 'string', default: '700' },
    merchants: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);
const citusUrl = process.env.CITUS_URL;
if (citusUrl === undefined) throw new Error('Set CITUS_URL to a database on a cluster that is for nothing else.');
const log = (line) => process.stderr.write(`${line}\n`);

await inFolder(undefined, async (dataDir, keep) => {
  const load = keep(startLoad());
  const nodes = await readNodes();
  const coordinator = nodes.filter(({ isCoordinator }) => isCoordinator);
  const single = await openProgram({ name: 'single', url: await createSingle(), nodes: coordinator, dataDir, keep });
  const cluster = await openProgram({ name: 'cluster', url: await emptyCluster(), nodes, dataDir, keep });
  const programs = [single, cluster];
  for (const program of programs) await warm(load, program);
  await sleep(SETTLE_MS);
  for (const program of programs) await warm(load, program);
  // The first of two is not counted: while the other program was measured its connections were idle and ended, and with them what
  // PostgreSQL had planned.
  const measured = await inRounds(Number(values.rounds), programs, async (program) => {
    log(`a round of ${program.name}`);
    await measureAll(load, program);
    return measureAll(load, program);
  });
  report(programs, measured);
});

async function openProgram({ name, url, nodes, dataDir, keep }) {
  log(`${name}: loading`);
  const db = createDb({ connectionString: url }, MAINTENANCE_LIMITS);
  const sizes = {
    media: Number(values.media),
    others: Number(values.merchants) - 2,
    othersMedia: Number(values.media),
  };
  const { merchantOf, large } = await loadData(db, sizes);
  await db.close();
  const folder = join(dataDir, name);
  await mkdir(folder);
  const env = { DATABASE_URL: url, STORAGE_SECRET: SECRET };
  const server = keep(await startServer(name, { dataDir: folder, env }));
  return { ...server, nodes, tokens: Object.keys(merchantOf), walk: large.walk };
}

function warm(load, { port, tokens }) {
  const requests = tokens.map((token) => getRequest(token, '/media'));
  return load.run({ port, connections, requests, times: 10 });
}

async function measureAll(load, program) {
  const { tokens, walk } = program;
  const run = (requests, times) => measure(load, program, requests, times);
  const read = (requests) => run(requests, Math.ceil(READS / requests.length));
  const measured = {
    'first page': await read(tokens.map((token) => getRequest(token, '/media'))),
    'page at random depth': await read(walk.map(({ token, path }) => getRequest(token, path))),
    'GET /token': await read(tokens.map((token) => getRequest(token, '/token'))),
  };
  const files = Array.from({ length: UPLOADS }, (_, at) => {
    const bytes = Buffer.from(`bench ${randomUUID()}`);
    return { id: randomUUID(), bytes, token: tokens[at % tokens.length] };
  });
  const starts = files.map(({ id, bytes, token }) => postRequest(token, '/media/uploads', toUpload(id, bytes)));
  measured['upload start'] = await run(starts);
  await putFiles(load, program, files, measured['upload start'].bodies);
  const finalizes = files.map(({ id, token }) => postRequest(token, `/media/uploads/${id}/finalize`, {}));
  measured['upload finalize'] = await run(finalizes);
  return measured;
}

async function measure(load, { port, pid, nodes }, requests, times) {
  const cpuOf = () => [pid, ...nodes.map(({ postmaster }) => postmaster)].map(cpuSecondsBelow);
  const before = cpuOf();
  const { count, p50Ms, bodies } = await load.run({ port, requests, times, connections });
  const [nodeMs, ...each] = cpuOf().map((seconds, at) => ((seconds - before[at]) * 1000) / count);
  return { nodeMs, each, postgresMs: each.reduce((sum, one) => sum + one, 0), p50Ms, bodies };
}

function toUpload(id, bytes) {
  return {
    id,
    name: 'Bench',
    fileName: 'bench.jpg',
    mimeType: 'image/jpeg',
    fileSize: bytes.length,
    checksum: createHash('sha256').update(bytes).digest('hex'),
    width: 1920,
    height: 1080,
  };
}

async function putFiles(load, { storagePort }, files, bodies) {
  const bytesOf = new Map(files.map(({ id, bytes }) => [id, bytes]));
  const requests = bodies.map((body) => {
    const { mediaId, upload } = JSON.parse(body);
    const bytes = bytesOf.get(mediaId);
    return putHead(upload, bytes.length) + bytes;
  });
  await load.run({ port: storagePort, requests, connections });
}

function report([single, cluster], measured) {
  const [ofSingle, ofCluster] = [single, cluster].map(({ name }) => measured.get(name));
  const rows = Object.keys(ofSingle[0]).map((name) => {
    const medianOf = (runs, read) => Number(median(runs.map((run) => read(run[name]))).toFixed(3));
    const times = median(ofCluster.map((run, round) => run[name].postgresMs / ofSingle[round][name].postgresMs));
    return {
      case: name,
      single: medianOf(ofSingle, ({ postgresMs }) => postgresMs),
      cluster: medianOf(ofCluster, ({ postgresMs }) => postgresMs),
      times: Number(times.toFixed(2)),
      'each node': cluster.nodes.map((_, at) => medianOf(ofCluster, ({ each }) => each[at])).join(' + '),
      'service, single': medianOf(ofSingle, ({ nodeMs }) => nodeMs),
      'service, cluster': medianOf(ofCluster, ({ nodeMs }) => nodeMs),
    };
  });
  if (values.json) console.log(JSON.stringify(rows, undefined, 1));
  else {
    console.log(
      `CPU of PostgreSQL a request in milliseconds; nodes: ${cluster.nodes.map(({ name }) => name).join(', ')}`,
    );
    console.table(rows);
  }
}

async function readNodes() {
  return withClient(citusUrl, async (client) => {
    const { rows } = await client.query(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
    );
    const nodes = [];
    for (const row of rows)
      nodes.push({ ...row, name: `${row.host}:${row.port}`, postmaster: await findPostmaster(row) });
    return nodes;
  });
}

function findPostmaster({ host, port }) {
  const url = new URL(citusUrl);
  url.host = `${host}:${port}`;
  return withClient(url.href, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))[1]);
  });
}

async function createSingle() {
  await withClient(citusUrl, async (client) => {
    await client.query(`drop database if exists ${SINGLE} with (force)`);
    await client.query(`create database ${SINGLE}`);
  });
  const url = new URL(citusUrl);
  url.pathname = `/${SINGLE}`;
  await withDb(url.href, migrate);
  return url.href;
}

async function emptyCluster() {
  await withClient(citusUrl, (client) =>
    client.query(
      `do $$ begin execute format('alter database %I reset citus.multi_task_query_log_level', current_database()); end $$`,
    ),
  );
  await withDb(citusUrl, async (db) => {
    await migrate(db);
    await distribute(db);
  });
  await withClient(citusUrl, async (client) => {
    await client.query('delete from people');
    await client.query('delete from merchants');
  });
  return citusUrl;
}

async function withDb(connectionString, work) {
  const db = createDb({ connectionString }, MAINTENANCE_LIMITS);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function withClient(connectionString, work) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
