// What npm would put into each published package, in seconds. packages.test.ts installs and runs them, in minutes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, test } from 'vitest';
import { PUBLISHED, type Manifest } from './installed.js';

const ROOT = join(import.meta.dirname, '..', '..');

type Packed = { readonly name: string; readonly files: readonly { readonly path: string }[] };
const packed = new Map<string, readonly string[]>();

beforeAll(async () => {
  const workspaces = PUBLISHED.flatMap((name) => ['-w', name]);
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', ...workspaces];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  // A list or, of newer ones, a record by name.
  for (const { name, files } of Object.values(JSON.parse(stdout) as Record<string, Packed>))
    packed.set(
      name,
      files.map(({ path }) => path),
    );
});

test.each(PUBLISHED)('@vitrine/%s brings all that it names, and is built before it is packed', (name) => {
  const manifest = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')) as Manifest;
  const files = packed.get(manifest.name) ?? [];
  for (const path of ['LICENSE', 'README.md', ...namedBy(manifest)]) {
    const isThere = files.some((file) => new RegExp(`^${path.replace('*', '.+')}$`).test(file));
    assert.ok(isThere, `${path} is not in ${files.length} files`);
  }
  // Every module that was written is there as it was built.
  const sources = readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' });
  const modules = sources.filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$|test-files/.test(file));
  const built = modules.map((file) => `dist/${file.replace(/\.ts$/, '.js')}`);
  assert.deepEqual(
    built.filter((file) => !files.includes(file)),
    [],
  );
  assert.equal((manifest['scripts'] as Record<string, string>)['prepack'], 'node ../scripts/prepack.mjs');
});

// The files that package.json leads others to.
const namedBy = ({ bin, exports }: Manifest): string[] =>
  [...Object.values(bin ?? {}), ...leavesOf(exports)].map((path) => path.replace(/^\.\//, ''));

const leavesOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leavesOf);
