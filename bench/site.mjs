// Everything that a run needs, in one folder, and taken down again. A folder that was named stays, loaded.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDb, MAINTENANCE_LIMITS } from '../server/dist/db/db.js';
import { startEmbedded } from '../server/dist/db/start-embedded.js';
import { migrate } from '../server/dist/db/migrate.js';
import { loadData } from './data.mjs';
import { inFolder, startFloor, startLoad, startServer } from './processes.mjs';

const SECRET = 'bench-bench-bench-bench-bench-bench';

export const withSite = (options, log, work) =>
  inFolder(options.data, async (dataDir, keep) => {
    const targetsFile = join(dataDir, `targets-${options.media}.json`);
    await clearSpent(dataDir, targetsFile);
    const postgres = keep(await startEmbedded({ dataDir }));
    const db = createDb(postgres.connection, MAINTENANCE_LIMITS);
    keep({ stop: () => db.close() });
    await migrate(db);
    const targets = await loadOnce(db, targetsFile, options, log);
    // What is about to be written to is not the same data any more: the next run loads it again.
    const spend = () => rm(targetsFile, { force: true });
    return work({ ...(await toSite({ dataDir, postgres, db, load: keep(startLoad()), targets, keep })), spend });
  });

// A folder without its targets was never loaded to the end, or has been written to.
async function clearSpent(dataDir, targetsFile) {
  if (existsSync(targetsFile)) return;
  for (const name of ['postgres', 'objects']) await rm(join(dataDir, name), { recursive: true, force: true });
}

// A named folder keeps what requests are made of beside its database, and is loaded the first time only.
async function loadOnce(db, targetsFile, options, log) {
  const known = await readFile(targetsFile, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known);
  log(`loading ${options.media} media and others beside them`);
  const started = performance.now();
  const targets = await loadData(db, options);
  log(`loaded in ${Math.round((performance.now() - started) / 1000)} s`);
  await writeFile(targetsFile, JSON.stringify(targets), { mode: 0o600 });
  return targets;
}

async function toSite({ dataDir, postgres, db, load, targets, keep }) {
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const { connection } = postgres;
  const { host, user, database } = connection;
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const serve = (name, env = {}, program) =>
    startServer(name, { dataDir, env: { STORAGE_SECRET: SECRET, ...env }, program });
  const server = { ...keep(await serve('service')), target: targets.large };
  const f1 = { ...keep(await startF1({ dataDir, db, targets, connection }, server)), target: targets.large };
  return { dataDir, db, load, postmaster, targets, databaseUrl, keep, serve, server, f1 };
}

async function startF1({ dataDir, db, targets, connection }, server) {
  const { rows } = await db.pool.query(`select value from shared_secrets where name = 'cursor'`);
  return startFloor('f1', {
    connection,
    merchantId: targets.large.merchantId,
    merchantOf: targets.merchantOf,
    cursorKey: rows[0].value.toString('base64'),
    storage: storageOf(server),
    objects: join(dataDir, 'objects'),
  });
}

// What the embedded store signs with; F1 signs with the same.
export const storageOf = ({ storagePort }) => ({
  endpoint: `http://127.0.0.1:${storagePort}`,
  bucket: 'vitrine',
  region: 'local',
  accessKeyId: 'VITRINE',
  secretAccessKey: SECRET,
});
