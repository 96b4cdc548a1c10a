// The checks that run before the tests. Each shows its output when it has ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

export const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const script = (name, ...args) => [process.execPath, join('scripts', name), ...args];

export const FORMAT = ['format', [bin('oxfmt'), '--check', '.']];
// These need the build: they read the types and the tables of other packages from it.
export const FAST = [
  ['types of tests', [bin('tsc'), '-p', 'tsconfig.test.json']],
  ['imports', script('check-imports.mjs')],
  ['dependencies', script('check-dependencies.mjs')],
  ['docs', script('check-docs.mjs')],
  ['openapi', script('openapi.mjs', '--check')],
];
export const SLOW = [
  ['lint', [bin('oxlint'), '--type-aware', '--deny-warnings']],
  ['openapi lint', [bin('redocly'), 'lint', 'v1']],
];

// Redocly's linter must not call its makers from a test run.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs the checks one after another and ends this process when one fails. */
export async function runChecks(checks) {
  for (const [name, [command, ...args]] of checks) {
    console.log(`— ${name}`);
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
    const interrupt = (signal) => child.kill(signal);
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    const [status] = await once(child, 'close');
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    if (status !== 0) process.exit(status ?? 1);
  }
}

/** Runs the tests of the named vitest projects, of those files whose path contains one of the words. */
export function runTests(projects, words = []) {
  const chosen = projects.flatMap((name) => ['--project', name]);
  return runChecks([[`tests: ${projects.join(', ')}`, [bin('vitest'), 'run', ...chosen, ...words]]]);
}

/** Returns a function that says how long it is since this one was called: "3 min 20 s". */
export function startTimer() {
  const beganAt = performance.now();
  return () => {
    const seconds = Math.round((performance.now() - beganAt) / 1000);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  };
}
