import { basename } from 'node:path';
import type { UploadProgress, Wait } from '@vitrine/client';
import { MultiBar } from 'cli-progress';
import { formatBytes, formatSeconds } from './format.js';
import { clip, pad, plain } from './text-width.js';
import { isStored, toLine, type Outcome, type Reporter } from './upload-files.js';

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

const WAITS = { rate_limited: 'rate limit', retry: 'no answer' } as const;

// How far all files together are.
function createTotal(plan: { readonly files: number; readonly bytes: number }) {
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

type Speed = { readonly note: (doneBytes: number) => void; readonly bytesPerSecond: () => number };

const WINDOW_MS = 5_000;

// The mean of the last seconds: what counts for the time left is now, not the start.
function createSpeed(): Speed {
  let points = [{ at: performance.now(), doneBytes: 0 }];
  const drop = (): void => {
    const from = performance.now() - WINDOW_MS;
    const newest = points.findLastIndex(({ at }) => at <= from);
    if (newest > 0) points = points.slice(newest);
  };
  return {
    note(doneBytes) {
      const last = points.at(-1);
      // Ten points a second are enough. A retry begins at zero, and so does its speed.
      if (last !== undefined && doneBytes < last.doneBytes) points = [];
      else if (last !== undefined && performance.now() - last.at < 100) return;
      points.push({ at: performance.now(), doneBytes });
      drop();
    },
    bytesPerSecond() {
      drop();
      const [first, last] = [points[0], points.at(-1)];
      if (first === undefined || last === undefined) return 0;
      const seconds = (performance.now() - first.at) / 1000;
      return seconds < 0.2 ? 0 : (last.doneBytes - first.doneBytes) / seconds;
    },
  };
}

type BarState = {
  readonly label: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  // Said instead of speed and time left.
  readonly note?: string | undefined;
};

const FIGURES_WIDTH = 28;
const BAR_WIDTH_MAX = 40;

// One line, never wider than the terminal: `door.mp4   ████████░░░░   61%   45.2 MB/s  0:18 left`.
export function barLine(state: BarState, columns: number): string {
  // The last column stays free: some terminals wrap when it is written.
  const room = Math.max(20, columns - 1 - FIGURES_WIDTH - 4);
  const barWidth = Math.min(BAR_WIDTH_MAX, Math.floor(room * 0.45));
  const label = pad(clip(plain(state.label), room - barWidth), room - barWidth);
  return `${label}  ${bar(state, barWidth)}  ${figures(state)}`;
}

// A file of no bytes is done before it begins.
const partOf = ({ doneBytes, totalBytes }: BarState): number =>
  totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes);

function bar(state: BarState, width: number): string {
  const full = Math.floor(partOf(state) * width);
  return '█'.repeat(full) + '░'.repeat(width - full);
}

function figures(state: BarState): string {
  const percent = `${Math.floor(partOf(state) * 100)}%`.padStart(4);
  if (state.note !== undefined) return `${percent}  ${clip(state.note, FIGURES_WIDTH - 6)}`;
  const { bytesPerSecond, doneBytes, totalBytes } = state;
  if (bytesPerSecond <= 0) return percent;
  const left = formatSeconds((totalBytes - doneBytes) / bytesPerSecond);
  return `${percent}  ${`${formatBytes(bytesPerSecond)}/s`.padStart(10)}  ${left} left`;
}
