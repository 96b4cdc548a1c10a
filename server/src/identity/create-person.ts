import { randomUUID } from 'node:crypto';
import { EMAIL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { Role } from '@vitrine/contract/scopes';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { CommandError, requireFound } from '../errors.js';
import { parsePersonId, type MerchantId, type PersonId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { emailKey } from '../fold.js';
import { deleteInvitationsTo } from './invitation-queries.js';
import { endAssistants } from './end-assistants.js';
import { requireGoodPassword } from './password-rules.js';
import { hashPassword } from './password.js';
import {
  findAccount,
  hasMemberWithEmail,
  insertMembership,
  insertPerson,
  lockAccount,
  type PersonRow,
  findPerson,
  selectMerchantsOf,
  updatePassword,
} from './people-queries.js';
import { deleteSessionsOf } from './session-queries.js';

type NewPerson = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
};

type AddedPerson = PersonRow & { readonly role: Role };

// A new account. An email that has one is refused: who made that one need not be whom the operator means.
export async function createPerson(deps: Deps, merchantId: MerchantId, input: NewPerson): Promise<AddedPerson> {
  const email = requireEmail(input.email);
  if (input.name.trim() === '') throw new CommandError('A person needs a name.');
  requireGoodPassword(input.password, { email, name: input.name });
  const wanted = { id: parsePersonId(randomUUID()), email, email_key: emailKey(email), name: input.name.trim() };
  const passwordHash = await hashPassword(input.password);
  return addPerson(deps, merchantId, input.role, async (db) => {
    const person = await insertPerson(db, { ...wanted, password_hash: passwordHash });
    if (person === undefined) throw await hasAccount(db, merchantId, wanted);
    return person;
  });
}

export function requireEmail(text: string): string {
  const email = text.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > EMAIL_CHARACTERS_MAX) {
    throw new CommandError(`«${email}» is no email address.`);
  }
  return email;
}

// The account that the email has at another merchant, on purpose. It keeps its name and its password.
export function joinPerson(
  deps: Deps,
  merchantId: MerchantId,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<AddedPerson> {
  return addPerson(deps, merchantId, role, async (db) => {
    const account = await findAccount(db, emailKey(email));
    if (account === undefined || (await lockAccount(db, account)) === undefined) {
      throw new CommandError(`${email.trim()} has no account here. «vitrine-server person create» makes one.`);
    }
    return account;
  });
}

// Makes somebody a person of the merchant, in the operator's name.
function addPerson(
  { db, clock }: Deps,
  merchantId: MerchantId,
  role: Role,
  ready: (db: Queryable) => Promise<PersonRow>,
): Promise<AddedPerson> {
  return db.transaction(async (db) => {
    if ((await lockMerchant(db, merchantId)) === undefined) throw new CommandError('There is no such merchant.');
    const { id, email, name } = await ready(db);
    if ((await insertMembership(db, merchantId, id, role)) === undefined) throw belongsAlready(email);
    // Left open, it would bring them back after a removal.
    await deleteInvitationsTo(db, merchantId, emailKey(email));
    const at = new Date(clock.now()).toISOString();
    await recordActivity(
      db,
      { merchantId },
      { kind: 'person.added', at, details: { personId: id, name, email, role } },
    );
    return { id, email, name, role };
  });
}

const belongsAlready = (email: string): CommandError => new CommandError(`${email} belongs to this merchant already.`);

type Wanted = { readonly email: string; readonly email_key: string };

async function hasAccount(db: Queryable, merchantId: MerchantId, { email, email_key }: Wanted): Promise<CommandError> {
  const account = await findAccount(db, email_key);
  if (await hasMemberWithEmail(db, merchantId, email_key)) return belongsAlready(account?.email ?? email);
  return new CommandError(
    `${email} has an account at another merchant (person ${account?.id ?? 'unknown'}), and nobody has shown here whose it is. ` +
      'Let an owner of this merchant invite the address: the password of the account accepts. If you know that the ' +
      'account is the right one, «vitrine-server person join» adds it as it is.',
  );
}

// Whoever is signed in with the old password is signed out: a new one is often set because somebody else knew the old.
export async function setPassword({ db, clock }: Deps, personId: PersonId, password: string): Promise<PersonRow> {
  const { email, name } = requireFound(await findPerson(db, personId), 'person');
  requireGoodPassword(password, { email, name });
  const passwordHash = await hashPassword(password);
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const person = requireFound(await findPerson(db, personId), 'person');
    const details = { personId, name: person.name, email: person.email };
    for (const { merchant_id } of await selectMerchantsOf(db, personId)) {
      await recordActivity(db, { merchantId: merchant_id }, { kind: 'person.password_set', at, details });
    }
    requireFound(await updatePassword(db, personId, passwordHash), 'person');
    await deleteSessionsOf(db, personId);
    await endAssistants(db, personId, { at, actor: {}, owner: person.name });
    return person;
  });
}
