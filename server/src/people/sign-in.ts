import type { Me, SignInRequest } from '@vitrine/contract/console/session';
import { beginSession } from '../access/begin-session.js';
import { insertActivity } from '../activity/queries.js';
import { ApiError } from '../errors.js';
import { emailKey } from './email-key.js';
import { sealBrowser } from './known-browser.js';
import { noteFailedSignIn } from './note-failed-sign-in.js';
import { findAccount, lockAccount, selectMerchantsOf, type AccountRow } from './queries.js';
import { readMe } from './to-me.js';
import { tryPassword, type Guess, type PasswordDeps } from './try-password.js';

export type Attempt = SignInRequest & Guess & { readonly requestId: string };
// `browser` is what it keeps from now on.
export type SignedIn = { readonly secret: string; readonly browser: string; readonly me: Me };

// The same answer and the same work for an unknown email and a wrong password.
export async function signIn(deps: PasswordDeps, attempt: Attempt): Promise<SignedIn> {
  const key = emailKey(attempt.email);
  const account = await findAccount(deps.db, key);
  const known = { emailKey: key, passwordHash: account?.password_hash };
  const isRight = await tryPassword(deps, known, attempt);
  if (!isRight) noteFailedSignIn(deps, account, attempt.requestId);
  if (account === undefined || !isRight) throw wrongPassword();
  const secret = await begin(deps, account, attempt.requestId);
  return { secret, browser: sealBrowser(deps.browserKey, known, attempt.browser), me: await readMe(deps, secret) };
}

const wrongPassword = (): ApiError => new ApiError('unauthorized', 'Email or password is wrong.');

// A session opens every merchant of the person, so each of them has it in its activity.
async function begin({ db, clock }: PasswordDeps, account: AccountRow, requestId: string): Promise<string> {
  const { id, name } = account;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const person = { personId: id, personName: name };
  return db.transaction(async (db) => {
    for (const { merchant_id } of await selectMerchantsOf(db, id)) {
      await insertActivity(db, merchant_id, { kind: 'person.signed_in', at, details: {}, person, requestId });
    }
    // A new password, or the end of the account, ends its sessions: none may begin behind it.
    if ((await lockAccount(db, account)) === undefined) throw wrongPassword();
    return beginSession(db, id, { now, merchantId: null });
  });
}
