import { deleteSessionsOf } from './session-queries.js';
import { recordActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { requireFound } from '../errors.js';
import type { PersonId } from '../ids.js';
import { hashPassword, requireStrongPassword } from './password.js';
import { findPerson, selectMerchantsOf, updatePassword, type PersonRow } from './people-queries.js';

// Whoever is signed in with the old password is signed out: a new one is often set because somebody else knew the old.
export async function setPassword({ db, clock }: Deps, personId: PersonId, password: string): Promise<PersonRow> {
  requireStrongPassword(password);
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
    return person;
  });
}
