/** Takes a line for the person who waits. */
export type Report = (line: string) => void | Promise<void>;

const EVERY_MS = 2_000;

/** A line every two seconds at most: `Files: 120 of 5300, 1.2 GB`. */
export function createProgress(report: Report, noun: string, total: number) {
  let [done, bytes, toldAt] = [0, 0, performance.now()];
  return async (sizeBytes: number): Promise<void> => {
    done += 1;
    bytes += sizeBytes;
    if (performance.now() - toldAt < EVERY_MS) return;
    toldAt = performance.now();
    await report(`${noun}: ${done} of ${total}, ${toSize(bytes)}`);
  };
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

export function toSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}
