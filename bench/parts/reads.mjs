// Reads: F0, F1 and the service on the large merchant, and the service on the merchant of a thousand media.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getRequest, READS } from '../cases.mjs';
import { checkAnswers } from '../check-answers.mjs';
import { rssMegabytes } from '../proc.mjs';
import { startFloor } from '../processes.mjs';
import { inRounds, measure, medianOf, ratioOf } from '../rounds.mjs';

const CONNECTIONS = 16;

export async function benchReads(site, options, log) {
  const { server, f1 } = site;
  const { large, thousand } = site.targets;
  const rssAtRestMb = rssMegabytes(server.pid);
  const answerFile = join(site.dataDir, 'first-page.json');
  await writeFile(answerFile, await checkAnswers(site.load, [server, f1], '/media', large.token));
  const f0 = { ...site.keep(await startFloor('f0', { answerFile })), target: large };
  const small = { ...server, name: 'thousand', target: thousand };
  await warm(site, options, [f0, f1, server, small]);

  const rows = [];
  for (const one of READS.filter(({ name }) => options.cases.some((wanted) => name.includes(wanted)))) {
    log(`reads: ${one.name}`);
    if (one.f1)
      for (const path of one.paths(large).slice(0, 3)) await checkAnswers(site.load, [server, f1], path, large.token);
    const isFirst = one === READS[0];
    const programs = [...(isFirst ? [f0] : []), ...(one.f1 ? [f1] : []), server, ...(one.grows ? [small] : [])];
    const counts = isFirst ? [1, CONNECTIONS, 64] : options.connections;
    for (const connections of counts)
      rows.push(...toRows(one, connections, await rounds(site, options, one, programs, connections)));
  }
  const rssMb = Math.max(...rows.filter(({ program }) => program === 'service').map((row) => row.rssMb));
  return { rows, rssAtRestMb, rssMb };
}

const requestsOf = (one, { target }) => one.paths(target).map((path) => getRequest(target.token, path));

async function rounds(site, { rounds: count, seconds, warmSeconds, requestsMin }, one, programs, connections) {
  for (const program of programs) {
    await site.load.run({ port: program.port, requests: requestsOf(one, program), connections, seconds: warmSeconds });
  }
  return inRounds(count, programs, (program) =>
    measure(site, program, { requests: requestsOf(one, program), connections, seconds, atLeast: requestsMin }),
  );
}

// The machine code of a program is made after some thousands of requests; before, it is measured as another program.
async function warm(site, { warmRequests }, programs) {
  for (const program of programs) {
    const order = { requests: requestsOf(READS[0], program), connections: CONNECTIONS, times: warmRequests };
    await site.load.run({ port: program.port, ...order });
  }
}

function toRows(one, connections, measured) {
  const f1 = measured.get('f1');
  const small = measured.get('thousand');
  return [...measured].map(([program, runs]) => ({
    case: one.name,
    connections,
    program,
    ...Object.fromEntries(FIELDS.map((field) => [field, medianOf(runs, field)])),
    toF1: f1 && Object.fromEntries(FIELDS.map((field) => [field, ratioOf(runs, f1, field)])),
    toThousand:
      small && program === 'service'
        ? { cpuMs: ratioOf(runs, small, 'cpuMs'), p50Ms: ratioOf(runs, small, 'p50Ms') }
        : undefined,
  }));
}

const FIELDS = ['cpuMs', 'nodeMs', 'postgresMs', 'perSecond', 'p50Ms', 'p99Ms', 'rssMb'];
