import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { PersonId } from '../ids.js';
import { hashPassword, requireStrongPassword } from './password.js';
import { updatePassword, type PersonRow } from './queries.js';

export async function setPassword(db: Db, personId: PersonId, password: string): Promise<PersonRow> {
  requireStrongPassword(password);
  const person = await updatePassword(db, personId, await hashPassword(password));
  if (person === undefined) throw notFound('person');
  return person;
}
