import { randomUUID } from 'node:crypto';
import { PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console/console-limits';
import type { AcceptInvitationRequest } from '@vitrine/contract/console/invitations';
import { beginSession } from '../access/begin-session.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Afterwards } from '../console/afterwards.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, invalidRequest, notFound } from '../errors.js';
import { parsePersonId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { markAccepted, type InvitationRow } from './invitation-queries.js';
import { requireOpenInvitation } from './look-invitation.js';
import { noteFailedSignIn } from './note-failed-sign-in.js';
import { hashPassword, isPasswordOf } from './password.js';
import { findAccount, insertMembership, insertPerson, lockAccount, type AccountRow } from './queries.js';
import type { SignedIn } from './sign-in.js';
import { throttled } from './throttle.js';
import { readMe } from './to-me.js';

type Deps = { readonly db: Db; readonly clock: Clock; readonly afterwards: Afterwards };
type Order = AcceptInvitationRequest & { readonly address: string; readonly requestId: string };
type Joining = { readonly invitation: InvitationRow; readonly account: AccountRow; readonly isNew: boolean };

// Makes the account, or, where the email has one, asks for its password: whoever hands out links must not come into other
// people's accounts by one.
export async function acceptInvitation(deps: Deps, order: Order): Promise<SignedIn> {
  if (order.name !== undefined) requireLongEnough(order.password);
  const invitation = await requireOpenInvitation(deps, order.secret);
  const known = await findAccount(deps.db, invitation.email_key);
  const account =
    known === undefined && order.name !== undefined
      ? await newAccount(invitation, order.name, order.password)
      : await provenAccount(deps, { invitation, known }, order);
  const joining = { invitation, account, isNew: known === undefined };
  const secret = await join(deps, joining, order.requestId);
  return { secret, me: await readMe(deps, secret) };
}

// Said of every new password before it is known whether the email has an account, so that the answer does not tell.
function requireLongEnough(password: string): void {
  if (Array.from(password).length >= PASSWORD_CHARACTERS_MIN) return;
  throw invalidRequest(`password: must be a text of at least ${PASSWORD_CHARACTERS_MIN} characters.`);
}

const newAccount = async ({ email }: InvitationRow, name: string, password: string): Promise<AccountRow> => ({
  id: parsePersonId(randomUUID()),
  email,
  name: name.trim(),
  password_hash: await hashPassword(password),
});

type Claimed = { readonly invitation: InvitationRow; readonly known: AccountRow | undefined };

// The same work and the same answer whether the email has no account or one with another password.
async function provenAccount(deps: Deps, { invitation, known }: Claimed, order: Order): Promise<AccountRow> {
  const attempt = { emailKey: invitation.email_key, address: order.address };
  const isRight = await throttled(deps, attempt, () => isPasswordOf(known?.password_hash, order.password));
  if (known !== undefined && isRight) return known;
  noteFailedSignIn(deps, known, order.requestId);
  throw notJoined();
}

// Who holds the link need not be whose email it is: which emails have accounts elsewhere is not for them to learn.
const notJoined = (): ApiError =>
  new ApiError(
    'unauthorized',
    'That did not work. If you have an account under this email, join with its password; if you are new here, choose a name and a password.',
  );

async function join({ db, clock }: Deps, joining: Joining, requestId: string): Promise<string> {
  const { invitation, account } = joining;
  const { merchant_id: merchantId, role } = invitation;
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    if ((await markAccepted(db, merchantId, invitation.id, at)) === undefined) throw notFound('invitation');
    await keep(db, joining);
    const person = { personId: account.id, personName: account.name };
    const details = { email: account.email, role };
    await insertActivity(db, merchantId, { kind: 'person.joined', at, details, person, requestId });
    return beginSession(db, account.id, { now, merchantId });
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
