import { formatBytes } from '../../ui/format-bytes.js';
import type { Totals } from './upload-totals.js';
import { formatTimeLeft } from './use-time-left.js';

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
