type Limits = { readonly runningMax: number; readonly waitingMax: number; readonly refuse: () => Error };

// Lets so many through at once. Some more wait in their order; whoever comes later is refused at once.
export function createTurnstile({ runningMax, waitingMax, refuse }: Limits) {
  let running = 0;
  const waiting = new Set<() => void>();
  const enter = async (signal?: AbortSignal): Promise<void> => {
    if (running < runningMax) return void (running += 1);
    if (waiting.size >= waitingMax) throw refuse();
    if (signal?.aborted === true) throw new Error('waited too long');
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(pass);
        reject(new Error('waited too long'));
      };
      // A signal may be of the whole process: nothing of those who have passed stays with it.
      const pass = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      waiting.add(pass);
      signal?.addEventListener('abort', giveUp);
    });
  };
  // Whoever leaves hands the place on.
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) return void (running -= 1);
    waiting.delete(next);
    next();
  };
  return async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    await enter(signal);
    return work().finally(leave);
  };
}
