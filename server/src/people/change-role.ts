import type { Person } from '@vitrine/contract/console/people';
import type { Role } from '@vitrine/contract/console/roles';
import type { Member } from '../access/visitor.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { PersonId } from '../ids.js';
import { deleteInvitationsBy } from './invitation-queries.js';
import { toPerson } from './list-people.js';
import { findMember, updateRole } from './queries.js';
import { requireMayManage, requireOtherOwner } from './require-may-manage.js';

type Deps = { readonly db: Db; readonly clock: Clock };
type Order = { readonly personId: PersonId; readonly role: Role; readonly requestId: string };

export async function changeRole({ db, clock }: Deps, member: Member, order: Order): Promise<Person> {
  const { merchantId } = member;
  const { personId, role, requestId } = order;
  return db.transaction(async (db) => {
    await requireMayManage(db, member, [role]);
    const before = await findMember(db, merchantId, personId);
    if (before === undefined) throw notFound('person');
    if (before.role === role) return toPerson(before);
    await requireMayManage(db, member, [before.role]);
    await requireOtherOwner(db, member, before);
    await updateRole(db, merchantId, personId, role);
    // What somebody invited to as an owner or admin must not outlast that.
    await deleteInvitationsBy(db, merchantId, personId);
    const at = new Date(clock.now()).toISOString();
    const details = { personId, name: before.name, from: before.role, to: role };
    await insertActivity(db, merchantId, { kind: 'person.role_changed', at, details, person: member, requestId });
    return toPerson({ ...before, role });
  });
}
