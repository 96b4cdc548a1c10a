// npm run tool -- fuzz --minutes 5 --seed 7: odd requests to the APIs and the storage port of a service of its own, for that
// long; then a table of what was sent, what came back and what was wrong. --path begins at one request of a seed.
// npm run tool -- model --minutes 5 --seed 7: clients that do everything at once against a model of what should come of it, with
// crashes in between, for that long; then what was done, what was checked and what was lost.
import { parseArgs } from 'node:util';
import { buildStale, installMissing, requireNode, ROOT } from './prepare.mjs';

// `texts` names options beside --minutes and --seed; what is not given is null.
const RUNS = {
  fuzz: { doing: 'Fuzzing', graceMs: 120_000, texts: ['path'] },
  model: { doing: 'Running the model', graceMs: 300_000, texts: [] },
};
const MINUTES_DEFAULT = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

requireNode();
const [name, ...args] = process.argv.slice(2);
await timedRun(name, args, RUNS[name]);

async function timedRun(name, args, { doing, graceMs, texts }) {
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(['minutes', 'seed', ...texts].map((option) => [option, { type: 'string' }])),
  });
  const minutes = numberOf(values, 'minutes', MINUTES_DEFAULT);
  const seed = numberOf(values, 'seed', Math.floor(Date.now() / DAY_MS) * 1000);
  const given = Object.fromEntries(texts.map((option) => [option, values[option] ?? null]));
  installMissing();
  buildStale();
  // Loaded late: in a fresh clone it is there only now.
  const { startVitest } = await import('vitest/node');
  console.log(`${doing} for ${minutes} min from seed ${seed}.`);
  const vitest = await startVitest('test', [], {
    root: ROOT,
    run: true,
    watch: false,
    include: [`tests/${name}/long-run.ts`],
    testTimeout: minutes * MINUTE_MS + graceMs,
    disableConsoleIntercept: true,
    provide: { [name]: { seed, minutes, ...given } },
  });
  await vitest.close();
}

function numberOf(values, name, otherwise) {
  const number = Number(values[name] ?? otherwise);
  if (number >= 0) return number;
  console.error(`--${name} must be a number, not ${values[name]}.`);
  process.exit(1);
}
