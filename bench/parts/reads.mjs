// Reads: F0, F1 and the service on the large merchant, and the service on the merchant of a thousand media.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { READS, toRequest } from '../cases.mjs';
import { rssMegabytes } from '../proc.mjs';
import { startFloor } from '../processes.mjs';
import { inRounds, measure, mediansOf, ratiosOf } from '../rounds.mjs';

const CONNECTIONS = 16;
// What is also asked for by many at once.
const MANY = ['walk', 'first page'];
const TRIES_MAX = 10;

export async function benchReads(site, options, log) {
  const { server, f1 } = site;
  const { large, thousand } = site.targets;
  const rssAtRestMb = rssMegabytes(server.pid);
  const answerFile = join(site.dataDir, 'first-page.json');
  await writeFile(answerFile, await sameAnswer(site, '/media'));
  const f0 = { ...site.keep(await startFloor('f0', { answerFile })), target: large };
  const small = { ...server, name: 'thousand', target: thousand };
  await warm(site, options, [f0, f1, server, small]);

  const rows = [];
  for (const one of READS.filter(({ name }) => options.cases.some((wanted) => name.includes(wanted)))) {
    log(`reads: ${one.name}`);
    for (const asked of one.paths(large).slice(0, 3)) await sameAnswer(site, asked);
    const programs = [...(one.name === 'first page' ? [f0] : []), f1, server, ...(one.grows ? [small] : [])];
    const counts = MANY.includes(one.name) ? [1, CONNECTIONS, 64] : options.connections;
    for (const connections of counts)
      rows.push(...toRows(one, connections, await rounds(site, options, one, programs, connections)));
  }
  const rssMb = Math.max(...rows.filter(({ program }) => program === 'service').map((row) => row.rssMb));
  return { rows, rssAtRestMb, rssMb };
}

// Two programs are compared only when they give the same answer: byte for byte, signatures and cursors included. Both
// are asked within one second of the clock, because the second is in every signed URL.
async function sameAnswer({ load, server, f1, targets }, asked) {
  const order = { requests: [toRequest(targets.large, asked)], connections: 1 };
  let answers;
  for (let left = TRIES_MAX; left > 0; left -= 1) {
    answers = [];
    for (const { port } of [server, f1]) answers.push((await load.run({ port, ...order })).bodies[0]);
    if (comparable(answers[0]) === comparable(answers[1])) return answers[0];
  }
  assert.equal(comparable(answers[0]), comparable(answers[1]), `The service and F1 differ on ${asked.path ?? asked}.`);
}

// How often each has been asked is its own.
const comparable = (answer) => answer.replaceAll(/"remaining":\d+/g, '"remaining":0');

const requestsOf = (one, { target }) => one.paths(target).map((asked) => toRequest(target, asked));

async function rounds(site, { rounds: count, seconds, warmSeconds, requestsMin }, one, programs, connections) {
  for (const program of programs) {
    await site.load.run({ port: program.port, requests: requestsOf(one, program), connections, seconds: warmSeconds });
  }
  return inRounds(count, programs, (program) =>
    measure(site, program, { requests: requestsOf(one, program), connections, seconds, atLeast: requestsMin }),
  );
}

const FIRST_PAGE = READS.find(({ name }) => name === 'first page');

// The machine code of a program is made after some thousands of requests; before, it is measured as another program.
async function warm(site, { warmRequests }, programs) {
  for (const program of programs) {
    const order = { requests: requestsOf(FIRST_PAGE, program), connections: CONNECTIONS, times: warmRequests };
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
    ...mediansOf(runs, FIELDS),
    toF1: f1 && ratiosOf(runs, f1, ['cpuMs', 'perSecond', 'p50Ms', 'p99Ms']),
    toThousand: small && program === 'service' ? ratiosOf(runs, small, ['cpuMs', 'p50Ms']) : undefined,
  }));
}

const FIELDS = ['cpuMs', 'nodeMs', 'postgresMs', 'perSecond', 'p50Ms', 'p99Ms', 'rssMb'];
