// npm test: everything that CI runs, in the order of how soon it tells. `npm test -- tags` runs one noun's tests only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build, installMissing, requireNode, ROOT, run } from './prepare.mjs';

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const filters = process.argv.slice(2);
const running = new Set();
// A test run tells nobody and asks nobody.
const REDOCLY_QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

requireNode();
installMissing();
if (filters.length === 0) step('format', [bin('oxfmt'), '--check', '.']);
console.log('— build');
build();
// After the build: lint reads the types of other packages from it. It takes as long as all the others.
if (filters.length === 0) {
  const node = (script, ...args) => [process.execPath, join('scripts', script), ...args];
  const interrupt = () => fail(1);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  await Promise.all([
    inTurn([['lint', [bin('oxlint'), '--type-aware', '--deny-warnings']]]),
    inTurn([
      ['types of tests', [bin('tsc'), '-p', 'tsconfig.test.json']],
      ['imports', node('check-imports.mjs')],
      ['dependencies', node('check-dependencies.mjs')],
      ['docs', node('check-docs.mjs')],
      ['openapi', node('openapi.mjs', '--check')],
      ['openapi lint', [bin('redocly'), 'lint', 'v1']],
    ]),
  ]);
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
}
step('tests', [bin('vitest'), 'run', ...filters]);

function step(name, command) {
  console.log(`— ${name}`);
  run(command);
}

// What a check says is shown when it has ended, so that two at once are not mixed. The first that fails ends the run.
async function inTurn(checks) {
  for (const [name, [command, ...args]] of checks) {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...REDOCLY_QUIET } });
    running.add(child);
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void said.push(chunk));
    const [status] = await once(child, 'close');
    running.delete(child);
    process.stdout.write(`— ${name}\n${Buffer.concat(said).toString()}`);
    if (status !== 0) fail(status ?? 1);
  }
}

function fail(status) {
  for (const child of running) child.kill();
  process.exit(status);
}
