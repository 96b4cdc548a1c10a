// npm run bench: what the service costs beside plain programs that give the same answers (bench/README.md).
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { judge } from './goals.mjs';
import { readOptions, USAGE } from './options.mjs';
import { benchChanges } from './parts/changes.mjs';
import { benchCounters } from './parts/counters.mjs';
import { benchPuts } from './parts/puts.mjs';
import { benchReads } from './parts/reads.mjs';
import { benchScreens } from './parts/screens.mjs';
import { benchSigning } from './parts/signing.mjs';
import { benchSparse } from './parts/sparse.mjs';
import { benchStart } from './parts/start.mjs';
import { benchWorkers } from './parts/workers.mjs';
import { benchWrites } from './parts/writes.mjs';
import { toTables } from './report.mjs';
import { withSite } from './site.mjs';

const RESULTS = join(import.meta.dirname, 'results');
const log = (line) => process.stderr.write(`${line}\n`);

const options = readOptions(process.argv.slice(2));
if (options.help) console.log(USAGE);
else await main();

async function main() {
  const measured = await withSite(options, log, runParts);
  const about = describe();
  const result = { about, ...measured, goals: judge(measured) };
  console.log(options.json ? JSON.stringify(result, undefined, 2) : toTables(result));
  if (options.keep) keep(result);
}

async function runParts(site) {
  const run = (part, work) => (options.parts.includes(part) ? work() : undefined);
  return {
    reads: await run('reads', () => benchReads(site, options, log)),
    writes: await run('writes', () => site.spend().then(() => benchWrites(site, options, log))),
    counters: await run('counters', () => benchCounters(site, options, log)),
    workers: await run('workers', () => benchWorkers(site, options, log)),
    puts: await run('puts', () => benchPuts(site, options, log)),
    signing: await run('signing', () => benchSigning(options, log)),
    start: await run('start', () => benchStart(site, options, log)),
    screens: await run('screens', () => site.spend().then(() => benchScreens(site, options, log))),
    // Stops the server that those before it ask.
    changes: await run('changes', () => site.spend().then(() => benchChanges(site, options, log))),
    // Leaves 12,000 merchants, for whom a server has its rounds to make.
    sparse: await run('sparse', () => site.spend().then(() => benchSparse(site, options, log))),
  };
}

function describe() {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    node: process.versions.node,
    media: options.media,
    rounds: options.rounds,
    quick: options.quick,
    loadAverage: loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  };
}

function keep(result) {
  mkdirSync(RESULTS, { recursive: true });
  const { date, commit, media, node } = result.about;
  const major = node.split('.')[0];
  const name = [date, commit, media !== 100_000 && media, major !== '20' && `node${major}`].filter(Boolean).join('-');
  const path = join(RESULTS, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(result, undefined, 1)}\n`);
  log(`kept in ${path}`);
}
