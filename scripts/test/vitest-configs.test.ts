import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

test('no run of the tests has second tries', async () => {
  const configs = (await readdir(ROOT)).filter((name) => /^vitest.*\.config\.ts$/.test(name));
  assert.ok(configs.includes('vitest.config.ts') && configs.includes('vitest.s3.config.ts'));
  for (const name of configs) assert.doesNotMatch(await readFile(join(ROOT, name), 'utf8'), /\bretry\b/, name);
});
