// The bench itself, with little data: before it measures it holds the service's answers and rows against those of the plain
// program beside it, and ends with 1 when they differ.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../bench/main.mjs');
const WRITES = ['upload start', 'upload finalize', 'tagging'];

test('the service and the plain program give the same answers and write the same rows', async () => {
  const args = ['--quick', '--media', '2000', '--rounds', '1', '--only', 'reads,writes', '--json'];
  // Nothing of the test runner's own settings: it sets BASE_URL.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
  const { reads, writes, goals } = JSON.parse(stdout);
  const { READS } = await import(join(import.meta.dirname, '../../bench/cases.mjs'));
  for (const program of ['f1', 'service']) {
    const measured = (rows: readonly { program: string; case: string }[]) =>
      new Set(rows.filter((row) => row.program === program).map((row) => row.case));
    assert.deepEqual(measured(reads.rows), new Set(READS.map(({ name }: { name: string }) => name)));
    assert.deepEqual(measured(writes), new Set(WRITES));
  }
  for (const name of WRITES) {
    const goal = goals.find((one: { goal: string }) => one.goal === `${name}, CPU : F1`);
    assert.ok(goal.measured > 0, name);
  }
});
