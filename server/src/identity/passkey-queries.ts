import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { PasskeyId, PersonId } from '../ids.js';

export type PasskeyRow = {
  person_id: PersonId;
  id: PasskeyId;
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: string;
  last_used_at: string | null;
};

const columns = sql`person_id, id, credential_id, public_key, sign_count, transports, name, created_at, last_used_at`;

export function selectPasskeys(db: Queryable, personId: PersonId) {
  return db.rows<PasskeyRow>(sql`
    select ${columns} from passkeys where person_id = ${personId} order by created_at, id`);
}

// The one look-up that does not begin with the person: a sign-in by passkey types no email.
export function findPasskey(db: Queryable, credentialId: string) {
  return db.row<PasskeyRow>(sql`select ${columns} from passkeys where credential_id = ${credentialId}`);
}

// Undefined when an authenticator comes with a credential that is somebody's already.
export function insertPasskey(db: Queryable, passkey: PasskeyRow) {
  return db.row<PasskeyRow>(sql`
    insert into passkeys (person_id, id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${passkey.person_id}, ${passkey.id}, ${passkey.credential_id}, ${passkey.public_key},
            ${passkey.sign_count}, ${passkey.transports}, ${passkey.name}, ${passkey.created_at})
    on conflict (credential_id) do nothing
    returning ${columns}`);
}

export function updatePasskeyName(db: Queryable, personId: PersonId, id: PasskeyId, name: string) {
  return db.row<PasskeyRow>(sql`
    update passkeys set name = ${name} where person_id = ${personId} and id = ${id} returning ${columns}`);
}

export function deletePasskey(db: Queryable, personId: PersonId, id: PasskeyId) {
  return db.row<PasskeyRow>(sql`
    delete from passkeys where person_id = ${personId} and id = ${id} returning ${columns}`);
}

// A counter that has not grown is a copy of the key's, or an answer of the past; keys that do not count stay at zero.
export function countPasskeyUse(
  db: Queryable,
  { person_id, id }: Pick<PasskeyRow, 'person_id' | 'id'>,
  { counter, at }: { readonly counter: number; readonly at: string },
) {
  return db.row<{ id: PasskeyId }>(sql`
    update passkeys set sign_count = ${counter}, last_used_at = ${at}
    where person_id = ${person_id} and id = ${id} and (sign_count < ${counter} or (sign_count = 0 and ${counter} = 0))
    returning id`);
}

// Undefined when the challenge was answered before. What is over goes on the occasion.
export async function takeChallenge(
  db: Queryable,
  challenge: string,
  { now, end }: { readonly now: string; readonly end: string },
) {
  await db.rows(sql`
    delete from passkey_answers where challenge in (
      select challenge from passkey_answers where expires_at <= ${now} limit 100 for update skip locked)`);
  return db.row<{ challenge: string }>(sql`
    insert into passkey_answers (challenge, expires_at) values (${challenge}, ${end})
    on conflict do nothing returning challenge`);
}
