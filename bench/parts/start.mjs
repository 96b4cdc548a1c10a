// Cold start of the built server on an existing database: until /readyz answers 200. Once on a PostgreSQL that is up, as
// with DATABASE_URL, and once with the embedded one still to be started.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServer } from '../processes.mjs';
import { median } from '../rounds.mjs';

export async function benchStart(site, { rounds }, log) {
  log('cold start');
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-start-'));
  try {
    await chmod(dataDir, 0o755);
    await timeStart(dataDir, {});
    const given = [];
    const embedded = [];
    for (let round = 0; round < rounds; round += 1) {
      given.push(await timeStart(site.dataDir, { DATABASE_URL: site.databaseUrl }));
      embedded.push(await timeStart(dataDir, {}));
    }
    const of = (starts, field) => median(starts.map((start) => start[field]));
    return {
      givenMs: of(given, 'startMs'),
      givenCpuMs: of(given, 'startCpuMs'),
      embeddedMs: of(embedded, 'startMs'),
      embeddedCpuMs: of(embedded, 'startCpuMs'),
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(dataDir, env) {
  const server = await startServer('start', { dataDir, port: await freePort(), storagePort: await freePort(), env });
  await server.stop();
  return server;
}
