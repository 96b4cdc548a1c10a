import { HOUR_MS } from '@vitrine/contract/time-units';

// How long after its last PUT URL was handed out an object can still be written: long after that ran out, so that a PUT
// which began in time and took all of its hours (put-gate.ts) has ended too.
export const DROP_AFTER_MS = 24 * HOUR_MS;
