import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, test } from 'vitest';
import { openConsoleDist } from './console-dist.js';

const FIRST_LOAD_BYTES_MAX = 250 * 1024;

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean };

let dist: string;
beforeAll(async () => void (dist = await openConsoleDist()));

function parseManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
}

// A chunk and everything that it cannot run without.
function staticFiles(manifest: Record<string, Chunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) staticFiles(manifest, imported, seen);
  return seen;
}

test('the shell and the sign-in page load at most 250 KB of JavaScript, packed', () => {
  const manifest = parseManifest();
  const files = staticFiles(manifest, 'index.html');
  staticFiles(manifest, 'src/session/sign-in-page.tsx', files);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  assert.ok(scripts.length >= 2, 'the entry and the sign-in page are in the manifest');
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  assert.ok(bytes <= FIRST_LOAD_BYTES_MAX, `${bytes} bytes in ${scripts.join(', ')}`);
});

test('no schema comes along: TypeBox stays on the server', () => {
  const scripts = Object.values(parseManifest()).filter(({ file }) => file.endsWith('.js'));
  assert.ok(scripts.length >= 2, 'scripts of the console');
  for (const { file } of scripts) {
    const text = readFileSync(join(dist, file), 'utf8');
    assert.ok(!text.includes('additionalProperties'), file);
  }
});
