import { MAINTENANCE_LIMITS, type Limits } from '../../server/src/db/db.js';

// A busy machine may take its time: what a test is about is not how soon its statements are answered.
export const PATIENT_LIMITS: Limits = { ...MAINTENANCE_LIMITS, checkOutMs: 300_000 };
