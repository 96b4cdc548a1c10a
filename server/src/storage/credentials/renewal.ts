// When new keys are asked for.
import { SIGNED_FOR_SECONDS } from '../presign-object.js';

const MINUTE_MS = 60_000;
/** How often is looked whether something is due. Files are read as often. */
export const LOOK_MS = 10_000;

const RENEW_BEFORE_MS = 30 * MINUTE_MS;
const ASK_AGAIN_MS = MINUTE_MS;
const RETRY_MS_MIN = 2_000;
const RETRY_MS_MAX = 30_000;

// A URL works no longer than the keys that signed it, and is promised for 15 minutes.
const URL_MS = SIGNED_FOR_SECONDS * 1000;
/** With shorter sessions URLs end before their time: what comes on top is until new keys are asked for, and are here. */
export const SESSION_MS_MIN = URL_MS + ASK_AGAIN_MS + 2 * LOOK_MS;

/** Half of what they still last, and in any case while URLs do not outlast them. Of instances each has its own moment. */
export function renewAfterMs(remainingMs: number, random = Math.random()): number {
  return Math.max(ASK_AGAIN_MS, Math.min(remainingMs / 2, remainingMs - RENEW_BEFORE_MS)) * (1 - random / 10);
}

export function retryAfterMs(failures: number, random = Math.random()): number {
  return Math.min(RETRY_MS_MIN * 2 ** (failures - 1), RETRY_MS_MAX) * (1 - random / 2);
}
