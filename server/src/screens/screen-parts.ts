import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { Signals } from '../db/signals.js';
import { createScreenBudget } from '../identity/admit-screen.js';
import { createKnownScreens } from '../identity/known-screens.js';
import { createPairingWaits } from './pairing-waits.js';
import { createPlaysBatches } from './plays-batches.js';
import { createPrograms } from './programs.js';

// What a process keeps of screens.
export const createScreenParts = (deps: { readonly db: Db; readonly clock: Clock }, signals: Signals) => ({
  knownScreens: createKnownScreens(deps.db, signals),
  programs: createPrograms(deps, signals),
  screenBudget: createScreenBudget(),
  playsBatches: createPlaysBatches(deps.db),
  pairingWaits: createPairingWaits(),
});
