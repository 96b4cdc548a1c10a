import { execFileSync } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { isBundled } from '../../scripts/prepare.mjs';

type Name = 'console' | 'screen';

const ROOT = join(import.meta.dirname, '..', '..');
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');

// The worker's, for all its files.
const opened = new Map<Name, Promise<string>>();

// A folder with the built pages of the console or the player.
export function openBundle(name: Name): Promise<string> {
  const known = opened.get(name) ?? makeBundle(name);
  opened.set(name, known);
  return known;
}

// What `npm test` has just built. Run alone, after a change, a worker builds one of its own: never an old one, and never in
// the place that another test is reading.
async function makeBundle(name: Name): Promise<string> {
  const folder = await mkdtemp(join(inject('runFolder'), `${name}-`));
  // A copy, which nobody builds over while the tests run.
  if (isBundled(name)) {
    await cp(join(ROOT, name, 'dist'), folder, { recursive: true });
    return folder;
  }
  const args = [VITE, 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir', join(ROOT, name)];
  // vitest's own NODE_ENV would bring React's development build, half as large again.
  execFileSync(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
  return folder;
}
