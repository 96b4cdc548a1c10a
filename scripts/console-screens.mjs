// npm run tool -- screenshots FOLDER: a picture of every page and dialog of the console, at 390 and 1440 px, light and dark.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Where to? npm run tool -- screenshots FOLDER');
  process.exit(2);
}
const args = ['vitest', 'run', 'console/test/access.slow.test.ts', '--maxWorkers=1'];
const env = { ...process.env, CONSOLE_SCREENS: resolve(folder) };
process.exitCode =
  spawnSync('npx', args, { stdio: 'inherit', env, cwd: resolve(import.meta.dirname, '..') }).status ?? 1;
