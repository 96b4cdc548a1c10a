import assert from 'node:assert/strict';
import { pino } from 'pino';
import { test, vi } from 'vitest';
import { useService } from '../../../tests/harness/service.js';
import { isS3 } from '../../../tests/harness/store.js';
import { until } from '../../../tests/harness/until.js';
import { newObjectKey } from '../storage/object-key.js';
import { startUploadJobs } from './upload-jobs.js';

const service = useService();

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

// The service, with every upload in parts a week old.
const aged = () => ({
  ...service,
  store: {
    ...service.store,
    async *listUploads() {
      for await (const page of service.store.listUploads()) yield page.map((each) => ({ ...each, ageMs: WEEK_MS }));
    },
  },
});

// Starts the jobs and tells what each waits for; none begins by itself.
function startHeld(sweeps: boolean) {
  const rounds: { readonly begin: () => void; readonly ms: number | undefined }[] = [];
  const hold = (begin: () => void, ms?: number) => {
    rounds.push({ begin, ms });
    return setImmediate(() => undefined) as unknown as NodeJS.Timeout;
  };
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout);
  const stop = startUploadJobs(aged(), pino({ level: 'silent' }), { sweeps });
  timer.mockRestore();
  return { stop, after: (ms: number) => rounds.filter((round) => round.ms === ms).map(({ begin }) => begin) };
}

test.skipIf(isS3)('an hour after the start the storage is swept, where it is to be', async () => {
  const key = newObjectKey('video/mp4');
  const orphan = await service.store.createParts(key, 'video/mp4', key);
  const without = startHeld(false);
  assert.deepEqual(without.after(HOUR_MS), []);
  await without.stop();

  const { stop, after } = startHeld(true);
  const [sweep, ...others] = after(HOUR_MS);
  assert.ok(sweep);
  assert.deepEqual(others, []);
  sweep();
  await until(async () => (await service.store.listParts(orphan)) === undefined);
  await stop();
});
