// What `npm run fuzz` and `npm run model` share: as many minutes as asked for, from a seed, in one file of vitest's.
import { parseArgs } from 'node:util';
import { buildStale, installMissing, requireNode, ROOT } from './prepare.mjs';

const MINUTES_DEFAULT = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

// `texts` names options beside --minutes and --seed; what is not given is null.
export async function timedRun({ name, doing, graceMs, texts = [] }) {
  requireNode();
  const { values } = parseArgs({
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
