import { loadavg } from 'node:os';

export function print(report) {
  console.log(report.kind === 'soak' ? soakLines(report).join('\n') : overloadLines(report).join('\n'));
  // Under overload refusals are what is wanted.
  if (report.kind === 'soak') for (const fault of report.faults.slice(0, 5)) console.log(`  such as ${fault}`);
  console.log(report.isGood ? 'Good.' : 'NOT good.');
}

const ms = (value) => value.toFixed(value < 10 ? 1 : 0);
const load = () =>
  `load of the machine ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;
const row = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : String(cell).padStart(9))).join('');
const times = (name, { count, p50Ms, p95Ms, p99Ms, maxMs }) =>
  row([name, count, ...[p50Ms, p95Ms, p99Ms, maxMs].map(ms)]);
const HEAD = row(['', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms']);
const counts = (statuses) =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

function soakLines(report) {
  const { limits } = report;
  return [
    HEAD,
    ...Object.entries(report.endpoints).map(([name, given]) => times(name, given)),
    '',
    `${report.requests} requests in ${Math.round(report.seconds)} s (${report.requestsPerSecond.toFixed(1)}/s, ${report.merchants} merchants); ${load()}`,
    `answers ${counts(report.statuses)}`,
    ...watchLines(report),
    `limits of a token: ${limits.reads.answered} reads and ${limits.writes.answered} writes answered, ${limits.reads.refused + limits.writes.refused} refused with a Retry-After: ${report.limitsExact ? 'exact' : 'NOT exact'}`,
  ];
}

function overloadLines(report) {
  const { requests, answered, refused } = report;
  const share = (count) => `${((100 * count) / requests).toFixed(1)} %`;
  return [
    `carries ${Math.round(report.carries)}/s; wanted ${Math.round(report.wantedPerSecond)}/s, sent ${Math.round(report.sentPerSecond)}/s for ${Math.round(report.seconds)} s (the rest found no free connection); ${load()}`,
    `answered ${share(answered.count)}, refused ${share(refused.count)}, without answer ${report.unanswered}, hung ${report.hung}; ${counts(report.statuses)}`,
    HEAD,
    times('answered', answered),
    times('refused', refused),
    `answered ${(answered.count / report.seconds).toFixed(0)}/s`,
    `in these times: the client itself was late by ${ms(report.clientLag.p50Ms)} ms (p50), ${ms(report.clientLag.p99Ms)} (p99), ${ms(report.clientLag.maxMs)} (max)`,
    `back after ${Math.round(report.backMs)} ms; then carries ${Math.round(report.carriesAfter)}/s`,
    ...watchLines(report),
  ];
}

const watchLines = ({ memory, connections }) => [
  `memory ${Math.round(memory.firstMegabytes)} MB at first, ${Math.round(memory.lastMegabytes)} at last, ${Math.round(memory.maxMegabytes)} at most; ${memory.megabytesPerHour.toFixed(1)} MB/hour over the second half`,
  `database connections ${connections.maxOpen} at most, ${connections.lastOpen} at last; ${connections.maxWaiting} statements waited at most`,
];
