import { formatBytes } from '../../ui/format-bytes.js';
import { doneBytesOf, type Upload } from './upload.js';
import { formatTimeLeft } from './use-time-left.js';

export type Totals = {
  readonly pending: number;
  readonly paused: number;
  readonly done: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
};

const NONE: Totals = { pending: 0, paused: 0, done: 0, duplicates: 0, failed: 0, doneBytes: 0, totalBytes: 0 };

// What was refused or is there already is not sent and counts no bytes.
export const toTotals = (uploads: readonly Upload[]): Totals => uploads.reduce(addUp, NONE);

function addUp(totals: Totals, upload: Upload): Totals {
  const { state, file } = upload;
  const withBytes = {
    ...totals,
    totalBytes: totals.totalBytes + file.size,
    doneBytes: totals.doneBytes + sentBytes(upload),
  };
  switch (state.kind) {
    case 'refused':
    case 'failed':
      return { ...totals, failed: totals.failed + 1 };
    case 'duplicate':
      return { ...totals, duplicates: totals.duplicates + 1 };
    case 'paused':
      return { ...withBytes, paused: totals.paused + 1 };
    case 'done':
      return { ...withBytes, done: totals.done + 1 };
    case 'waiting':
    case 'reading':
    case 'sending':
    case 'offline':
    case 'finishing':
      return { ...withBytes, pending: totals.pending + 1 };
  }
}

function sentBytes(upload: Upload): number {
  const { state, file } = upload;
  if (state.kind === 'done' || state.kind === 'finishing') return file.size;
  return Math.min(doneBytesOf(upload), file.size);
}

const files = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

export function titleOf({ pending, paused, failed, done, duplicates }: Totals): string {
  if (pending > 0) return `Uploading ${files(pending)}`;
  if (paused > 0) return `${files(paused)} paused`;
  if (failed > 0) return `${files(failed)} not added`;
  return done > 0 ? `${files(done)} added` : `${files(duplicates)} there already`;
}

export function describeBytes(totals: Totals, secondsLeft: number | undefined): string {
  if (totals.pending === 0) return describeCounts(totals);
  const bytes = `${formatBytes(totals.doneBytes)} of ${formatBytes(totals.totalBytes)}`;
  return secondsLeft === undefined ? bytes : `${bytes}, ${formatTimeLeft(secondsLeft)}`;
}

// What is worth saying aloud: it changes when a file does, not with every percent.
export function describeCounts({ pending, paused, done, duplicates, failed }: Totals): string {
  return [
    [pending, 'to go'],
    [paused, 'paused'],
    [done, 'added'],
    [duplicates, 'there already'],
    [failed, 'not added'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}
