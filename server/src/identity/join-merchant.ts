import type { Factors } from '@vitrine/contract/account-words';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import { lockMerchant } from '../merchants/queries.js';
import type { Guest } from '../principal.js';
import { openSession, type Along, type CompletionDeps, type SignedIn } from './complete-sign-in.js';
import { findOpenInvitation, markAccepted, type InvitationRow } from './invitation-queries.js';
import { insertMembership, insertPerson, lockAccount, type AccountRow } from './people-queries.js';

type Joining = { readonly invitation: InvitationRow; readonly account: AccountRow; readonly isNew: boolean };

// Accepts the invitation for an account that was proved, and signs it in to that merchant.
export async function joinMerchant(
  deps: CompletionDeps,
  guest: Guest,
  joining: Joining,
  factors: Factors,
  along: Along = async () => {},
): Promise<SignedIn> {
  const { invitation, account, isNew } = joining;
  const { merchant_id: merchantId, role } = invitation;
  const at = new Date(deps.clock.now()).toISOString();
  return openSession(deps, guest, { account, factors, merchantId, isNew }, async (db) => {
    await lockMerchant(db, merchantId);
    requireFound(await markAccepted(db, merchantId, invitation.id, at), 'invitation');
    await keep(db, joining);
    await along(db);
    const actor = { merchantId, person: { id: account.id, name: account.name }, requestId: guest.requestId };
    const details = { email: account.email, role };
    await recordActivity(db, actor, { kind: 'person.joined', at, details });
  });
}

type Hashed = { readonly account: AccountRow; readonly invitationHash: Buffer; readonly factors: Factors };

// After the second step: the link was shown with the first, and only its hash was kept.
export async function joinWithHash(
  deps: CompletionDeps,
  guest: Guest,
  { account, invitationHash, factors }: Hashed,
  along: Along,
): Promise<SignedIn> {
  const now = new Date(deps.clock.now()).toISOString();
  const invitation = requireFound(await findOpenInvitation(deps.db, invitationHash, now), 'invitation');
  if (invitation.email_key !== emailKey(account.email)) throw notJoined();
  return joinMerchant(deps, guest, { invitation, account, isNew: false }, factors, along);
}

// Who holds the link need not be whose email it is: which emails have accounts elsewhere is not for them to learn.
export const notJoined = (): ApiError =>
  new ApiError(
    'unauthorized',
    'That did not work. If you have an account under this email, join with its password; if you are new here, choose a name and a password.',
  );

// Meanwhile somebody else may have made the account, or it may be gone or have another password: then nobody joins.
async function keep(db: Queryable, { invitation, account, isNew }: Joining): Promise<void> {
  const { merchant_id, email_key, role } = invitation;
  const kept = isNew ? await insertPerson(db, { ...account, email_key }) : await lockAccount(db, account);
  if (kept === undefined) throw notJoined();
  if ((await insertMembership(db, merchant_id, account.id, role)) === undefined) {
    throw new ApiError('conflict', `${account.email} belongs to this merchant already.`);
  }
}
