import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { openBundle } from '../../tests/harness/bundle.js';

const SCRIPT_BYTES_MAX = 40 * 1024;

test('the player is at most 40 KB of script, packed, its worker included, and holds no schema', async () => {
  const dist = await openBundle('screen');
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const scripts = names.map((name) => readFileSync(join(dist, name)));
  assert.ok(scripts.length >= 2, 'the page has a script, and the worker is one');
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  assert.ok(bytes <= SCRIPT_BYTES_MAX, `${bytes} bytes in ${names.join(', ')}`);
  assert.ok(scripts.every((script) => !script.includes('additionalProperties')));
});
