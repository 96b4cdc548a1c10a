import { formatBytes, formatSeconds } from './format.js';
import { clip, pad, plain } from './text-width.js';

export type BarState = {
  readonly label: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Said instead of speed and time left. */
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
