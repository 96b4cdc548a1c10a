// npm run model -- --minutes 5 --seed 7: clients that do everything at once against a model of what should come of it, with
// crashes in between, for that long; then what was done, what was checked and what was lost.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { buildStale, installMissing, requireNode, ROOT } from './prepare.mjs';

const MINUTES_DEFAULT = 2;
const DAY_MS = 86_400_000;

requireNode();
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
});
const minutes = numberOf('minutes', MINUTES_DEFAULT);
const seed = numberOf('seed', Math.floor(Date.now() / DAY_MS) * 1000);
installMissing();
buildStale();
console.log(`Running the model for ${minutes} min from seed ${seed}.`);
const vitest = await startVitest('test', [], {
  root: ROOT,
  run: true,
  watch: false,
  include: ['server/test/model/long-run.ts'],
  testTimeout: minutes * 60_000 + 300_000,
  disableConsoleIntercept: true,
  provide: { model: { seed, minutes } },
});
await vitest.close();

function numberOf(name, otherwise) {
  const number = Number(values[name] ?? otherwise);
  if (number >= 0) return number;
  console.error(`--${name} must be a number, not ${values[name]}.`);
  process.exit(1);
}
