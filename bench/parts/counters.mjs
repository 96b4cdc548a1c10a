// Limits counted in PostgreSQL, as several instances need it, against limits counted in the process.
import { getRequest } from '../cases.mjs';
import { inRounds, measure, medianOf, ratiosOf } from '../rounds.mjs';

const REQUESTS_MIN = 200;
const CASES = {
  'first page': ({ token }) => getRequest(token, '/media'),
  'one media item': ({ token, mediaIds }) => getRequest(token, `/media/${mediaIds[0]}`),
};

export async function benchCounters(site, { rounds, seconds, warmRequests }, log) {
  const shared = site.keep(await site.serve('shared', { DATABASE_URL: site.databaseUrl }));
  const programs = [site.server, shared];
  const rows = [];
  for (const [name, toRequest] of Object.entries(CASES)) {
    log(`counters: ${name}`);
    const requests = [toRequest(site.targets.large)];
    for (const { port } of programs) await site.load.run({ port, requests, connections: 16, times: warmRequests });
    for (const connections of [1, 16]) {
      const measured = await inRounds(2 * rounds, programs, (program) =>
        measure(site, program, { requests, connections, seconds, atLeast: REQUESTS_MIN }),
      );
      const [counted, alone] = [measured.get('shared'), measured.get('service')];
      rows.push({
        case: name,
        connections,
        toService: ratiosOf(counted, alone, ['cpuMs', 'p50Ms', 'perSecond']),
        postgresMs: medianOf(counted, 'postgresMs'),
        postgresMsAlone: medianOf(alone, 'postgresMs'),
      });
    }
  }
  await shared.stop();
  return rows;
}
