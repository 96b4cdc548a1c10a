// Cold start of the built server on an existing database: until /readyz answers 200. Once on a PostgreSQL that is up, as
// with DATABASE_URL, and once with the embedded one still to be started.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from '../processes.mjs';
import { inRounds, medianOf } from '../rounds.mjs';

export async function benchStart(site, { rounds }, log) {
  log('cold start');
  // In the run's own folder, which goes also when the run is cut off.
  const dataDir = await mkdtemp(join(site.dataDir, 'start-'));
  try {
    await chmod(dataDir, 0o755);
    const embedded = { name: 'embedded', dataDir };
    const given = { name: 'given', dataDir: site.dataDir, env: { DATABASE_URL: site.databaseUrl } };
    await timeStart(embedded);
    const starts = await inRounds(rounds, [given, embedded], timeStart);
    return {
      givenMs: medianOf(starts.get('given'), 'startMs'),
      givenCpuMs: medianOf(starts.get('given'), 'startCpuMs'),
      embeddedMs: medianOf(starts.get('embedded'), 'startMs'),
      embeddedCpuMs: medianOf(starts.get('embedded'), 'startCpuMs'),
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(place) {
  const server = await startServer('start', place);
  await server.stop();
  return server;
}
