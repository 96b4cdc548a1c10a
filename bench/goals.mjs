import { READS } from './cases.mjs';

// The goals, each with what this run says. `must` and `aim` are bounds; `atLeast` turns them round.
export function judge(result) {
  return GOALS.flatMap((goal) => {
    const measured = goal.read(result);
    if (measured === undefined) return [];
    const holds = (bound) => (goal.atLeast ? measured >= bound : measured <= bound);
    return [{ goal: goal.name, must: goal.must, aim: goal.aim, measured, verdict: verdictOf(holds, goal) }];
  });
}

function verdictOf(holds, { must, aim }) {
  if (holds(aim)) return 'aim';
  return holds(must) ? 'must' : 'missed';
}

const row = ({ reads }, name, connections, program = 'service') =>
  reads?.rows.find((one) => one.case === name && one.connections === connections && one.program === program);
const toF1 =
  (name, field, connections = 16) =>
  (result) =>
    row(result, name, connections)?.toF1?.[field];
const costs = (name, must, aim) => ({ name: `${name}, CPU : F1`, must, aim, read: toF1(name, 'cpuMs') });
const toThousand = (name) => (result) => row(result, name, 16)?.toThousand.cpuMs;
const grows = (name, must, aim) => ({ name: `${name}, large : thousand, CPU`, must, aim, read: toThousand(name) });

const depth = (result) => {
  const [first, deep] = [row(result, 'first page', 16), row(result, 'page at 90 % depth', 16)];
  return first && deep && deep.cpuMs / first.cpuMs;
};

const named = (pattern) => READS.map(({ name }) => name).filter((name) => pattern.test(name));

// Node 24 itself is 14 MB larger, and its young generation begins at 17.
const RSS = process.versions.node.startsWith('20.') ? { must: 135, aim: 120 } : { must: 160, aim: 140 };

const GOALS = [
  costs('walk', 0.45, 0.33),
  { name: 'walk, requests/s at 16 : F1', must: 1.6, aim: 2.5, atLeast: true, read: toF1('walk', 'perSecond') },
  { name: 'walk, p50 at 1 : F1', must: 0.65, aim: 0.45, read: toF1('walk', 'p50Ms', 1) },
  { name: 'walk, p99 at 64 : F1', must: 1, aim: 0.8, read: toF1('walk', 'p99Ms', 64) },
  costs('first page', 0.39, 0.36),
  costs('two tags, common', 0.6, 0.5),
  ...['one media item', 'tags'].map((name) => costs(name, 1.15, 1)),
  ...named(/campaign|playlist/).map((name) => costs(name, 0.8, 0.6)),
  ...['upload start', 'upload finalize', 'tagging'].map((name) => ({
    name: `${name}, CPU : F1`,
    must: 1.2,
    aim: 1,
    read: ({ writes }) => writes?.find((one) => one.case === name && one.program === 'service')?.toF1?.cpuMs,
  })),
  { name: '90 % depth : first page, CPU', must: 1.3, aim: 1.1, read: depth },
  ...named(/page|random walk|two tags/).map((name) => grows(name, 1.3, 1.1)),
  ...named(/^search/).map((name) => grows(name, 3, 1.5)),
  {
    name: 'limits in PostgreSQL : in the process, CPU',
    must: 1.25,
    aim: 1.1,
    read: ({ counters }) =>
      counters?.find((one) => one.case === 'first page' && one.connections === 16)?.toService.cpuMs,
  },
  {
    name: 'finalize with the feed : without, CPU',
    must: 1.1,
    aim: 1.05,
    read: ({ changes }) => changes?.finalizeToNoFeed.cpuMs,
  },
  { name: 'statements of 1,000 readers who wait', must: 0, aim: 0, read: ({ changes }) => changes?.quietStatements },
  { name: 'commit to the median reader, ms', must: 50, aim: 20, read: ({ changes }) => changes?.medianReaderMs },
  { name: 'commit to a webhook, ms', must: 200, aim: 50, read: ({ changes }) => changes?.medianWebhookMs },
  {
    name: 'statements a page of 12,000 callers in turn',
    must: 3,
    aim: 2.1,
    read: ({ sparse }) => sparse?.statementsAPage,
  },
  {
    name: '12,000 callers in turn : one, CPU of PostgreSQL',
    must: 1.5,
    aim: 1.2,
    read: ({ sparse }) => sparse?.toHot.postgresMs,
  },
  { name: 'RSS under load, MB', ...RSS, read: ({ reads }) => reads?.rssMb },
  { name: 'cold start, s', must: 1.2, aim: 0.9, read: ({ start }) => start && start.givenMs / 1000 },
  { name: '10 MiB PUT, CPU : bare node:http', must: 1.3, aim: 1.15, read: ({ puts }) => puts?.small.cpuToFloor },
  {
    name: '1 GiB PUT, throughput : dd conv=fsync',
    must: 0.6,
    aim: 0.6,
    atLeast: true,
    read: ({ puts }) => puts?.large.throughputToDd,
  },
  {
    name: '1,000 screens that wait, CPU a minute : bare node:http',
    must: 8,
    aim: 5,
    read: ({ screens }) => screens?.toFloor.cpuMsAMinuteWaiting,
  },
  {
    name: 'from publishing to the median of 500 answers : bare node:http',
    must: 6,
    aim: 3,
    read: ({ screens }) => screens?.toFloor.medianScreenMs,
  },
  {
    name: 'signed URLs a second',
    must: 100_000,
    aim: 200_000,
    atLeast: true,
    read: ({ signing }) => signing?.find(({ program }) => program === 'service')?.perSecond,
  },
];
