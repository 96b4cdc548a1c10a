// The soak itself, for three seconds: it starts its own server, and its report says what it should.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { endpoints } from '@vitrine/contract/endpoints';
import { READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';

const PROGRAM = join(import.meta.dirname, '../../bench/soak/main.mjs');
const OVER = 40;

test(
  'a soak asks every kind of thing without an error, and a token gets exactly its limits',
  { timeout: 180_000 },
  async () => {
    const args = ['--minutes', '0.05', '--rate', '25', '--merchants', '2', '--json'];
    // Nothing of the test runner's own settings: it sets BASE_URL.
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
    const ended = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
    const report = JSON.parse(ended.stdout);
    assert.deepEqual(report.faults, []);
    assert.deepEqual(Object.keys(report.statuses), ['200']);
    assert.deepEqual(report.limits, {
      reads: { answered: READS_PER_MINUTE_MAX, refused: OVER, others: 0, soundRetryAfter: OVER },
      writes: { answered: WRITES_PER_MINUTE_MAX, refused: OVER, others: 0, soundRetryAfter: OVER },
    });
    assert.equal(report.isGood, true);
    const known = ['count', 'maxMs', 'p50Ms', 'p95Ms', 'p99Ms'];
    for (const [name, times] of Object.entries<object>(report.endpoints))
      assert.deepEqual(Object.keys(times).toSorted(), known, name);
    assert.ok(Object.keys(report.endpoints).some((name) => name in endpoints));
    assert.ok(report.memory.maxMegabytes > 0 && Number.isFinite(report.memory.megabytesPerHour));
    assert.ok(report.connections.maxOpen > 0);
  },
);

test('an endpoint that the mix lacks stops the soak', async () => {
  const { requireEveryEndpoint } = await import(join(import.meta.dirname, '../../bench/soak/check-mix.mjs'));
  const { acts } = await import(join(import.meta.dirname, '../../bench/soak/mix.mjs'));
  requireEveryEndpoint(acts);
  const newer = { ...endpoints, listScreens: endpoints.listTags };
  assert.throws(() => requireEveryEndpoint(acts, newer), /lacks listScreens/);
});
