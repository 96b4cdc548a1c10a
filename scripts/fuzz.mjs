// npm run fuzz -- --minutes 5 --seed 7: odd requests to the APIs and the storage port of a service of its own, for that
// long; then a table of what was sent, what came back and what was wrong. --path begins at one request of a seed.
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { buildStale, installMissing, requireNode, ROOT } from './prepare.mjs';

const MINUTES_DEFAULT = 2;
const DAY_MS = 86_400_000;

requireNode();
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
});
const minutes = numberOf('minutes', MINUTES_DEFAULT);
const seed = numberOf('seed', Math.floor(Date.now() / DAY_MS) * 1000);
installMissing();
buildStale();
console.log(`Fuzzing for ${minutes} min from seed ${seed}.`);
const vitest = await startVitest('test', [], {
  root: ROOT,
  run: true,
  watch: false,
  include: ['server/test/fuzz/long-run.ts'],
  testTimeout: minutes * 60_000 + 120_000,
  disableConsoleIntercept: true,
  provide: { fuzz: { seed, minutes, path: values.path ?? null } },
});
await vitest.close();

function numberOf(name, otherwise) {
  const number = Number(values[name] ?? otherwise);
  if (number >= 0) return number;
  console.error(`--${name} must be a number, not ${values[name]}.`);
  process.exit(1);
}
