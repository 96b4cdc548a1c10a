import { randomUUID } from 'node:crypto';
import type { AcceptInvitationRequest } from '@vitrine/contract/invitations';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parsePersonId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import type { Guest } from '../principal.js';
import { markAccepted, type InvitationRow } from './invitation-queries.js';
import { requireOpenInvitation } from './invitations.js';
import { sealBrowser } from './known-browser.js';
import { readMe } from './me.js';
import { requireGoodPassword } from './password-rules.js';
import { findAccount, insertMembership, insertPerson, lockAccount, type AccountRow } from './people-queries.js';
import { beginSession } from './session.js';
import type { SignedIn } from './sign-in.js';
import { recordFailedSignIn, tryPassword, type PasswordDeps } from './try-password.js';

type Joining = { readonly invitation: InvitationRow; readonly account: AccountRow; readonly isNew: boolean };

// Makes the account, or, where the email has one, asks for its password: whoever hands out links must not come into other
// people's accounts by one.
export async function acceptInvitation(
  deps: PasswordDeps,
  guest: Guest,
  { body }: { readonly body: AcceptInvitationRequest },
): Promise<SignedIn> {
  const { name, password } = body;
  const invitation = await requireOpenInvitation(deps, body.secret);
  // Said of every new password before it is known whether the email has an account, so that the answer does not tell.
  if (name !== undefined) requireGoodPassword(password, { email: invitation.email, name });
  const known = await findAccount(deps.db, invitation.email_key);
  const account =
    known === undefined && name !== undefined
      ? await newAccount(deps, invitation, { name, password })
      : await provenAccount(deps, guest, { invitation, known, password });
  const secret = await join(deps, { invitation, account, isNew: known === undefined }, guest);
  const sealed = { emailKey: invitation.email_key, passwordHash: account.password_hash };
  return { secret, browser: sealBrowser(deps.browserKey, sealed, guest.browser), me: await readMe(deps, secret) };
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

// Who holds the link need not be whose email it is: which emails have accounts elsewhere is not for them to learn.
const notJoined = (): ApiError =>
  new ApiError(
    'unauthorized',
    'That did not work. If you have an account under this email, join with its password; if you are new here, choose a name and a password.',
  );

async function join({ db, clock }: PasswordDeps, joining: Joining, guest: Guest): Promise<string> {
  const { invitation, account } = joining;
  const { merchant_id: merchantId, role } = invitation;
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    requireFound(await markAccepted(db, merchantId, invitation.id, at), 'invitation');
    await keep(db, joining);
    const actor = { merchantId, person: { id: account.id, name: account.name }, requestId: guest.requestId };
    const details = { email: account.email, role };
    await recordActivity(db, actor, { kind: 'person.joined', at, details });
    return beginSession(db, account.id, { now, merchantId, guest, factors: 'password' });
  });
}

// Meanwhile somebody else may have made the account, or it may be gone or have another password: then nobody joins.
async function keep(db: Queryable, { invitation, account, isNew }: Joining): Promise<void> {
  const { merchant_id, email_key, role } = invitation;
  const kept = isNew ? await insertPerson(db, { ...account, email_key }) : await lockAccount(db, account);
  if (kept === undefined) throw notJoined();
  if ((await insertMembership(db, merchant_id, account.id, role)) === undefined) {
    throw new ApiError('conflict', `${account.email} belongs to this merchant already.`);
  }
}
