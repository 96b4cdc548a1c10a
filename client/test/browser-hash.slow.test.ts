import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'vitest';
import { build, type Rollup } from 'vite';
import { closePages, openBrowser } from '../../tests/harness/browser.js';

// The client's hashing as a page would load it.
async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, '..', 'src', 'hash.ts');
  const lib = { entry, name: 'hashing', formats: ['iife' as const] };
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
  return (built as Rollup.RollupOutput[])[0]?.output[0].code ?? '';
}

test('a page that did not come over https hashes files, though the browser gives it no Web Crypto', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const found: unknown = await page.evaluate(`(async () => {
      ${await bundle()}
      const file = new File([new Uint8Array(5_000_000).fill(7)], 'door.mp4');
      const told = [];
      const { checksum } = await hashing.hashFile(file, { onBytes: (bytes) => told.push(bytes) });
      return [isSecureContext, typeof crypto.subtle, checksum, told.at(-1)];
    })()`);
    const checksum = createHash('sha256').update(Buffer.alloc(5_000_000, 7)).digest('hex');
    assert.deepEqual(found, [false, 'undefined', checksum, 5_000_000]);
  } finally {
    await closePages(browser);
  }
});
