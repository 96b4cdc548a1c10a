import { deleteSessionsOf } from '../access/session-queries.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { PersonId } from '../ids.js';
import { hashPassword, requireStrongPassword } from './password.js';
import { updatePassword, type PersonRow } from './queries.js';

// Whoever is signed in with the old password is signed out: a new one is often set because somebody else knew the old.
export async function setPassword(db: Db, personId: PersonId, password: string): Promise<PersonRow> {
  requireStrongPassword(password);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (db) => {
    const person = await updatePassword(db, personId, passwordHash);
    if (person === undefined) throw notFound('person');
    await deleteSessionsOf(db, personId);
    return person;
  });
}
