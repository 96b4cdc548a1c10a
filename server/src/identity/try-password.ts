import { type KeyObject, createHash } from 'node:crypto';
import { SIGN_IN_WINDOW_MINUTES } from '@vitrine/contract/console-limits';
import { countActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import type { Afterwards } from '../http/http-app.js';
import type { Guest } from '../principal.js';
import { findBrowser, type Account } from './known-browser.js';
import type { HashingCaller } from './hashing-queue.js';
import { isPasswordOf, type Hashing, type QueuedHashing } from './password.js';
import { selectMerchantsOf, type AccountRow } from './people-queries.js';
import { throttled } from './throttle.js';

export type PasswordDeps = Deps & {
  readonly hashing: QueuedHashing;
  // Seals what browsers keep of who has signed in with them.
  readonly browserKey: KeyObject;
  readonly afterwards: Afterwards;
};

// `isSignedIn` is set where a session proves who they are again.
type Caller = Pick<Guest, 'address' | 'browser'> & { readonly isSignedIn?: boolean };

/** Checks the password of an account. Throws after too many guesses. Does the same work for an email without an account. */
export function tryPassword(
  deps: PasswordDeps,
  { address, browser, isSignedIn = false }: Caller,
  account: Account,
  password: string,
): Promise<boolean> {
  const known = findBrowser(deps.browserKey, account, browser);
  const caller: HashingCaller = isSignedIn || known !== undefined ? { kind: 'trusted' } : { kind: 'stranger', address };
  const verify: Hashing['verify'] = (passwordHash, typed) => deps.hashing.verify(passwordHash, typed, caller);
  const attempt = { emailKey: account.emailKey, address, browser: known };
  return throttled(deps, attempt, () => isPasswordOf(verify, account.passwordHash, password));
}

const WINDOW_MS = SIGN_IN_WINDOW_MINUTES * 60_000;

// A wrong password is in the activity of every merchant of the account. After the answer, because the time of it must not
// tell which emails have an account. Guesses must not flood the activity: those of a quarter of an hour are one entry, which
// counts them. No person is named as who did it, since that is what nobody knows.
export function recordFailedSignIn(
  { db, clock, afterwards }: PasswordDeps,
  account: AccountRow | undefined,
  requestId: string,
  kind: 'person.sign_in_failed' | 'person.second_factor_failed' = 'person.sign_in_failed',
): void {
  if (account === undefined) return;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const id = toEntryId(`${kind} ${account.id} ${Math.floor(now / WINDOW_MS)}`);
  const details = { personId: account.id, name: account.name, email: account.email };
  afterwards(async () => {
    for (const { merchant_id } of await selectMerchantsOf(db, account.id)) {
      await countActivity(db, { merchantId: merchant_id, requestId }, id, {
        kind,
        at,
        details,
      });
    }
  });
}

// The same for every guess of a window, so that two at once are one entry.
const toEntryId = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
