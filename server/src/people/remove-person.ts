import type { Person } from '@vitrine/contract/console/people';
import type { Member } from '../access/visitor.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { PersonId } from '../ids.js';
import { deleteInvitationsBy } from './invitation-queries.js';
import { toPerson } from './list-people.js';
import { deleteIfWithoutMerchant, deleteMembership, findMember } from './queries.js';
import { requireMayManage, requireOtherOwner } from './require-may-manage.js';

type Deps = { readonly db: Db; readonly clock: Clock };
type Order = { readonly personId: PersonId; readonly requestId: string };

// The account stays while it belongs to another merchant; else it goes, with its password and its sessions. Tokens that the
// person issued stay: they are the merchant's.
export async function removePerson({ db, clock }: Deps, member: Member, order: Order): Promise<Person> {
  const { merchantId } = member;
  const { personId, requestId } = order;
  return db.transaction(async (db) => {
    await requireMayManage(db, member, []);
    const before = await findMember(db, merchantId, personId);
    if (before === undefined) throw notFound('person');
    await requireMayManage(db, member, [before.role]);
    await requireOtherOwner(db, member, before);
    await deleteMembership(db, merchantId, personId);
    // By an invitation of their own they could come back.
    await deleteInvitationsBy(db, merchantId, personId);
    await deleteIfWithoutMerchant(db, personId);
    const at = new Date(clock.now()).toISOString();
    const details = { personId, name: before.name, email: before.email, role: before.role };
    await insertActivity(db, merchantId, { kind: 'person.removed', at, details, person: member, requestId });
    return toPerson(before);
  });
}
