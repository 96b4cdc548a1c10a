// Waiting that can be called off.

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(toReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const toReason = (signal: AbortSignal | undefined): Error => {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('This operation was aborted', 'AbortError');
};

export type Deadline = {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Counts from now on again. */
  readonly extend: () => void;
  readonly clear: () => void;
};

// A signal that follows the caller's and ends by itself. AbortSignal.any would do, but on Node 20 it keeps every
// signal that was made from a long-lived one.
export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const follow = (): void => controller.abort(outer?.reason);
  const end = (): void => {
    isOver = true;
    controller.abort();
  };
  let timer = setTimeout(end, ms);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    },
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
