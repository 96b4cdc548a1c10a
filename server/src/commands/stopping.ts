import { once } from 'node:events';

// What stops a part again; what is still under way at the deadline is cut off.
export type Step = (deadline: AbortSignal) => Promise<unknown>;

export const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};
