import type { Me } from '@vitrine/contract/console/session';
import { findVisitor } from '../access/find-visitor.js';
import type { Membership, Visitor } from '../access/visitor.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';

export const toMe = ({ personId, personName, email, membership, memberships }: Visitor): Me => ({
  person: { id: personId, email, name: personName },
  merchant: membership === undefined ? null : toMembership(membership),
  memberships: memberships.map(toMembership),
});

const toMembership = ({ merchantId, merchantName, role, suspended }: Membership): Me['memberships'][number] => ({
  merchantId,
  merchantName,
  role,
  suspended,
});

// Who a session that has just begun belongs to.
export async function readMe(deps: { readonly db: Db; readonly clock: Clock }, secret: string): Promise<Me> {
  const visitor = await findVisitor(deps, secret);
  if (visitor === undefined) throw new Error('the session that has just begun is not there');
  return toMe(visitor);
}
