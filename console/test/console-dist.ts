import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConsoleBuilt } from '../../scripts/prepare.mjs';

const CONSOLE = join(import.meta.dirname, '..');
const DIST = join(CONSOLE, 'dist');
const VITE = join(CONSOLE, '..', 'node_modules', 'vite', 'bin', 'vite.js');

// The worker's, for all its files; it goes with the worker.
let opened: Promise<string> | undefined;

export function openConsoleDist(): Promise<string> {
  opened ??= makeConsoleDist();
  return opened;
}

// The console that `npm test` has just built. Run alone, after a change, a worker builds one of its own: never an old one,
// and never in the place that another test is reading.
async function makeConsoleDist(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-console-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // A copy, which nobody builds over while the tests run.
  if (isConsoleBuilt()) {
    await cp(DIST, folder, { recursive: true });
    return folder;
  }
  const args = [VITE, 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir', CONSOLE];
  // vitest's own NODE_ENV would bring React's development build, half as large again.
  execFileSync(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
  return folder;
}
