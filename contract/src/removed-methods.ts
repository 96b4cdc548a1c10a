import type { Static } from 'typebox';
import { count, exact, flag } from './fields.js';

export const RemovedMethods = exact('What could open the account before, and was removed.', {
  password: flag('Whether there was a password.'),
  app: flag('Whether there was an authenticator app.'),
  passkeys: count('How many passkeys there were.'),
  company: flag('Whether there was a single sign-on.'),
  assistants: count('How many assistants had access.'),
});
export type RemovedMethods = Static<typeof RemovedMethods>;
