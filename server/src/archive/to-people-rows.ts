import { randomUUID } from 'node:crypto';
import { hashPassword } from '../identity/password.js';
import type { ArchivePerson } from './archive-schema.js';
import { emailKey } from '../identity/email-key.js';
import type { PersonRow } from './queries.js';

// One at a time: a hash takes 19 MiB and is slow on purpose.
export async function toPeopleRows(people: readonly ArchivePerson[]): Promise<PersonRow[]> {
  const rows: PersonRow[] = [];
  for (const { email, name, role, password, passwordHash = null } of people) {
    const hash = password === undefined ? passwordHash : await hashPassword(password);
    rows.push({ id: randomUUID(), email, emailKey: emailKey(email), name, role, passwordHash: hash });
  }
  return rows;
}
