import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { AccountRow } from './people-queries.js';
import type { InvitationId, MerchantId, PersonId, SessionId } from '../ids.js';

export type Purpose = 'sign-in' | 'join' | 'link' | 'prove';

export type FlowRow = {
  purpose: Purpose;
  session_id: SessionId | null;
  invited_to: MerchantId | null;
  invitation_id: InvitationId | null;
  invitation_mailed: boolean;
  return_to: string;
  // Keys of the limits that the start counted for.
  counters: string[];
};

export function insertFlow(db: Queryable, secretHash: Buffer, flow: FlowRow & { expires_at: string }) {
  return db.rows(sql`
    insert into company_flows (secret_hash, purpose, session_id, invited_to, invitation_id, invitation_mailed, return_to,
                               counters, expires_at)
    values (${secretHash}, ${flow.purpose}, ${flow.session_id}, ${flow.invited_to}, ${flow.invitation_id},
            ${flow.invitation_mailed}, ${flow.return_to}, ${flow.counters}, ${flow.expires_at})`);
}

// Whoever comes back a second time, at once or later, finds nothing.
export function takeFlow(db: Queryable, secretHash: Buffer, now: string) {
  return db.row<FlowRow>(sql`
    delete from company_flows where secret_hash = ${secretHash} and expires_at > ${now}
    returning purpose, session_id, invited_to, invitation_id, invitation_mailed, return_to, counters`);
}

// A few at a time, and none that somebody else is at.
export function dropOldFlows(db: Queryable, now: string) {
  return db.rows(sql`
    delete from company_flows where secret_hash in (
      select secret_hash from company_flows where expires_at <= ${now} limit 100 for update skip locked)`);
}

export type CompanyIdentity = { readonly issuer: string; readonly subject: string };

export type LinkedRow = AccountRow & { email_key: string };

export function findPersonOfCompany(db: Queryable, { issuer, subject }: CompanyIdentity) {
  return db.row<LinkedRow>(sql`
    select p.id, p.email, p.email_key, p.name, p.password_hash, p.email_proven_at, p.must_review_methods from company_accounts c join people p on p.id = c.person_id
    where c.issuer = ${issuer} and c.subject = ${subject}`);
}

export type CompanyAccountRow = { email: string | null; linked_at: string };

export function findCompanyAccount(db: Queryable, personId: PersonId, issuer: string) {
  return db.row<CompanyAccountRow>(sql`
    select email, linked_at from company_accounts where person_id = ${personId} and issuer = ${issuer}`);
}

// Undefined where the account is somebody's already, or the person has another one.
export function insertCompanyAccount(
  db: Queryable,
  personId: PersonId,
  { issuer, subject }: CompanyIdentity,
  { email, linked_at }: CompanyAccountRow,
) {
  return db.row<CompanyAccountRow>(sql`
    insert into company_accounts (issuer, subject, person_id, email, linked_at)
    values (${issuer}, ${subject}, ${personId}, ${email}, ${linked_at})
    on conflict do nothing returning email, linked_at`);
}

export function deleteCompanyAccount(db: Queryable, personId: PersonId, issuer: string) {
  return db.row<CompanyAccountRow>(sql`
    delete from company_accounts where person_id = ${personId} and issuer = ${issuer} returning email, linked_at`);
}

// Of every issuer, the newest first.
export function selectCompanyAccountsOf(db: Queryable, personId: PersonId) {
  return db.rows<CompanyAccountRow>(sql`
    select email, linked_at from company_accounts where person_id = ${personId} order by linked_at desc, issuer`);
}

// Of every issuer, except the one account to keep.
export function deleteCompanyAccountsOf(db: Queryable, personId: PersonId, keep?: CompanyIdentity) {
  return db.rows<{ issuer: string }>(sql`
    delete from company_accounts
    where person_id = ${personId}
      and (issuer, subject) is distinct from (${keep?.issuer ?? null}::text, ${keep?.subject ?? null}::text)
    returning issuer`);
}

export function keepSignOutUrl(db: Queryable, sessionHash: Buffer, url: string) {
  return db.rows(sql`update sessions set company_sign_out_url = ${url} where secret_hash = ${sessionHash}`);
}
