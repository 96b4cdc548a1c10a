// Two workers against one, over the same PostgreSQL: what a second core brings, and what a request costs then. The load
// and PostgreSQL share the machine's cores with them.
import { READS, toRequest } from '../cases.mjs';
import { inRounds, measure, mediansOf, ratiosOf } from '../rounds.mjs';

const CONNECTIONS = 16;
const CASES = READS.filter(({ name }) => ['walk', 'one media item'].includes(name));

export async function benchWorkers(site, { rounds, seconds, warmRequests, requestsMin }, log) {
  const start = async (name, workers) =>
    site.keep(await site.serve(name, { DATABASE_URL: site.databaseUrl, WORKERS: workers }));
  const programs = [await start('one', '1'), await start('two', '2')];
  const rows = [];
  for (const { name, paths } of CASES) {
    log(`workers: ${name}`);
    const { large } = site.targets;
    const order = { requests: paths(large).map((asked) => toRequest(large, asked)), connections: CONNECTIONS };
    const times = Math.ceil((2 * warmRequests) / order.requests.length);
    for (const { port } of programs) await site.load.run({ port, ...order, times });
    const measured = await inRounds(2 * rounds, programs, (program) =>
      measure(site, program, { ...order, seconds, atLeast: requestsMin }),
    );
    const [one, two] = [measured.get('one'), measured.get('two')];
    rows.push({
      case: name,
      connections: CONNECTIONS,
      one: mediansOf(one, ['perSecond', 'cpuMs']),
      two: mediansOf(two, ['perSecond', 'cpuMs']),
      toOne: ratiosOf(two, one, ['perSecond', 'cpuMs', 'p50Ms', 'p99Ms']),
    });
  }
  for (const program of programs) await program.stop();
  return rows;
}
