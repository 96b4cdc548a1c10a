import type { ClientRequest, IncomingMessage } from 'node:http';
import { toError } from '../errors.js';
import { OutsideError } from './outside-error.js';

type Bounded = { readonly timeoutMs: number; readonly signal?: AbortSignal };

type Cuttable = Pick<ClientRequest | IncomingMessage, 'destroy'>;

export type Limits = {
  // What is torn down when the time is over.
  readonly cuts: (stream: Cuttable) => void;
  readonly race: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly end: () => void;
};

// One time for everything: name, connection, headers, body. A server that sends a byte a second gains nothing by it.
export function startLimits({ timeoutMs, signal }: Bounded): Limits {
  const controller = new AbortController();
  let stream: Cuttable | undefined;
  const cut = (error: OutsideError): void => {
    controller.abort(error);
    stream?.destroy(error);
  };
  const timer = setTimeout(
    () => cut(new OutsideError('timed_out', `No whole answer came within ${Math.ceil(timeoutMs / 1000)} s.`)),
    timeoutMs,
  );
  const stop = (): void => cut(new OutsideError('stopped', 'The service stops.'));
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return {
    cuts(next) {
      stream = next;
      if (controller.signal.aborted) next.destroy(toError(controller.signal.reason));
    },
    async race(work) {
      const { promise, reject } = withReject();
      const aborted = (): void => reject(toError(controller.signal.reason));
      if (controller.signal.aborted) aborted();
      controller.signal.addEventListener('abort', aborted, { once: true });
      try {
        return await Promise.race([work, promise]);
      } finally {
        controller.signal.removeEventListener('abort', aborted);
        work.catch(() => undefined);
      }
    },
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

function withReject(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_resolve, rejectIt) => (reject = rejectIt));
  return { promise, reject };
}
