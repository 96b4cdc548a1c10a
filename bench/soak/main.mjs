// npm run soak: see options.mjs. Ends with 1 when something was wrong.
import { readOptions, USAGE } from './options.mjs';

const options = readOptions(process.argv.slice(2));
if (options.help) console.log(USAGE);
else process.exitCode = (await run(options)) ? 0 : 1;

// Loaded late: help needs no built contract.
async function run(options) {
  const { withSite } = await import('./site.mjs');
  const { soak } = await import('./soak.mjs');
  const { overload } = await import('./overload.mjs');
  const { print } = await import('./report.mjs');
  const report = await withSite(options, (site) => (options.overload ? overload : soak)(site, options));
  if (options.json) console.log(JSON.stringify(report, undefined, 2));
  else print(report);
  return report.isGood;
}
