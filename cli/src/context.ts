import type { Environment } from './config.js';

// What every command gets. `exitCode` is what the program ends with when nothing was thrown.
export type Context = {
  readonly env: Environment;
  readonly signal: AbortSignal;
  exitCode: number;
};

export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
export const EXIT_INTERRUPTED = 130;
