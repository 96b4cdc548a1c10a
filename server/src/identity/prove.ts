import { PROOF_MINUTES } from '@vitrine/contract/console-limits';
import type { Proved, ProveRequest } from '@vitrine/contract/account';
import type { Clock } from '../clock.js';
import type { Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import type { Session, SessionWithGuest } from '../principal.js';
import { findOwnAccount, type AccountRow } from './people-queries.js';
import { updateProof } from './session-queries.js';
import { recordFailedSignIn, tryPassword, type PasswordDeps } from './try-password.js';

// With the password. For the next minutes nothing that is dangerous asks again.
export async function prove(
  deps: PasswordDeps,
  session: SessionWithGuest,
  { body }: { readonly body: ProveRequest },
): Promise<Proved> {
  await requirePassword(deps, session, body.password);
  return renewProof(deps, session);
}

// Whoever uses the session has just proved who they are, by whatever way.
export async function renewProof(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  { id }: Pick<Session, 'id'>,
): Promise<Proved> {
  const now = clock.now();
  await updateProof(db, id, new Date(now).toISOString());
  return { until: new Date(now + PROOF_MINUTES * 60_000).toISOString() };
}

// Counted like a sign-in: whoever finds a browser open must not guess on.
export async function requirePassword(
  deps: PasswordDeps,
  { person, email, guest }: SessionWithGuest,
  password: string,
): Promise<AccountRow> {
  const account = requireFound(await findOwnAccount(deps.db, person.id), 'person');
  const known = { emailKey: emailKey(email), passwordHash: account.password_hash };
  if (await tryPassword(deps, { ...guest, isSignedIn: true }, known, password)) return account;
  recordFailedSignIn(deps, account, guest.requestId);
  // No 401: the session is a good one.
  throw new ApiError('forbidden', 'The password is wrong.', 'wrong_password');
}
