export type Speed = { readonly note: (doneBytes: number) => void; readonly bytesPerSecond: () => number };

const WINDOW_MS = 5_000;

// The mean of the last seconds: what counts for the time left is now, not the start.
export function createSpeed(): Speed {
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
