import type { Role } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { InvitationId, MerchantId, PersonId } from '../ids.js';

export type InvitationRow = {
  merchant_id: MerchantId;
  id: InvitationId;
  email: string;
  email_key: string;
  role: Role;
  created_by: PersonId;
  created_by_name: string;
  created_at: string;
  expires_at: string;
};

const columns = sql`merchant_id, id, email, email_key, role, created_by, created_by_name, created_at, expires_at`;

export function insertInvitation(
  db: Queryable,
  merchantId: MerchantId,
  row: InvitationRow & { secret_hash: Buffer; mailed_secret_hash: Buffer | null },
) {
  return db.rows(sql`
    insert into invitations (merchant_id, id, email, email_key, role, secret_hash, mailed_secret_hash, created_by,
                             created_by_name, created_at, expires_at)
    values (${merchantId}, ${row.id}, ${row.email}, ${row.email_key}, ${row.role}, ${row.secret_hash},
            ${row.mailed_secret_hash}, ${row.created_by}, ${row.created_by_name}, ${row.created_at}, ${row.expires_at})`);
}

export function selectOpenInvitations(db: Queryable, merchantId: MerchantId, now: string) {
  return db.rows<InvitationRow>(sql`
    select ${columns} from invitations
    where merchant_id = ${merchantId} and accepted_at is null and expires_at > ${now}
    order by created_at desc, id`);
}

// `mailed`: opened by the secret that only the mailbox received.
export type OpenInvitationRow = InvitationRow & { merchant_name: string; mailed: boolean };

// The one look-up that does not name the merchant: the link is what finds it.
export function findOpenInvitation(db: Queryable, secretHash: Buffer, now: string) {
  return db.row<OpenInvitationRow>(sql`
    select ${columns}, (select m.name from merchants m where m.id = merchant_id) as merchant_name,
      secret_hash <> ${secretHash}::bytea as mailed
    from invitations
    where (secret_hash = ${secretHash} or mailed_secret_hash = ${secretHash})
      and accepted_at is null and expires_at > ${now}`);
}

export function findInvitation(db: Queryable, merchantId: MerchantId, id: InvitationId) {
  return db.row<InvitationRow>(sql`
    select ${columns} from invitations where merchant_id = ${merchantId} and id = ${id}`);
}

// A link works once, also when it is used twice at the same moment.
export function markAccepted(db: Queryable, merchantId: MerchantId, id: InvitationId, now: string) {
  return db.row<{ id: InvitationId }>(sql`
    update invitations set accepted_at = ${now}
    where merchant_id = ${merchantId} and id = ${id} and accepted_at is null and expires_at > ${now}
    returning id`);
}

export function deleteOpenInvitation(db: Queryable, merchantId: MerchantId, id: InvitationId) {
  return db.row<InvitationRow>(sql`
    delete from invitations where merchant_id = ${merchantId} and id = ${id} and accepted_at is null
    returning ${columns}`);
}

export function deleteInvitationsTo(db: Queryable, merchantId: MerchantId, emailKey: string) {
  return db.rows<{ role: Role; expires_at: string }>(sql`
    delete from invitations where merchant_id = ${merchantId} and email_key = ${emailKey} and accepted_at is null
    returning role, expires_at`);
}

export function deleteInvitationsBy(db: Queryable, merchantId: MerchantId, personId: PersonId) {
  return db.rows(sql`
    delete from invitations where merchant_id = ${merchantId} and created_by = ${personId} and accepted_at is null`);
}

type Counted = { count: number; first_at: string | null };
type Invited = { by_person: Counted; to_email: Counted; by_merchant: Counted };
type Asked = {
  readonly personId: PersonId;
  readonly email: string;
  readonly since: Readonly<Record<'hour' | 'day', string>>;
};

// What was sent lately, however the invitation went on. An email is counted as it was typed, without regard to case.
export async function countInvited(
  db: Queryable,
  merchantId: MerchantId,
  { personId, email, since }: Asked,
): Promise<Invited> {
  const counted = (which: Statement): Statement =>
    sql`json_build_object('count', count(*) filter (where ${which}), 'first_at', min(at) filter (where ${which}))`;
  const row = await db.row<Invited>(sql`
    select ${counted(sql`person_id = ${personId} and at > ${since.hour}`)} as by_person,
           ${counted(sql`lower(details->>'email') = lower(${email})`)} as to_email,
           ${counted(sql`true`)} as by_merchant
    from activity where merchant_id = ${merchantId} and kind = 'person.invited' and at > ${since.day}`);
  if (row === undefined) throw new Error('a count has a row');
  return row;
}
