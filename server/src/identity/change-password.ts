import type { ChangePasswordRequest } from '@vitrine/contract/account';
import { invalidRequest, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import type { SessionWithGuest } from '../principal.js';
import { requireRecentProof } from './admit-person.js';
import { sealBrowser } from './known-browser.js';
import { readMe } from './me.js';
import { requireGoodPassword } from './password-rules.js';
import { findOwnAccount, lockAccount, updatePassword, type AccountRow } from './people-queries.js';
import type { MailDeps } from './account-links.js';
import { requirePassword } from './prove.js';
import { recordEverywhere } from './record-everywhere.js';
import { deleteSessionsOf } from './session-queries.js';
import { beginSession, requireStillThere } from './session.js';
import type { SignedIn } from './complete-sign-in.js';
import { tellOwn } from './tell-of-change.js';
import type { PasswordDeps } from './try-password.js';

// Every session ends, and this browser goes on under a new secret, to the same last moment: whoever has copied the cookie has
// nothing by it any more.
export async function changePassword(
  deps: PasswordDeps & MailDeps,
  session: SessionWithGuest,
  { body }: { readonly body: ChangePasswordRequest },
): Promise<SignedIn> {
  const { person, email, guest, membership } = session;
  const account = await requireOldPassword(deps, session, body.currentPassword);
  requireGoodPassword(body.password, { email, name: person.name });
  const passwordHash = await deps.hashing.hash(body.password);
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const secret = await deps.db.transaction(async (db) => {
    const actor = { person, requestId: guest.requestId };
    await recordEverywhere(db, person.id, actor, { kind: 'person.password_changed', at, details: {} });
    // Of two changes at once the second finds that the password it was given is no longer the account's.
    requireFound(await lockAccount(db, account), 'person');
    // An account without a password looks the same after a first proof of its email, which ended this session.
    await requireStillThere(db, session.id, at);
    await updatePassword(db, person.id, passwordHash);
    await deleteSessionsOf(db, person.id);
    const merchantId = membership?.merchantId ?? null;
    return beginSession(db, person.id, {
      now,
      merchantId,
      guest,
      factors: session.factors,
      signedInAt: session.signedInAt,
      mustReview: session.mustReviewMethods,
    });
  });
  tellOwn(deps, session, 'password');
  const sealed = { emailKey: emailKey(email), passwordHash };
  return { secret, browser: sealBrowser(deps.browserKey, sealed, guest.browser), me: await readMe(deps, secret) };
}

// The old password is the proof. An account without one, which comes in by other ways, gives another.
async function requireOldPassword(
  deps: PasswordDeps,
  session: SessionWithGuest,
  given: string | undefined,
): Promise<AccountRow> {
  const account = requireFound(await findOwnAccount(deps.db, session.person.id), 'person');
  if (account.password_hash === null) {
    requireRecentProof(deps, session);
    return account;
  }
  if (given === undefined) throw invalidRequest('currentPassword: is required.');
  return requirePassword(deps, session, given);
}
