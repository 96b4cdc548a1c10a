// npm run soak: see options.mjs. Ends with 1 when something was wrong.
import { loadavg } from 'node:os';
import { tablesOf } from '../report.mjs';
import { readOptions, USAGE } from './options.mjs';

const options = readOptions(process.argv.slice(2));
if (options.help) console.log(USAGE);
else process.exitCode = (await run(options)) ? 0 : 1;

// Loaded late: help needs no built contract.
async function run(options) {
  const { withSite } = await import('./site.mjs');
  const { soak } = await import('./soak.mjs');
  const { overload } = await import('./overload.mjs');
  const report = await withSite(options, (site) => (options.overload ? overload : soak)(site, options));
  console.log(options.json ? JSON.stringify(report, undefined, 2) : toText(report));
  return report.isGood;
}

function toText({ kind, endpoints, isGood, ...figures }) {
  const rows = endpoints && Object.entries(endpoints).map(([name, times]) => ({ name, ...times }));
  const tables = tablesOf(kind, { rows, ...figures, loadAverage: loadavg() });
  return [...tables, isGood ? 'Good.' : 'NOT good.'].join('\n\n');
}
