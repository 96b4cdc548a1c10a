import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@vitrine/contract/console/roles';
import type { Db } from '../db/db.js';
import { Refusal } from '../errors.js';
import { parsePersonId, type MerchantId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import { emailKey } from './email-key.js';
import { hashPassword, requireStrongPassword } from './password.js';
import { ensurePerson, insertMembership, type PersonRow } from './queries.js';

export { ROLES, type Role };

export type PersonOrder = {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
};

// `isNew` is false when the address was known already: that person joins the merchant, and keeps name and password.
export type CreatedPerson = PersonRow & { readonly role: Role; readonly isNew: boolean };

export async function createPerson(db: Db, merchantId: MerchantId, order: PersonOrder): Promise<CreatedPerson> {
  const email = order.email.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(`«${email}» is no email address.`);
  if (order.name.trim() === '') throw new Refusal('A person needs a name.');
  requireStrongPassword(order.password);
  const wanted = { id: parsePersonId(randomUUID()), email, email_key: emailKey(email), name: order.name.trim() };
  const passwordHash = await hashPassword(order.password);
  return db.transaction(async (db) => {
    if ((await lockMerchant(db, merchantId)) === undefined) throw new Refusal('There is no such merchant.');
    const person = await ensurePerson(db, { ...wanted, password_hash: passwordHash });
    if (person === undefined) throw new Error('the person could not be kept');
    if ((await insertMembership(db, merchantId, person.id, order.role)) === undefined) {
      throw new Refusal(`${person.email} belongs to this merchant already.`);
    }
    return { ...person, role: order.role, isNew: person.id === wanted.id };
  });
}
