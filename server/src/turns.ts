// A turn of the event loop takes up one new connection and no more (libuv), and the pages of all whom the database has answered:
// of 64 callers who came at once the last waited 0.8 s until it was even heard. So while callers come, a turn has one page.
// Otherwise pages are made as they come, since turns with one each cost a tenth more.
let cameSince = false;
let isWatching = false;
const waiting: (() => void)[] = [];

// Somebody new was heard, so others may wait behind.
export function noteArrival(): void {
  cameSince = true;
  if (isWatching) return;
  isWatching = true;
  setImmediate(watch);
}

// Until a turn has passed in which nobody came; who waits then waits no longer.
function watch(): void {
  isWatching = cameSince;
  cameSince = false;
  for (const resolve of waiting.splice(0, isWatching ? 1 : waiting.length)) resolve();
  if (isWatching) setImmediate(watch);
}

// Before long work: undefined if there is nothing to wait for, otherwise a turn of its own.
export const takeTurn = (): Promise<void> | undefined =>
  isWatching ? new Promise((resolve) => void waiting.push(resolve)) : undefined;
