import type { Person, PersonList } from '@vitrine/contract/people';
import type { Role } from '@vitrine/contract/scopes';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import { parsePersonId, type MerchantId, type ById } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import type { Actor, PersonPrincipal } from '../principal.js';
import { deleteInvitationsBy, deleteInvitationsTo } from './invitation-queries.js';
import {
  countOwners,
  deleteIfWithoutMerchant,
  deleteMembership,
  findActiveMember,
  findMember,
  selectMembers,
  updateRole,
  type MemberRow,
} from './people-queries.js';

export async function listPeople({ db }: Pick<Deps, 'db'>, { merchantId }: Actor): Promise<PersonList> {
  const rows = await selectMembers(db, merchantId);
  return { items: rows.map((row) => ({ ...toPerson(row), lastActiveAt: row.last_active_at })) };
}

export async function changeRole(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params, body: { role } }: ById & { readonly body: { readonly role: Role } },
): Promise<Person> {
  const { merchantId } = principal;
  const personId = parsePersonId(params.id);
  return db.transaction(async (db) => {
    await requireMayManage(db, principal, [role]);
    const before = requireFound(await findMember(db, merchantId, personId), 'person');
    if (before.role === role) return toPerson(before);
    await requireMayManage(db, principal, [before.role]);
    await requireOtherOwner(db, merchantId, before);
    await updateRole(db, merchantId, personId, role);
    // What somebody invited to as an owner or admin must not outlast that.
    await deleteInvitationsBy(db, merchantId, personId);
    const at = new Date(clock.now()).toISOString();
    const details = { personId, name: before.name, from: before.role, to: role };
    await recordActivity(db, principal, { kind: 'person.role_changed', at, details });
    return toPerson({ ...before, role });
  });
}

// The account stays while it belongs to another merchant; else it goes, with its password and its sessions. Tokens that the
// person issued stay: they are the merchant's.
export async function removePerson({ db, clock }: Deps, principal: PersonPrincipal, { params }: ById): Promise<Person> {
  const { merchantId } = principal;
  const personId = parsePersonId(params.id);
  return db.transaction(async (db) => {
    await requireMayManage(db, principal, []);
    const before = requireFound(await findMember(db, merchantId, personId), 'person');
    await requireMayManage(db, principal, [before.role]);
    await requireOtherOwner(db, merchantId, before);
    await deleteMembership(db, merchantId, personId);
    // By an invitation of their own, or to them, they could come back.
    await deleteInvitationsBy(db, merchantId, personId);
    await deleteInvitationsTo(db, merchantId, emailKey(before.email));
    await deleteIfWithoutMerchant(db, personId);
    const at = new Date(clock.now()).toISOString();
    const details = { personId, name: before.name, email: before.email, role: before.role };
    await recordActivity(db, principal, { kind: 'person.removed', at, details });
    return toPerson(before);
  });
}

export const toPerson = (row: MemberRow): Person => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  joinedAt: row.joined_at,
});

// Everything that changes who belongs to a merchant waits for one lock, and asks again what the person who wants it is by
// then: two owners who demote each other at once must not leave the merchant without one.
export async function requireMayManage(
  db: Queryable,
  { merchantId, person }: Pick<PersonPrincipal, 'merchantId' | 'person'>,
  roles: readonly Role[],
): Promise<void> {
  await lockMerchant(db, merchantId);
  const now = await findActiveMember(db, merchantId, person.id);
  if (now === undefined || now.role === 'staff') throw forbidden('Only owners and admins may do this.');
  // An admin who could make owners could make one of themselves.
  if (now.role !== 'owner' && roles.includes('owner'))
    throw forbidden('Only an owner may make, change or remove owners.');
}

const forbidden = (message: string): ApiError => new ApiError('forbidden', message);

async function requireOtherOwner(db: Queryable, merchantId: MerchantId, { role, name }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await countOwners(db, merchantId)) > 1) return;
  throw new ApiError('conflict', `${name} is the last owner. Make somebody else an owner first.`);
}
