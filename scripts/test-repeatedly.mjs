// npm run tool -- repeat --times 10 --at-once 2 [words that choose among the tests]: npm test again and again, so many at once, beside
// three loops that do nothing but take the processor. A line for each run; after one that fails, which is shown, none is begun.
// What hangs on how busy the machine is turns red here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { build, installMissing, requireNode, ROOT } from './prepare.mjs';

const LOOPS = 3;

requireNode();
const OPTIONS = { times: { type: 'string', default: '10' }, 'at-once': { type: 'string', default: '1' } };
const { values, positionals: filters } = parseArgs({ options: OPTIONS, allowPositionals: true });
// Once, before runs that would do it at once.
installMissing();
build();
const running = new Set();
process.on('SIGINT', () => stop(1)).on('SIGTERM', () => stop(1));
for (let loop = 0; loop < LOOPS; loop += 1) start(['-e', 'for (;;);']);
let begun = 0;
await Promise.all(Array.from({ length: Number(values['at-once']) }, runInTurn));
stop(process.exitCode ?? 0);

async function runInTurn() {
  while (begun < Number(values.times) && process.exitCode === undefined) await runOnce((begun += 1));
}

async function runOnce(number) {
  const beganAt = Date.now();
  const child = start(['scripts/test.mjs', ...filters]);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void said.push(chunk));
  const [status] = await once(child, 'close');
  running.delete(child);
  const text = Buffer.concat(said).toString();
  const [counts = 'no test was run'] = /Tests .*/.exec(text) ?? [];
  console.log(`run ${number}: exit ${status}, ${Math.round((Date.now() - beganAt) / 1000)} s, ${counts}`);
  if (status === 0) return;
  console.log(text);
  process.exitCode = 1;
}

// Each with a group of its own, so that whatever it has started is interrupted with it.
function start(args) {
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, detached: true });
  running.add(child);
  return child;
}

function stop(status) {
  for (const { pid } of running) process.kill(-pid, 'SIGINT');
  process.exit(status);
}
