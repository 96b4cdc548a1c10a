import { randomUUID } from 'node:crypto';
import type { AcceptInvitationRequest } from '@vitrine/contract/invitations';
import type { SecondStepNeeded } from '@vitrine/contract/session';
import { parsePersonId } from '../ids.js';
import type { Guest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import type { SignedIn } from './complete-sign-in.js';
import type { InvitationRow } from './invitation-queries.js';
import { requireOpenInvitation } from './invitations.js';
import { joinMerchant, notJoined } from './join-merchant.js';
import { requireGoodPassword } from './password-rules.js';
import { findAccount, type AccountRow } from './people-queries.js';
import { findSecondStep } from './second-step.js';
import { recordFailedSignIn, tryPassword, type PasswordDeps } from './try-password.js';

// Makes the account, or, where the email has one, asks for its password: whoever hands out links must not come into other
// people's accounts by one. The mailed link is a proof of the mailbox. As the first one it replaces what the account had.
export async function acceptInvitation(
  deps: PasswordDeps & MailDeps,
  guest: Guest,
  { body }: { readonly body: AcceptInvitationRequest },
): Promise<SignedIn | SecondStepNeeded> {
  const { name, password } = body;
  const invitation = await requireOpenInvitation(deps, body.secret);
  // Said of every new password before it is known whether the email has an account, so that the answer does not tell.
  if (name !== undefined) requireGoodPassword(password, { email: invitation.email, name });
  const known = await findAccount(deps.db, invitation.email_key);
  if (invitation.mailed && known?.email_proven_at === null) {
    requireGoodPassword(password, known);
    const newPasswordHash = await deps.hashing.hash(password);
    return joinMerchant(deps, guest, { invitation, account: known, isNew: false, newPasswordHash }, 'password');
  }
  const account =
    known === undefined && name !== undefined
      ? await newAccount(deps, invitation, { name, password })
      : await provenAccount(deps, guest, { invitation, known, password });
  const isNew = known === undefined;
  const step = isNew ? undefined : await findSecondStep(deps, account, body.secret);
  return step ?? joinMerchant(deps, guest, { invitation, account, isNew }, 'password');
}

const newAccount = async (
  { hashing }: PasswordDeps,
  { email }: InvitationRow,
  { name, password }: Record<'name' | 'password', string>,
): Promise<AccountRow> => ({
  id: parsePersonId(randomUUID()),
  email,
  name: name.trim(),
  password_hash: await hashing.hash(password),
  email_proven_at: null,
  must_review_methods: false,
});

type Claimed = {
  readonly invitation: InvitationRow;
  readonly known: AccountRow | undefined;
  readonly password: string;
};

// The same work and the same answer whether the email has no account or one with another password.
async function provenAccount(
  deps: PasswordDeps,
  guest: Guest,
  { invitation, known, password }: Claimed,
): Promise<AccountRow> {
  const account = { emailKey: invitation.email_key, passwordHash: known?.password_hash };
  const isRight = await tryPassword(deps, guest, account, password);
  if (known !== undefined && isRight) return known;
  recordFailedSignIn(deps, known, guest.requestId);
  throw notJoined();
}
