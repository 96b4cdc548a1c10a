import { randomUUID } from 'node:crypto';
import { PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console/console-limits';
import type { AcceptInvitationRequest } from '@vitrine/contract/console/invitations';
import { beginSession } from '../access/begin-session.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { ApiError, invalidRequest, notFound } from '../errors.js';
import { parsePersonId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { emailKey } from './email-key.js';
import { markAccepted, type InvitationRow } from './invitation-queries.js';
import { requireOpenInvitation } from './look-invitation.js';
import { hashPassword, isPasswordOf } from './password.js';
import { ensurePerson, findAccount, insertMembership, type AccountRow } from './queries.js';
import { wrongPassword, type SignedIn } from './sign-in.js';
import { throttled } from './throttle.js';
import { readMe } from './to-me.js';

type Deps = { readonly db: Db; readonly clock: Clock };
type Order = AcceptInvitationRequest & { readonly address: string; readonly requestId: string };

// Makes the account, or, where the email has one, asks for its password: whoever hands out links must not come into other
// people's accounts by one.
export async function acceptInvitation(deps: Deps, order: Order): Promise<SignedIn> {
  const invitation = await requireOpenInvitation(deps, order.secret);
  const known = await findAccount(deps.db, invitation.email_key);
  const account = known === undefined ? await newAccount(invitation, order) : await provenAccount(deps, known, order);
  const secret = await join(deps, { invitation, account, requestId: order.requestId });
  return { secret, me: await readMe(deps, secret) };
}

async function newAccount({ email }: InvitationRow, { name, password }: Order): Promise<AccountRow> {
  if (name === undefined) throw invalidRequest('name: is required.');
  if (Array.from(password).length < PASSWORD_CHARACTERS_MIN) {
    throw invalidRequest(`password: must be a text of at least ${PASSWORD_CHARACTERS_MIN} characters.`);
  }
  return { id: parsePersonId(randomUUID()), email, name: name.trim(), password_hash: await hashPassword(password) };
}

async function provenAccount(deps: Deps, account: AccountRow, { password, address }: Order): Promise<AccountRow> {
  if (account.password_hash === null) {
    throw new ApiError('conflict', `The account of ${account.email} has no password yet. Ask the operator to set one.`);
  }
  const attempt = { emailKey: emailKey(account.email), address };
  if (await throttled(deps, attempt, () => isPasswordOf(account.password_hash, password))) return account;
  throw wrongPassword();
}

type Joining = { readonly invitation: InvitationRow; readonly account: AccountRow; readonly requestId: string };

async function join({ db, clock }: Deps, { invitation, account, requestId }: Joining): Promise<string> {
  const { merchant_id: merchantId, role } = invitation;
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    if ((await markAccepted(db, merchantId, invitation.id, at)) === undefined) throw notFound('invitation');
    await keep(db, invitation, account);
    const person = { personId: account.id, personName: account.name };
    const details = { email: account.email, role };
    await insertActivity(db, merchantId, { kind: 'person.joined', at, details, person, requestId });
    return beginSession(db, account.id, { now, merchantId });
  });
}

// Somebody else may have made the account meanwhile: its password was not asked for, so this one does not join.
async function keep(
  db: Queryable,
  { merchant_id, email_key, role }: InvitationRow,
  account: AccountRow,
): Promise<void> {
  const person = await ensurePerson(db, { ...account, email_key });
  if (person?.id !== account.id) throw new ApiError('conflict', 'The email has an account by now. Try again.');
  if ((await insertMembership(db, merchant_id, account.id, role)) === undefined) {
    throw new ApiError('conflict', `${account.email} belongs to this merchant already.`);
  }
}
