import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Afterwards } from '../http/afterwards.js';
import type { Db } from '../db/db.js';
import type { Guest } from '../principal.js';
import type { Hashing } from './hashing.js';
import { findBrowser, type Account } from './known-browser.js';
import { isPasswordOf } from './password.js';
import { throttled } from './throttle.js';

export type PasswordDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly hashing: Hashing;
  // Seals what browsers keep of who has signed in with them.
  readonly browserKey: KeyObject;
  readonly afterwards: Afterwards;
};

// Whether the password is the account's. Throws where there were too many guesses. The same work without an account.
export function tryPassword(
  deps: PasswordDeps,
  { address, browser }: Pick<Guest, 'address' | 'browser'>,
  account: Account,
  password: string,
): Promise<boolean> {
  const attempt = { emailKey: account.emailKey, address, browser: findBrowser(deps.browserKey, account, browser) };
  return throttled(deps, attempt, () => isPasswordOf(deps.hashing, account.passwordHash, password));
}
