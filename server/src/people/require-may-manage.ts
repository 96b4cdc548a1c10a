import type { Role } from '@vitrine/contract/console/roles';
import type { Member } from '../access/visitor.js';
import type { Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import { lockMerchant } from '../merchants/queries.js';
import { countOwners, findMember, type MemberRow } from './queries.js';

// Everything that changes who belongs to a merchant waits for one lock, and asks again what the person who wants it is by
// then: two owners who demote each other at once must not leave the merchant without one.
export async function requireMayManage(db: Queryable, member: Member, roles: readonly Role[]): Promise<void> {
  await lockMerchant(db, member.merchantId);
  const now = await findMember(db, member.merchantId, member.personId);
  if (now === undefined || now.role === 'staff') throw forbidden('Only owners and admins may do this.');
  // An admin who could make owners could make one of themselves.
  if (now.role !== 'owner' && roles.includes('owner'))
    throw forbidden('Only an owner may make, change or remove owners.');
}

const forbidden = (message: string): ApiError => new ApiError('forbidden', message);

export async function requireOtherOwner(
  db: Queryable,
  { merchantId }: Member,
  { role, name }: MemberRow,
): Promise<void> {
  if (role !== 'owner' || (await countOwners(db, merchantId)) > 1) return;
  throw new ApiError('conflict', `${name} is the last owner. Make somebody else an owner first.`);
}
