// Runs the work once at a time. Who asks while it runs shares the next run, which sees all that was there when they asked:
// however many ask, two are under way at most.
export function inTurns(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    return (running = work());
  };
  // Also after one that failed, which is told to who asked for it.
  return () => (next ??= running.then(begin, begin));
}
