import type { Me, SignInRequest } from '@vitrine/contract/session';
import { ApiError } from '../errors.js';
import type { Guest } from '../principal.js';
import { emailKey } from '../fold.js';
import type { MailDeps } from './account-links.js';
import { findBrowser, sealBrowser } from './known-browser.js';
import { readMe } from './me.js';
import { findAccount, lockAccount, type AccountRow } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { beginSession } from './session.js';
import { warnOfNewBrowser } from './warn-of-new-browser.js';
import { recordFailedSignIn, tryPassword, type PasswordDeps } from './try-password.js';

// `browser` is what it keeps from now on.
export type SignedIn = { readonly secret: string; readonly browser: string; readonly me: Me };

// The same answer and the same work for an unknown email and a wrong password.
export async function signIn(
  deps: PasswordDeps & MailDeps,
  guest: Guest,
  { body }: { readonly body: SignInRequest },
): Promise<SignedIn> {
  const key = emailKey(body.email);
  const account = await findAccount(deps.db, key);
  const known = { emailKey: key, passwordHash: account?.password_hash };
  const isRight = await tryPassword(deps, guest, known, body.password);
  if (!isRight) recordFailedSignIn(deps, account, guest.requestId);
  if (account === undefined || !isRight) throw wrongPassword();
  const secret = await begin(deps, account, guest);
  if (findBrowser(deps.browserKey, known, guest.browser) === undefined) warnOfNewBrowser(deps, guest, account);
  return { secret, browser: sealBrowser(deps.browserKey, known, guest.browser), me: await readMe(deps, secret) };
}

const wrongPassword = (): ApiError => new ApiError('unauthorized', 'Email or password is wrong.');

// A session opens every merchant of the person, so each of them has it in its activity.
async function begin({ db, clock }: PasswordDeps, account: AccountRow, guest: Guest): Promise<string> {
  const { id, name } = account;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const person = { id, name };
  return db.transaction(async (db) => {
    await recordEverywhere(
      db,
      id,
      { person, requestId: guest.requestId },
      { kind: 'person.signed_in', at, details: {} },
    );
    // A new password, or the end of the account, ends its sessions: none may begin behind it.
    if ((await lockAccount(db, account)) === undefined) throw wrongPassword();
    return beginSession(db, id, { now, merchantId: null, guest, factors: 'password' });
  });
}
