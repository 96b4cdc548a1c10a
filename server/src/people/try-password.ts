import type { KeyObject } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Afterwards } from '../console/afterwards.js';
import type { Db } from '../db/db.js';
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

// Where a password comes from: the address, and what the browser kept of earlier sign-ins.
export type Guess = { readonly password: string; readonly address: string; readonly browser: string | undefined };

// Whether the password is the account's. Throws where there were too many guesses. The same work without an account.
export function tryPassword(
  deps: PasswordDeps,
  account: Account,
  { password, address, browser }: Guess,
): Promise<boolean> {
  const attempt = { emailKey: account.emailKey, address, browser: findBrowser(deps.browserKey, account, browser) };
  return throttled(deps, attempt, () => isPasswordOf(deps.hashing, account.passwordHash, password));
}
