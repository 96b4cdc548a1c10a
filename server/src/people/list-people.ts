import type { Person, PersonList } from '@vitrine/contract/console/people';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectMembers, type MemberRow } from './queries.js';

export async function listPeople(db: Db, merchantId: MerchantId): Promise<PersonList> {
  return { items: (await selectMembers(db, merchantId)).map(toPerson) };
}

export const toPerson = (row: MemberRow): Person => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  joinedAt: row.joined_at,
});
