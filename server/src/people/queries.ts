import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PersonId } from '../ids.js';

export type PersonRow = { id: PersonId; email: string; name: string };

// One person per address over all merchants: the row that is there wins, and keeps its name and password.
export async function ensurePerson(
  db: Queryable,
  person: PersonRow & { email_key: string; password_hash: string | null },
) {
  await db.rows(sql`
    insert into people (id, email, email_key, name, password_hash)
    values (${person.id}, ${person.email}, ${person.email_key}, ${person.name}, ${person.password_hash})
    on conflict (email_key) do nothing`);
  return db.row<PersonRow>(sql`select id, email, name from people where email_key = ${person.email_key}`);
}

export function insertMembership(db: Queryable, merchantId: MerchantId, personId: PersonId, role: string) {
  return db.row<{ role: string }>(sql`
    insert into memberships (merchant_id, person_id, role) values (${merchantId}, ${personId}, ${role})
    on conflict do nothing returning role`);
}

export function updatePassword(db: Queryable, personId: PersonId, passwordHash: string) {
  return db.row<PersonRow>(sql`
    update people set password_hash = ${passwordHash} where id = ${personId} returning id, email, name`);
}
