// node bench/publish.mjs [--node24 path/to/node] [--data DIR] [--kept]: the whole measurement for docs/performance.md, on
// a quiet machine. Runs the bench at 100,000 media, at a million and, if one is given, on another Node; keeps the results,
// writes the goals into the page between its two marks and every table into results/tables.md, and draws the picture.
// With --data the loaded databases that are only read are kept below that folder, for the next time; with --kept nothing
// is run, and the pages are written from the newest results.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { goalsTable, toTables } from './report.mjs';

const RESULTS = join(import.meta.dirname, 'results');
const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md');
const MARKS = ['<!-- measured -->', '<!-- /measured -->'];
// Names of kept results: date, commit, and what is not as usual.
const GIVEN = /^\d{4}-\d\d-\d\d-[0-9a-f]+\.json$/;
const MILLION = /-[0-9a-f]+-1000000\.json$/;
const OTHER = /-[0-9a-f]+-node\d+\.json$/;

const { values } = parseArgs({
  options: { node24: { type: 'string' }, data: { type: 'string' }, kept: { type: 'boolean', default: false } },
});
if (!values.kept) {
  bench(process.execPath, 'given', []);
  bench(process.execPath, 'million', ['--media', '1000000', '--only', 'reads', '--rounds', '3']);
  // A folder of its own: this one is only read, the first one is written to.
  if (values.node24) bench(values.node24, 'other', ['--only', 'reads,counters,signing,start', '--cases', 'page,item']);
}
const [given, million, other] = [GIVEN, MILLION, OTHER].map(newestResult);
const results = [given, million, other].filter(Boolean);
writeGoals(goalsTable(results));
writeFileSync(join(RESULTS, 'tables.md'), `# As the bench printed it\n\n${results.map(toTables).join('\n\n')}\n`);
run(process.execPath, [join(import.meta.dirname, 'chart.mjs'), newestPath(GIVEN)]);

function bench(node, name, args) {
  const data = values.data === undefined ? [] : ['--data', join(values.data, name)];
  run(node, [join(import.meta.dirname, 'main.mjs'), '--keep', ...data, ...args]);
}

function newestResult(pattern) {
  const path = newestPath(pattern);
  return path && JSON.parse(readFileSync(path, 'utf8'));
}

function newestPath(pattern) {
  const names = readdirSync(RESULTS).filter((name) => pattern.test(name));
  const paths = names.map((name) => join(RESULTS, name));
  return paths.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs).at(-1);
}

function writeGoals(table) {
  const [start, end] = MARKS;
  const page = readFileSync(PAGE, 'utf8');
  const before = page.slice(0, page.indexOf(start) + start.length);
  writeFileSync(PAGE, `${before}\n\n${table}\n\n${page.slice(page.indexOf(end))}`);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
}
