import type { Deps } from '../db/db.js';
import { CommandError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import { deleteLinksOf } from './account-link-queries.js';
import { requireEmail } from './create-person.js';
import type { Operated } from './operate-person.js';
import { findPerson, lockPerson, updateEmail, type PersonRow } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { deleteSessionsOf } from './session-queries.js';

type Moved = Operated & { readonly from: string };

// By the operator, for a person who lost the mailbox by which they would prove a new email. The new email is not proven. Open
// links were for the old address, and whoever is signed in need not be the person who asked.
export async function setEmail({ db, clock }: Deps, { id }: Pick<PersonRow, 'id'>, address: string): Promise<Moved> {
  const email = requireEmail(address);
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const { email: from, name } = requireFound(await findPerson(db, id), 'person');
    if (from === email) throw new CommandError(`${email} is the email of this account already.`);
    const details = { personId: id, name, from, to: email };
    await recordEverywhere(db, id, {}, { kind: 'person.email_changed', at, details });
    await lockPerson(db, id);
    if ((await updateEmail(db, id, { email, emailKey: emailKey(email), provenAt: null })) === undefined) {
      throw new CommandError(`${email} is the email of another account.`);
    }
    await deleteLinksOf(db, id);
    const { length: sessionsEnded } = await deleteSessionsOf(db, id);
    return { id, email, name, from, sessionsEnded };
  });
}
