import type { Factors } from '@vitrine/contract/account-words';
import type { RemovedMethods } from '@vitrine/contract/removed-methods';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import { lockMerchant } from '../merchants/queries.js';
import type { Guest } from '../principal.js';
import { openSession, type Along, type CompletionDeps, type SignedIn } from './complete-sign-in.js';
import { findOpenInvitation, markAccepted, type OpenInvitationRow } from './invitation-queries.js';
import { insertMembership, insertPerson, lockAccount, updatePassword, type AccountRow } from './people-queries.js';
import { proveEmail } from './prove-email.js';
import { holdEverywhere } from './record-everywhere.js';
import { tellOfRemoval } from './tell-of-change.js';

type Joining = {
  readonly invitation: Pick<OpenInvitationRow, 'merchant_id' | 'id' | 'email_key' | 'role' | 'mailed'>;
  readonly account: AccountRow;
  readonly isNew: boolean;
  // Given for the first proof of the account's email: replaces every earlier sign-in method.
  readonly newPasswordHash?: string;
};

// Accepts the invitation for an account whose owner has shown who they are, and signs it in to that merchant.
export async function joinMerchant(
  deps: CompletionDeps,
  guest: Guest,
  joining: Joining,
  factors: Factors,
  along: Along = async () => {},
): Promise<SignedIn> {
  const { invitation, isNew, newPasswordHash } = joining;
  const account =
    newPasswordHash === undefined
      ? joining.account
      : { ...joining.account, password_hash: newPasswordHash, must_review_methods: false };
  const { merchant_id: merchantId, role } = invitation;
  const at = new Date(deps.clock.now()).toISOString();
  const actor = { person: { id: account.id, name: account.name }, requestId: guest.requestId };
  const removals: RemovedMethods[] = [];
  const signedIn = await openSession(
    deps,
    guest,
    { account, factors, merchantId, isNew, isJoining: !isNew },
    async (db) => {
      await lockMerchant(db, merchantId);
      requireFound(await markAccepted(db, merchantId, invitation.id, at), 'invitation');
      removals.push(...(await keep(db, joining, { at, actor })));
      await along(db);
      const details = { email: account.email, role };
      await recordActivity(db, { ...actor, merchantId }, { kind: 'person.joined', at, details });
    },
  );
  for (const removed of removals) tellOfRemoval(deps, account, removed);
  return signedIn;
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

// The account may have been made, removed, proven or given another password meanwhile: then nobody joins. Returns what a first
// proof of the email has removed.
async function keep(db: Queryable, joining: Joining, proof: Proof): Promise<RemovedMethods[]> {
  const { invitation, account, isNew, newPasswordHash } = joining;
  const { merchant_id, email_key, role, mailed } = invitation;
  const email_proven_at = mailed ? proof.at : null;
  if (!isNew) await holdEverywhere(db, account.id);
  const kept = isNew
    ? await insertPerson(db, { ...account, email_key, email_proven_at })
    : await lockAccount(db, account);
  if (kept === undefined) throw notJoined();
  const removed = newPasswordHash === undefined ? [] : [await startAnew(db, joining, newPasswordHash, proof)];
  if ((await insertMembership(db, merchant_id, account.id, role)) === undefined) {
    throw new ApiError('conflict', `${account.email} belongs to this merchant already.`);
  }
  return removed;
}

type Proof = Pick<Parameters<typeof proveEmail>[2], 'at' | 'actor'>;

// The mailed link is the first proof of the account's email: nothing that was set up before opens it any more.
async function startAnew(
  db: Queryable,
  { invitation, account }: Joining,
  newPasswordHash: string,
  proof: Proof,
): Promise<RemovedMethods> {
  const removed = await proveEmail(db, account.id, { ...proof, emailKey: invitation.email_key });
  if (removed === undefined) throw notJoined();
  await updatePassword(db, account.id, newPasswordHash);
  return removed;
}
