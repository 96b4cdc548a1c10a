import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@vitrine/contract/console/roles';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { Refusal } from '../errors.js';
import { parsePersonId, type MerchantId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { emailKey } from './email-key.js';
import { hashPassword, requireStrongPassword } from './password.js';
import { findAccount, hasMemberWithEmail, insertMembership, insertPerson, type PersonRow } from './queries.js';

export { ROLES, type Role };

type Deps = { readonly db: Db; readonly clock: Clock };

export type PersonOrder = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
};

export type AddedPerson = PersonRow & { readonly role: Role };

// A new account. An email that has one is refused: who made that one need not be whom the operator means.
export async function createPerson(deps: Deps, merchantId: MerchantId, order: PersonOrder): Promise<AddedPerson> {
  const email = order.email.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(`«${email}» is no email address.`);
  if (order.name.trim() === '') throw new Refusal('A person needs a name.');
  requireStrongPassword(order.password);
  const wanted = { id: parsePersonId(randomUUID()), email, email_key: emailKey(email), name: order.name.trim() };
  const passwordHash = await hashPassword(order.password);
  return addPerson(deps, merchantId, order.role, async (db) => {
    const person = await insertPerson(db, { ...wanted, password_hash: passwordHash });
    if (person === undefined) throw await hasAccount(db, merchantId, wanted);
    return person;
  });
}

// Makes somebody a person of the merchant, in the operator's name.
export function addPerson(
  { db, clock }: Deps,
  merchantId: MerchantId,
  role: Role,
  ready: (db: Queryable) => Promise<PersonRow>,
): Promise<AddedPerson> {
  return db.transaction(async (db) => {
    if ((await lockMerchant(db, merchantId)) === undefined) throw new Refusal('There is no such merchant.');
    const { id, email, name } = await ready(db);
    if ((await insertMembership(db, merchantId, id, role)) === undefined) throw belongsAlready(email);
    const at = new Date(clock.now()).toISOString();
    await insertActivity(db, merchantId, { kind: 'person.added', at, details: { personId: id, name, email, role } });
    return { id, email, name, role };
  });
}

const belongsAlready = (email: string): Refusal => new Refusal(`${email} belongs to this merchant already.`);

type Wanted = { readonly email: string; readonly email_key: string };

async function hasAccount(db: Queryable, merchantId: MerchantId, { email, email_key }: Wanted): Promise<Refusal> {
  const account = await findAccount(db, email_key);
  if (await hasMemberWithEmail(db, merchantId, email_key)) return belongsAlready(account?.email ?? email);
  return new Refusal(
    `${email} has an account at another merchant (person ${account?.id ?? 'unknown'}), and nobody has shown here whose it is. ` +
      'Let an owner of this merchant invite the address: the password of the account accepts. If you know that the ' +
      'account is the right one, «vitrine-server person join» adds it as it is.',
  );
}
