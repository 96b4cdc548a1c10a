// node bench/publish.mjs [--node24 path/to/node]: the whole measurement for docs/performance.md, on a quiet machine. Runs
// the bench at 100,000 media, at a million and, if one is given, on another Node; keeps the results, writes the tables
// into the page between its two marks and draws the picture.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodesTable, toTables } from './report.mjs';

const RESULTS = join(import.meta.dirname, 'results');
const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md');
const MARKS = ['<!-- measured -->', '<!-- /measured -->'];

const { values } = parseArgs({ options: { node24: { type: 'string' } } });
const given = bench(process.execPath, []);
const million = bench(process.execPath, ['--media', '1000000', '--only', 'reads', '--rounds', '3']);
const other = values.node24 && bench(values.node24, ['--only', 'reads,counters,signing,start', '--cases', 'page,item']);
writeMeasured([
  toTables(given),
  `## At a million media\n\n${toTables(million)}`,
  ...(other ? [`## Node ${other.about.node}\n\n${nodesTable(given, other)}`] : []),
]);
run(process.execPath, [join(import.meta.dirname, 'chart.mjs')]);

function bench(node, args) {
  run(node, [join(import.meta.dirname, 'main.mjs'), '--keep', ...args]);
  return JSON.parse(readFileSync(newestResult(), 'utf8'));
}

function newestResult() {
  const paths = readdirSync(RESULTS).map((name) => join(RESULTS, name));
  return paths.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs).at(-1);
}

function writeMeasured(parts) {
  const [start, end] = MARKS;
  const page = readFileSync(PAGE, 'utf8');
  const before = page.slice(0, page.indexOf(start) + start.length);
  const after = page.slice(page.indexOf(end));
  writeFileSync(PAGE, `${before}\n\n${parts.join('\n\n')}\n\n${after}`);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
}
