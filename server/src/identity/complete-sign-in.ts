import type { Factors } from '@vitrine/contract/account-words';
import type { Me } from '@vitrine/contract/session';
import type { Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import { emailKey } from '../fold.js';
import type { MerchantId } from '../ids.js';
import type { Guest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { findBrowser, sealBrowser } from './known-browser.js';
import { readMe } from './me.js';
import { lockAccount, type AccountRow } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { hasSecondFactor } from './second-factor-queries.js';
import { beginSession } from './session.js';
import type { PasswordDeps } from './try-password.js';
import { warnOfNewBrowser } from './warn-of-new-browser.js';

// `browser` is what it keeps from now on.
export type SignedIn = { readonly secret: string; readonly browser: string; readonly me: Me };

export type CompletionDeps = Pick<PasswordDeps, 'db' | 'clock' | 'browserKey'>;

// What else happens in the transaction in which the session begins, before it does.
export type Along = (db: Queryable) => Promise<void>;

// The one end of every way to sign in: whoever is here has proved all that the account asks for. A session opens every merchant
// of the person, so each of them has it in its activity.
export async function completeSignIn(
  deps: CompletionDeps & MailDeps,
  guest: Guest,
  account: AccountRow,
  factors: Factors,
  along: Along = async () => {},
): Promise<SignedIn> {
  const { id, name } = account;
  const entry = { kind: 'person.signed_in', at: new Date(deps.clock.now()).toISOString(), details: {} } as const;
  const signedIn = await openSession(deps, guest, { account, factors, merchantId: null }, async (db) => {
    await recordEverywhere(db, id, { person: { id, name }, requestId: guest.requestId }, entry);
    // A new password, or the end of the account, ends its sessions: none may begin behind it.
    if ((await lockAccount(db, account)) === undefined) throw changedMeanwhile();
    await along(db);
  });
  const known = { emailKey: emailKey(account.email), passwordHash: account.password_hash };
  if (findBrowser(deps.browserKey, known, guest.browser) === undefined) warnOfNewBrowser(deps, guest, account);
  return signedIn;
}

type Opening = { readonly account: AccountRow; readonly factors: Factors; readonly merchantId: MerchantId | null };

// `first` holds the account, so that a second factor that is set up at this very moment is there or is not.
export async function openSession(
  deps: CompletionDeps,
  guest: Guest,
  { account, factors, merchantId }: Opening,
  first: Along,
): Promise<SignedIn> {
  const now = deps.clock.now();
  const secret = await deps.db.transaction(async (db) => {
    await first(db);
    if (factors === 'password' && (await hasSecondFactor(db, account.id))) throw changedMeanwhile();
    return beginSession(db, account.id, { now, merchantId, guest, factors });
  });
  const known = { emailKey: emailKey(account.email), passwordHash: account.password_hash };
  return { secret, browser: sealBrowser(deps.browserKey, known, guest.browser), me: await readMe(deps, secret) };
}

const changedMeanwhile = (): ApiError =>
  new ApiError('unauthorized', 'The account was changed at this moment. Sign in again.');
