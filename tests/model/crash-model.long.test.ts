import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { Batch, Kill, Operation } from './operations.js';
import { openProcess } from './process-target.js';
import { newReport, runScenario } from './run.js';
import type { Target } from './target.js';

let target: Target;
beforeAll(async () => void (target = await openProcess()));
afterAll(() => target.close());

const batch = (kill: Kill | null, ...operations: readonly Operation[]): Batch => ({ kind: 'batch', operations, kill });

test('killed in the middle of a batch, with its database and without: what was answered is there, and what was not is whole or absent', async () => {
  const upload = { kind: 'upload', media: 2, file: 2, hasThumbnail: true, until: 'finalized' } as const;
  const report = newReport();
  await runScenario(
    target,
    report,
    [
      batch(
        { afterMs: 8, what: 'everything' },
        upload,
        { kind: 'publish', campaign: 0 },
        { kind: 'tag', media: 0, tags: [0, 2], token: 0 },
      ),
      batch(null, upload, { kind: 'edit playlist', playlist: 0, items: [1, 0] }),
      batch(
        { afterMs: 4, what: 'server' },
        { kind: 'publish', campaign: 0 },
        { kind: 'delete media', media: 2 },
        { kind: 'rotate token', token: 0 },
        { kind: 'change tags', media: 1, add: [1, 3], remove: [] },
      ),
      batch(null, upload, { kind: 'use token', token: 0 }, { kind: 'withdraw', campaign: 0 }),
    ],
    { quotaBytes: 30_000 },
  );
  assert.equal(report.crashes, 2);
}, 120_000);
