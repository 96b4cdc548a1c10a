// What the operator does to accounts, at all merchants at once.
import type { Deps, Queryable } from '../db/db.js';
import { CommandError } from '../errors.js';
import { emailKey } from '../fold.js';
import { parsePersonId, type PersonId } from '../ids.js';
import {
  findPerson,
  findPersonByEmail,
  selectEverybody,
  selectMerchantsOf,
  updateDisabled,
  type ListedPersonRow,
  type PersonRow,
} from './people-queries.js';
import { deleteCompanyAccountsOf } from './company-queries.js';
import { deleteInvitationsBy } from './invitation-queries.js';
import { endAssistants } from './end-assistants.js';
import { holdEverywhere, recordEverywhere } from './record-everywhere.js';
import { deleteSessionsOf } from './session-queries.js';

export const listEverybody = ({ db, clock }: Deps): Promise<ListedPersonRow[]> =>
  selectEverybody(db, new Date(clock.now()).toISOString());

// By id, or by the email in any way of writing it.
export async function requirePerson(db: Queryable, idOrEmail: string): Promise<PersonRow> {
  const person = idOrEmail.includes('@')
    ? await findPersonByEmail(db, emailKey(idOrEmail))
    : await findPerson(db, parsePersonId(idOrEmail));
  if (person === undefined) throw new CommandError(`There is no such person: ${idOrEmail}.`);
  return person;
}

export type Operated = PersonRow & { readonly sessionsEnded: number };

// Every session, key and connection of an assistant ends with it, and so do invitations of theirs, by which they could come back
// under another email. No instance takes a session for as long as the account is disabled: they all ask the database with every
// request.
export const disablePerson = (deps: Deps, { id }: PersonRow): Promise<Operated> =>
  operate(deps, id, 'person.disabled', async (db, at) => {
    for (const { merchant_id } of await selectMerchantsOf(db, id)) await deleteInvitationsBy(db, merchant_id, id);
    return updateDisabled(db, id, at);
  });

// Sessions and assistants that ended with the account do not come back: the person signs in again.
export const enablePerson = (deps: Deps, { id }: PersonRow): Promise<Operated> =>
  operate(deps, id, 'person.enabled', (db) => updateDisabled(db, id, null));

export const signOutPerson = (deps: Deps, { id }: PersonRow): Promise<Operated> =>
  operate(deps, id, 'person.sessions_ended', (db) => findPerson(db, id));

// For an account of the company that is not the person's. Its sessions end: they may have come by it.
export const disconnectCompany = (deps: Deps, { id }: PersonRow): Promise<Operated> =>
  operate(deps, id, 'person.company_disconnected', async (db) => {
    const { length } = await deleteCompanyAccountsOf(db, id);
    return length > 0 ? findPerson(db, id) : undefined;
  });

type Kind = 'person.company_disconnected' | 'person.disabled' | 'person.enabled' | 'person.sessions_ended';
type Change = (db: Queryable, at: string) => Promise<PersonRow | undefined>;

// What changed nothing is not in the activity.
function operate({ db, clock }: Deps, id: PersonId, kind: Kind, change: Change): Promise<Operated> {
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    await holdEverywhere(db, id);
    const changed = await change(db, at);
    const { length: sessions } = await deleteSessionsOf(db, id);
    const person = changed ?? (await requirePerson(db, id));
    const details = { personId: id, name: person.name, email: person.email, sessions };
    if (kind === 'person.disabled') await endAssistants(db, id, { at, actor: {}, owner: person.name });
    const isNews = kind === 'person.sessions_ended' ? sessions > 0 : changed !== undefined;
    if (isNews) await recordEverywhere(db, id, {}, { kind, at, details });
    return { id, email: person.email, name: person.name, sessionsEnded: sessions };
  });
}
