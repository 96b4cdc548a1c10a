import { basename } from 'node:path';
import { MultiBar } from 'cli-progress';
import type { UploadProgress, Wait } from '@vitrine/client';
import { barLine, type BarState } from './bar-line.js';
import { isStored, toLine } from './line-reporter.js';
import { createSpeed, type Speed } from './speed.js';
import { clip, pad } from './text-width.js';
import { createTotal } from './upload-total.js';
import type { Reporter } from './upload-files.js';

export type BarReporter = Reporter & { readonly wait: (wait: Wait) => void; readonly stop: () => void };

type Slot = { path: string | undefined; speed: Speed; state: BarState };
type Plan = { readonly files: number; readonly bytes: number; readonly atOnce: number };

const columns = (): number => process.stderr.columns || 80;

// A bar for each file on its way and one for all, on standard error; what is done scrolls away above them. The bars are
// made once and lent to one file after another: taking one away while others are drawn leaves pieces on the screen.
export function createBarReporter(plan: Plan): BarReporter {
  const bars = newBars();
  const slots = Array.from({ length: Math.min(plan.atOnce, plan.files) }, newSlot);
  const total = createTotal(plan);
  for (const slot of slots) bars.create(1, 0, { line: () => lineOf(slot) });
  bars.create(1, 0, { line: () => barLine(total.state(), columns()) });
  const find = (path: string | undefined): Slot | undefined => slots.find((slot) => slot.path === path);
  return {
    start(path, bytes) {
      const slot = find(undefined);
      if (slot === undefined) return;
      const state = { label: basename(path), doneBytes: 0, totalBytes: bytes, bytesPerSecond: 0 };
      Object.assign(slot, { path, speed: createSpeed(), state });
    },
    progress(path, progress) {
      const slot = find(path);
      if (slot === undefined) return;
      total.add(sentBytes(slot.state, progress));
      slot.state = toState(slot, progress);
    },
    finish(outcome) {
      const slot = find(outcome.path);
      total.finish(outcome, slot?.state);
      if (slot !== undefined) slot.path = undefined;
      if (isStored(outcome)) bars.log(`${wholeLine(toLine(outcome))}\n`);
    },
    wait: total.wait,
    stop() {
      // Lines that wait for the next drawing would be lost.
      bars.update();
      bars.stop();
    },
  };
}

function lineOf({ path, speed, state }: Slot): string {
  return path === undefined ? '' : barLine({ ...state, bytesPerSecond: speed.bytesPerSecond() }, columns());
}

// It is written over a bar, of which nothing may show behind it.
const wholeLine = (text: string): string => pad(clip(text, columns() - 1), columns() - 1);

const newBars = (): MultiBar =>
  new MultiBar({
    format: (_options, _params, payload: { line: () => string }) => payload.line(),
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    // Lines change with time, also while their values do not.
    forceRedraw: true,
    gracefulExit: false,
    linewrap: false,
    fps: 8,
  });

const newSlot = (): Slot => ({
  path: undefined,
  speed: createSpeed(),
  state: { label: '', doneBytes: 0, totalBytes: 0, bytesPerSecond: 0 },
});

function toState({ state, speed }: Slot, { step, doneBytes, totalBytes }: UploadProgress): BarState {
  switch (step) {
    case 'hash':
      return { ...state, note: doneBytes < totalBytes ? 'reading' : 'starting' };
    case 'finalize':
      return { ...state, doneBytes, note: 'finishing' };
    case 'put':
      speed.note(doneBytes);
      return { ...state, doneBytes, note: undefined };
    default:
      throw new Error(`Unknown step: ${String(step satisfies never)}`);
  }
}

// How much further this brings the whole. A PUT that starts again takes back what it had.
const sentBytes = (before: BarState, { step, doneBytes }: UploadProgress): number =>
  step === 'put' ? doneBytes - before.doneBytes : 0;
