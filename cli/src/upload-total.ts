import type { Wait } from '@vitrine/client';
import type { BarState } from './bar-line.js';
import { createSpeed } from './speed.js';
import type { Outcome } from './upload-files.js';

const WAITS = { rate_limited: 'rate limit', retry: 'no answer' } as const;

// How far all files together are.
export function createTotal(plan: { readonly files: number; readonly bytes: number }) {
  const speed = createSpeed();
  let [done, failed, doneBytes, waitsUntil] = [0, 0, 0, 0];
  let waitsFor: Wait['kind'] = 'retry';
  return {
    state(): BarState {
      const waitSeconds = Math.ceil((waitsUntil - performance.now()) / 1000);
      const note = waitSeconds > 0 ? `${WAITS[waitsFor]}: ${waitSeconds} s` : undefined;
      const label = `${done} of ${plan.files} done${failed === 0 ? '' : `, ${failed} failed`}`;
      return { label, doneBytes, totalBytes: plan.bytes, bytesPerSecond: speed.bytesPerSecond(), note };
    },
    add(bytes: number): void {
      doneBytes += bytes;
      speed.note(doneBytes);
    },
    // A duplicate or a failure leaves nothing to send: the rest of it counts as done.
    finish(outcome: Outcome, state: BarState | undefined): void {
      if (outcome.kind === 'not-tried') return;
      if (outcome.kind === 'failed') failed += 1;
      else done += 1;
      doneBytes += (state?.totalBytes ?? 0) - (state?.doneBytes ?? 0);
    },
    wait: ({ kind, seconds }: Wait): void => {
      waitsFor = kind;
      waitsUntil = performance.now() + seconds * 1000;
    },
  };
}
