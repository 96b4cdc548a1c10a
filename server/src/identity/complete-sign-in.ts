import type { Factors } from '@vitrine/contract/account-words';
import type { Me } from '@vitrine/contract/session';
import type { Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import { emailKey } from '../fold.js';
import type { MerchantId } from '../ids.js';
import { newBrowserMail } from '../mail/texts.js';
import type { Guest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { browserWords } from './browser-words.js';
import { findBrowser, sealBrowser } from './known-browser.js';
import { readMe } from './me.js';
import { lockAccount, type AccountRow, type PersonRow } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { hasSecondFactor } from './second-factor-queries.js';
import { beginSession } from './session.js';
import { hasMethodsToReview } from './sign-in-method-queries.js';
import type { PasswordDeps } from './try-password.js';

// `browser` is what it keeps from now on.
export type SignedIn = { readonly secret: string; readonly browser: string; readonly me: Me };

export type CompletionDeps = Pick<PasswordDeps, 'browserKey'> & MailDeps;

// What else happens in the transaction in which the session begins, before it does.
export type Along = (db: Queryable) => Promise<void>;

// The one end of every way to sign in: whoever is here has proved all that the account asks for. A session opens every merchant
// of the person, so each of them has it in its activity.
export async function completeSignIn(
  deps: CompletionDeps,
  guest: Guest,
  account: AccountRow,
  factors: Factors,
  along: Along = async () => {},
): Promise<SignedIn> {
  const { id, name } = account;
  const entry = { kind: 'person.signed_in', at: new Date(deps.clock.now()).toISOString(), details: {} } as const;
  return openSession(deps, guest, { account, factors, merchantId: null }, async (db) => {
    await recordEverywhere(db, id, { person: { id, name }, requestId: guest.requestId }, entry);
    // A new password, or the end of the account, ends its sessions: none may begin behind it.
    if ((await lockAccount(db, account)) === undefined) throw changedMeanwhile();
    await along(db);
  });
}

type Opening = {
  readonly account: AccountRow;
  readonly factors: Factors;
  readonly merchantId: MerchantId | null;
  // Made with this sign-in: nobody is to be told of a browser that they have just used for the first time.
  readonly isNew?: boolean;
  // An existing account that joins a merchant reviews its sign-in methods.
  readonly isJoining?: boolean;
};

// `first` holds the account, so that a second factor that is set up at this very moment is there or is not.
export async function openSession(
  deps: CompletionDeps,
  guest: Guest,
  { account, factors, merchantId, isNew = false, isJoining = false }: Opening,
  first: Along,
): Promise<SignedIn> {
  const now = deps.clock.now();
  const secret = await deps.db.transaction(async (db) => {
    await first(db);
    if (factors === 'password' && (await hasSecondFactor(db, account.id))) throw changedMeanwhile();
    const at = new Date(now).toISOString();
    const mustReview =
      account.must_review_methods || (isJoining && (await hasMethodsToReview(db, account.id, { now: at })));
    return beginSession(db, account.id, { now, merchantId, guest, factors, mustReview });
  });
  const browser = knowBrowser(deps, guest, { account, factors, isNew });
  return { secret, browser, me: await readMe(deps, secret) };
}

type Known = Required<Pick<Opening, 'account' | 'factors' | 'isNew'>>;

// What the browser keeps from now on. One that was not known for this account is told of by mail.
export function knowBrowser(deps: CompletionDeps, guest: Guest, { account, factors, isNew }: Known): string {
  const sealed = { emailKey: emailKey(account.email), passwordHash: account.password_hash };
  const isKnown = findBrowser(deps.browserKey, sealed, guest.browser) !== undefined;
  if (!isKnown && !isNew) warnOfNewBrowser(deps, guest, account, factors);
  return sealBrowser(deps.browserKey, sealed, guest.browser);
}

const changedMeanwhile = (): ApiError =>
  new ApiError('unauthorized', 'The account was changed at this moment. Sign in again.');

// By mail, after the answer: whoever has somebody else's password, passkey or account of the company signs in from a browser
// of their own.
function warnOfNewBrowser(
  { mail, afterwards, clock, baseUrl }: MailDeps,
  { userAgent, address }: Pick<Guest, 'userAgent' | 'address'>,
  { email: to, name }: PersonRow,
  factors: Factors,
): void {
  if (mail === undefined) return;
  const about = { to, name, baseUrl, at: clock.now(), browser: browserWords(userAgent), address, factors };
  afterwards(async () => void (await mail.send(newBrowserMail(about))));
}
