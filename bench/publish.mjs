// node bench/publish.mjs bench/results/….json …: what kept results say, in docs/performance.svg (of the first),
// docs/performance.md (the goals of all, side by side) and bench/results/tables.md (everything).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draw } from './chart.mjs';
import { figure, line, toTables } from './report.mjs';

const DOCS = join(import.meta.dirname, '..', 'docs');
const TABLES = join(import.meta.dirname, 'results', 'tables.md');
const MEASURED = /(?<=<!-- measured -->\n\n)[^]*(?=\n\n<!-- \/measured -->)/;

const results = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const [first] = results;
if (first === undefined) throw new Error('Name the results, the one of the chart first.');

const page = join(DOCS, 'performance.md');
writeFileSync(join(DOCS, 'performance.svg'), draw(first));
writeFileSync(page, readFileSync(page, 'utf8').replace(MEASURED, goalsOf(results)));
writeFileSync(TABLES, `# As the bench printed it\n\n${results.map(tablesOf).join('\n\n')}\n`);

// A goal whose bounds depend on the Node has a line for each.
function goalsOf(results) {
  const keyOf = ({ goal, must, aim }) => JSON.stringify([goal, must, aim]);
  const keys = [...new Set(results.flatMap(({ goals }) => goals.map(keyOf)))];
  const cellsOf = (key) =>
    results.map(({ goals }) => {
      const found = goals.find((one) => keyOf(one) === key);
      return found === undefined ? '' : shown(found);
    });
  const head = ['goal', 'must', 'aim', ...results.map(({ about }) => titleOf(about))];
  const rows = keys.map((key) => [...JSON.parse(key).map(figure), ...cellsOf(key)]);
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

function shown({ measured, verdict }) {
  if (verdict === 'missed') return `**${figure(measured)}, missed**`;
  return verdict === 'aim' ? `${figure(measured)} ✓` : figure(measured);
}

function titleOf({ media, node }) {
  return `${media.toLocaleString('en')} media, Node ${node}`;
}

function tablesOf(result) {
  return `## ${titleOf(result.about)}\n\n${toTables(result)}`;
}
