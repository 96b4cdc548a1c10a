import type { Upload } from './upload.js';

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
    case 'finishing':
      return { ...withBytes, pending: totals.pending + 1 };
  }
}

export function sentBytes({ state, file }: Upload): number {
  if (state.kind === 'done' || state.kind === 'finishing') return file.size;
  return state.kind === 'sending' ? Math.min(state.doneBytes, file.size) : 0;
}
