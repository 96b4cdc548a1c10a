import type { Role } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { isUniqueViolation } from '../db/is-unique-violation.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PersonId } from '../ids.js';

export type PersonRow = { id: PersonId; email: string; name: string };

type NewPersonRow = PersonRow & { email_key: string; password_hash: string | null; email_proven_at?: string | null };

// One account per address over all merchants; undefined when the address has one. An account that belongs to no merchant
// is nobody's, and makes way.
export async function insertPerson(db: Queryable, person: NewPersonRow) {
  await db.rows(sql`delete from people where email_key = ${person.email_key} and not ${hasMerchant}`);
  return db.row<PersonRow>(sql`
    insert into people (id, email, email_key, name, password_hash, email_proven_at)
    values (${person.id}, ${person.email}, ${person.email_key}, ${person.name}, ${person.password_hash},
            ${person.email_proven_at ?? null})
    on conflict (email_key) do nothing
    returning id, email, name`);
}

const hasMerchant = sql`exists (select from memberships b where b.person_id = people.id)`;

export function insertMembership(db: Queryable, merchantId: MerchantId, personId: PersonId, role: string) {
  return db.row<{ role: string }>(sql`
    insert into memberships (merchant_id, person_id, role) values (${merchantId}, ${personId}, ${role})
    on conflict do nothing returning role`);
}

export function updatePassword(db: Queryable, personId: PersonId, passwordHash: string | null) {
  return db.row<PersonRow>(sql`
    update people set password_hash = ${passwordHash} where id = ${personId} returning id, email, name`);
}

export function updateMustReview(db: Queryable, personId: PersonId, mustReview: boolean) {
  return db.rows(sql`update people set must_review_methods = ${mustReview} where id = ${personId}`);
}

type NewEmail = { readonly email: string; readonly emailKey: string; readonly provenAt: string | null };

// Undefined when another account has the email, or gets it at this moment: then the transaction has failed.
export async function updateEmail(db: Queryable, personId: PersonId, { email, emailKey, provenAt }: NewEmail) {
  try {
    return await db.row<PersonRow>(sql`
      update people set email = ${email}, email_key = ${emailKey}, email_proven_at = ${provenAt}
      where id = ${personId} and not exists (
        select from people other where other.email_key = ${emailKey} and other.id <> ${personId})
      returning id, email, name`);
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

// Undefined when the email was proven before, or the account has another one by now.
export function markEmailProven(
  db: Queryable,
  personId: PersonId,
  { emailKey, at }: { readonly emailKey: string; readonly at: string },
) {
  return db.row<PersonRow>(sql`
    update people set email_proven_at = ${at}, must_review_methods = false
    where id = ${personId} and email_key = ${emailKey} and email_proven_at is null
    returning id, email, name`);
}

export type AccountRow = PersonRow & {
  password_hash: string | null;
  email_proven_at: string | null;
  // Since a new password by a link, until a session that began with it has reviewed the sign-in methods.
  must_review_methods: boolean;
};

export function findAccount(db: Queryable, emailKey: string) {
  return db.row<AccountRow>(sql`
    select id, email, name, password_hash, email_proven_at, must_review_methods from people where email_key = ${emailKey} and ${hasMerchant}`);
}

// Of whoever is signed in.
export function findOwnAccount(db: Queryable, personId: PersonId) {
  return db.row<AccountRow>(sql`
    select id, email, name, password_hash, email_proven_at, must_review_methods from people where id = ${personId}`);
}

type Profile = { readonly name: string; readonly dateLanguage: string | null; readonly colourScheme: string | null };

export function updatePerson(db: Queryable, personId: PersonId, { name, dateLanguage, colourScheme }: Profile) {
  return db.rows(sql`
    update people set name = ${name}, date_language = ${dateLanguage}, colour_scheme = ${colourScheme}
    where id = ${personId}`);
}

export function findPerson(db: Queryable, personId: PersonId) {
  return db.row<PersonRow>(sql`select id, email, name from people where id = ${personId}`);
}

export function findPersonByEmail(db: Queryable, emailKey: string) {
  return db.row<PersonRow>(sql`select id, email, name from people where email_key = ${emailKey}`);
}

// Whoever joins, removes or signs in an account holds it meanwhile, after the merchant and never before. Undefined when the
// account is gone, or no longer has the password that was looked at.
export function lockAccount(db: Queryable, account: AccountRow) {
  return db.row<{ id: PersonId }>(sql`
    select id from people where id = ${account.id} and password_hash is not distinct from ${account.password_hash}
    for update`);
}

// By everything that adds or takes a factor, and by every sign-in. Undefined when the account is gone.
export function lockPerson(db: Queryable, personId: PersonId) {
  return db.row<{ id: PersonId }>(sql`select id from people where id = ${personId} for update`);
}

// Whether the person can come in without the company's account. The account is held meanwhile.
export async function hasOtherWayIn(db: Queryable, personId: PersonId): Promise<boolean> {
  const row = await db.row<{ password_hash: string | null }>(sql`
    select password_hash from people where id = ${personId} for update`);
  if (row?.password_hash !== null) return row !== undefined;
  return (await db.row(sql`select 1 from passkeys where person_id = ${personId} limit 1`)) !== undefined;
}

// An account that has lost its last merchant would wait, with its password, for the next one to be joined to.
export async function deleteIfWithoutMerchant(db: Queryable, personId: PersonId): Promise<void> {
  await db.rows(sql`select id from people where id = ${personId} for update`);
  await db.rows(sql`delete from people where id = ${personId} and not ${hasMerchant}`);
}

export function selectMerchantsOf(db: Queryable, personId: PersonId) {
  return db.rows<{ merchant_id: MerchantId }>(sql`
    select merchant_id from memberships where person_id = ${personId} order by merchant_id`);
}

export type MemberRow = PersonRow & { role: Role; joined_at: string };

const memberColumns = sql`p.id, p.email, p.name, b.role, b.created_at as joined_at`;

// With what each did here last, signing in included; what somebody does at another merchant is none of this one's matter.
export function selectMembers(db: Queryable, merchantId: MerchantId) {
  return db.rows<MemberRow & { last_active_at: string | null }>(sql`
    select ${memberColumns}, (
        select at from activity where merchant_id = ${merchantId} and person_id = p.id
        order by at desc, id desc limit 1
      ) as last_active_at
    from memberships b join people p on p.id = b.person_id
    where b.merchant_id = ${merchantId}
    order by lower(p.name), p.email_key`);
}

// Owners and admins who can sign in.
export function selectManagers(db: Queryable, merchantId: MerchantId) {
  return db.rows<PersonRow>(sql`
    select p.id, p.email, p.name from memberships b join people p on p.id = b.person_id
    where b.merchant_id = ${merchantId} and b.role in ('owner', 'admin') and p.disabled_at is null
    order by p.email_key`);
}

export function findMember(db: Queryable, merchantId: MerchantId, personId: PersonId) {
  return db.row<MemberRow>(sql`
    select ${memberColumns} from memberships b join people p on p.id = b.person_id
    where b.merchant_id = ${merchantId} and b.person_id = ${personId}`);
}

// Who can sign in.
export function findActiveMember(db: Queryable, merchantId: MerchantId, personId: PersonId) {
  return db.row<Pick<MemberRow, 'role'>>(sql`
    select b.role from memberships b join people p on p.id = b.person_id
    where b.merchant_id = ${merchantId} and b.person_id = ${personId} and p.disabled_at is null`);
}

export async function hasMemberWithEmail(db: Queryable, merchantId: MerchantId, emailKey: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from memberships b join people p on p.id = b.person_id
    where b.merchant_id = ${merchantId} and p.email_key = ${emailKey}`);
  return row !== undefined;
}

export async function countOwners(db: Queryable, merchantId: MerchantId): Promise<number> {
  const row = await db.row<{ owners: number }>(sql`
    select count(*) as owners from memberships where merchant_id = ${merchantId} and role = 'owner'`);
  return row?.owners ?? 0;
}

export function updateRole(db: Queryable, merchantId: MerchantId, personId: PersonId, role: Role) {
  return db.rows(sql`
    update memberships set role = ${role} where merchant_id = ${merchantId} and person_id = ${personId}`);
}

export function deleteMembership(db: Queryable, merchantId: MerchantId, personId: PersonId) {
  return db.rows(sql`delete from memberships where merchant_id = ${merchantId} and person_id = ${personId}`);
}

export type ListedPersonRow = PersonRow & {
  disabled_at: string | null;
  merchants: string[];
  sessions: number;
  last_seen_at: string | null;
};

// Everybody of the installation, for the operator alone.
export function selectEverybody(db: Queryable, now: string) {
  return db.rows<ListedPersonRow>(sql`
    select p.id, p.email, p.name, p.disabled_at,
      array(select m.name from memberships b join merchants m on m.id = b.merchant_id
            where b.person_id = p.id order by m.name, m.id) as merchants,
      (select count(*) from sessions s where s.person_id = p.id and s.expires_at > ${now}) as sessions,
      (select max(s.last_seen_at) from sessions s where s.person_id = p.id) as last_seen_at
    from people p
    order by p.email_key`);
}

// Undefined when the person is not there, or is it already.
export function updateDisabled(db: Queryable, personId: PersonId, disabledAt: string | null) {
  return db.row<PersonRow>(sql`
    update people set disabled_at = ${disabledAt}
    where id = ${personId} and (disabled_at is null) <> (${disabledAt}::timestamptz is null)
    returning id, email, name`);
}
