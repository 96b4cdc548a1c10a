// The result as tables for people; they are Markdown, so that a page can hold them as they are.
export function toTables({ about, reads, writes, counters, puts, signing, start, goals }) {
  return [
    `## ${about.media.toLocaleString('en')} media, Node ${about.node}`,
    `${about.date}, commit ${about.commit}, load average ${about.loadAverage}`,
    table(
      'Goals',
      ['goal', 'must', 'aim', 'measured', ''],
      goals.map(({ goal, must, aim, measured, verdict }) => [goal, must, aim, figure(measured), verdict]),
    ),
    reads && readsTable(reads.rows),
    reads &&
      `RSS of the service: ${figure(reads.rssAtRestMb)} MB before the first request, ${figure(reads.rssMb)} MB at most.`,
    writes && writesTable(writes),
    counters && countersTable(counters),
    puts && putsTable(puts),
    signing &&
      table(
        'Signed URLs a second of CPU',
        ['signer', 'URLs/s'],
        signing.map(({ program, perSecond }) => [program, Math.round(perSecond)]),
      ),
    start &&
      table(
        'Cold start',
        ['database', 'ms', 'CPU ms'],
        [
          ['given (DATABASE_URL)', Math.round(start.givenMs), Math.round(start.givenCpuMs)],
          ['embedded, to be started', Math.round(start.embeddedMs), Math.round(start.embeddedCpuMs)],
        ],
      ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const READ_HEAD = [
  'case',
  'connections',
  'program',
  'CPU ms',
  'node',
  'PostgreSQL',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'RSS MB',
  'CPU : F1',
  'requests/s : F1',
  'p50 : F1',
  'CPU : thousand',
];

const readsTable = (rows) =>
  table(
    'Reads',
    READ_HEAD,
    rows.map((row) => [
      row.case,
      row.connections,
      row.program,
      figure(row.cpuMs),
      figure(row.nodeMs),
      figure(row.postgresMs),
      Math.round(row.perSecond),
      figure(row.p50Ms),
      figure(row.p99Ms),
      Math.round(row.rssMb),
      figure(row.toF1?.cpuMs),
      figure(row.toF1?.perSecond),
      figure(row.toF1?.p50Ms),
      figure(row.toThousand?.cpuMs),
    ]),
  );

const writesTable = (rows) =>
  table(
    'Writes',
    ['case', 'connections', 'CPU ms', 'node', 'PostgreSQL', 'requests/s', 'p50 ms', 'p99 ms', "CPU : F1's first page"],
    rows.map((row) => [
      row.case,
      row.connections,
      figure(row.cpuMs),
      figure(row.nodeMs),
      figure(row.postgresMs),
      Math.round(row.perSecond),
      figure(row.p50Ms),
      figure(row.p99Ms),
      figure(row.cpuToF1Page),
    ]),
  );

const countersTable = (rows) =>
  table(
    'Limits counted in PostgreSQL : in the process',
    ['case', 'connections', 'CPU', 'p50', 'requests/s', "PostgreSQL's CPU ms", 'and without the counts'],
    rows.map((row) => [
      row.case,
      row.connections,
      figure(row.cpu),
      figure(row.p50),
      figure(row.perSecond),
      figure(row.postgresMs),
      figure(row.postgresMsAlone),
    ]),
  );

const putsTable = ({ small, large, beside }) =>
  table(
    'PUT to the disk store',
    ['what', 'ratio'],
    [
      [`${small.mebibytes} MiB, CPU : bare node:http`, figure(small.cpuToFloor)],
      [`${small.mebibytes} MiB, throughput : bare node:http`, figure(small.throughputToFloor)],
      [`${large.mebibytes} MiB, CPU : bare node:http`, figure(large.cpuToFloor)],
      [`${large.mebibytes} MiB, throughput : bare node:http`, figure(large.throughputToFloor)],
      [
        `${large.mebibytes} MiB, throughput : dd conv=fsync`,
        `${figure(large.throughputToDd)} (${Math.round(large.perSecond)} MiB/s)`,
      ],
      ['first page beside it, p50 : alone', `${figure(beside.p50ToAlone)} (${figure(beside.p50Ms)} ms)`],
      ['first page beside it, p99 : alone', `${figure(beside.p99ToAlone)} (${figure(beside.p99Ms)} ms)`],
    ],
  );

// The goals with what each run measured, one column a run; the first run has every goal.
export function goalsTable(results) {
  const head = results.map(({ about }) => `${about.media.toLocaleString('en')} media, Node ${about.node}`);
  const measuredIn = ({ goals }, name) => figure(goals.find(({ goal }) => goal === name)?.measured);
  return plainTable(
    ['goal', 'must', 'aim', ...head],
    results[0].goals.map(({ goal, must, aim }) => [goal, must, aim, ...results.map((one) => measuredIn(one, goal))]),
  );
}

const table = (title, head, rows) => `### ${title}\n\n${plainTable(head, rows)}`;

function plainTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function figure(number) {
  if (number === undefined) return '';
  if (number >= 1000) return String(Math.round(number));
  return number >= 10 ? number.toFixed(1) : number.toFixed(2);
}
