// The compiled server in one piece, in server/bundle, for the package and the image: of some 400 modules Node loads a few dozen,
// which takes a third off a start (docs/performance.md). Packages of others stay as they are, each with its license; so does
// ours that has to find PostgreSQL beside itself.
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './prepare.mjs';

const FOLDER = join(ROOT, 'server', 'bundle');
const OWN = ['@vitrine/contract', '@vitrine/disk-s3'];

const isPackage = (name) => !/^[./]/.test(name);
const isOwn = (name) => OWN.some((own) => name === own || name.startsWith(`${own}/`));

rmSync(FOLDER, { recursive: true, force: true });
const { rolldown } = await loadBundler();
const bundle = await rolldown({
  input: join(ROOT, 'server', 'dist', 'main.js'),
  platform: 'node',
  external: (name) => isPackage(name) && !isOwn(name),
});
await bundle.write({ dir: FOLDER, format: 'esm' });

// The one that builds the console.
async function loadBundler() {
  const vite = createRequire(join(ROOT, 'console', 'package.json')).resolve('vite/package.json');
  return import(pathToFileURL(createRequire(vite).resolve('rolldown')));
}
