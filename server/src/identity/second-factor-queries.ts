import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { PersonId } from '../ids.js';
import type { AccountRow } from './people-queries.js';

type FactorsRow = { app_since: string | null; passkeys: number; recovery_codes: number };

export async function selectFactors(db: Queryable, personId: PersonId): Promise<FactorsRow> {
  const row = await db.row<FactorsRow>(sql`
    select (select confirmed_at from totp_secrets where person_id = ${personId}) as app_since,
      (select count(*) from passkeys where person_id = ${personId}) as passkeys,
      (select count(*) from recovery_codes where person_id = ${personId}) as recovery_codes`);
  return row ?? { app_since: null, passkeys: 0, recovery_codes: 0 };
}

export async function hasSecondFactor(db: Queryable, personId: PersonId): Promise<boolean> {
  const { app_since, passkeys } = await selectFactors(db, personId);
  return app_since !== null || passkeys > 0;
}

// The account of somebody who proved who it is in another way than by email and password.
export function findAccountOf(db: Queryable, personId: PersonId) {
  return db.row<AccountRow>(sql`
    select id, email, name, password_hash, email_proven_at, must_review_methods from people
    where id = ${personId} and exists (select from memberships b where b.person_id = people.id)`);
}

export function selectDemandingMerchants(db: Queryable, personId: PersonId) {
  return db.rows<{ name: string }>(sql`
    select m.name from memberships b join merchants m on m.id = b.merchant_id
    where b.person_id = ${personId} and m.requires_second_factor order by m.name, m.id`);
}

type TotpRow = { secret: Buffer; last_step: number; is_readable: boolean };

// Until it is confirmed a new one takes its place.
export function insertTotp(db: Queryable, personId: PersonId, { secret, at }: { secret: Buffer; at: string }) {
  return db.row<{ person_id: PersonId }>(sql`
    insert into totp_secrets as t (person_id, secret, last_step, created_at) values (${personId}, ${secret}, 0, ${at})
    on conflict (person_id) do update set secret = excluded.secret, created_at = excluded.created_at,
      is_readable = true
    where t.confirmed_at is null
    returning person_id`);
}

export function findTotp(db: Queryable, personId: PersonId) {
  return db.row<TotpRow>(sql`
    select secret, last_step, is_readable from totp_secrets
    where person_id = ${personId} and confirmed_at is not null`);
}

export function findUnconfirmedTotp(db: Queryable, personId: PersonId, since: string) {
  return db.row<TotpRow>(sql`
    select secret, last_step, is_readable from totp_secrets
    where person_id = ${personId} and confirmed_at is null and created_at > ${since} and is_readable`);
}

export function confirmTotpAt(db: Queryable, personId: PersonId, { step, at }: { step: number; at: string }) {
  return db.row<{ person_id: PersonId }>(sql`
    update totp_secrets set confirmed_at = ${at}, last_step = ${step}
    where person_id = ${personId} and confirmed_at is null returning person_id`);
}

// Of two who come with one code at once, one gets the row.
export function takeStep(db: Queryable, personId: PersonId, step: number) {
  return db.row<{ person_id: PersonId }>(sql`
    update totp_secrets set last_step = ${step}
    where person_id = ${personId} and confirmed_at is not null and last_step < ${step} returning person_id`);
}

export function deleteTotp(db: Queryable, personId: PersonId) {
  return db.row<{ person_id: PersonId }>(sql`
    delete from totp_secrets where person_id = ${personId} and confirmed_at is not null returning person_id`);
}

export async function replaceRecoveryCodes(
  db: Queryable,
  personId: PersonId,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.rows(sql`delete from recovery_codes where person_id = ${personId}`);
  for (const hash of hashes) {
    await db.rows(sql`insert into recovery_codes (person_id, code_hash) values (${personId}, ${hash})`);
  }
}

export function deleteRecoveryCodes(db: Queryable, personId: PersonId) {
  return db.rows(sql`delete from recovery_codes where person_id = ${personId}`);
}

export function takeRecoveryCode(db: Queryable, personId: PersonId, hash: Buffer) {
  return db.row<{ person_id: PersonId }>(sql`
    delete from recovery_codes where person_id = ${personId} and code_hash = ${hash} returning person_id`);
}

export async function deleteFactors(db: Queryable, personId: PersonId): Promise<void> {
  await db.rows(sql`delete from totp_secrets where person_id = ${personId}`);
  await db.rows(sql`delete from passkeys where person_id = ${personId}`);
  await db.rows(sql`delete from recovery_codes where person_id = ${personId}`);
  await db.rows(sql`delete from sign_in_tickets where person_id = ${personId}`);
  await db.rows(sql`delete from wrong_codes where person_id = ${personId}`);
}

type TicketRow = { person_id: PersonId; password_digest: Buffer; invitation_hash: Buffer | null };

export async function insertTicket(
  db: Queryable,
  ticket: TicketRow & { secret_hash: Buffer; now: string; expires_at: string },
): Promise<void> {
  await db.rows(sql`
    delete from sign_in_tickets where person_id = ${ticket.person_id} and expires_at <= ${ticket.now}`);
  await db.rows(sql`
    insert into sign_in_tickets (secret_hash, person_id, password_digest, invitation_hash, tries, expires_at)
    values (${ticket.secret_hash}, ${ticket.person_id}, ${ticket.password_digest}, ${ticket.invitation_hash}, 0,
            ${ticket.expires_at})`);
}

export type OpenTicket = { readonly secretHash: Buffer; readonly now: string; readonly triesMax: number };

export function findTicket(db: Queryable, { secretHash, now, triesMax }: OpenTicket) {
  return db.row<TicketRow>(sql`
    select person_id, password_digest, invitation_hash from sign_in_tickets
    where secret_hash = ${secretHash} and expires_at > ${now} and tries < ${triesMax}`);
}

// Counted before the code is looked at, so that guesses that come at once cannot all pass.
export function countTry(db: Queryable, { secretHash, now, triesMax }: OpenTicket) {
  return db.row<{ tries: number }>(sql`
    update sign_in_tickets set tries = tries + 1
    where secret_hash = ${secretHash} and expires_at > ${now} and tries < ${triesMax} returning tries`);
}

export function takeTicket(db: Queryable, secretHash: Buffer) {
  return db.row<{ person_id: PersonId }>(sql`
    delete from sign_in_tickets where secret_hash = ${secretHash} returning person_id`);
}

export type WrongCodes = { readonly browser: string; readonly passwordDigest: Buffer };

// Of this password alone: those of another are forgotten on the occasion.
export async function findWrongCodes(db: Queryable, personId: PersonId, { browser, passwordDigest }: WrongCodes) {
  await db.rows(sql`
    delete from wrong_codes where person_id = ${personId} and password_digest <> ${passwordDigest}`);
  return db.row<{ in_a_row: number; last_at: string }>(sql`
    select in_a_row, last_at from wrong_codes where person_id = ${personId} and browser = ${browser}`);
}

export function countWrongCode(
  db: Queryable,
  personId: PersonId,
  { browser, passwordDigest, at }: WrongCodes & { readonly at: string },
) {
  return db.rows(sql`
    insert into wrong_codes as w (person_id, browser, password_digest, in_a_row, last_at)
    values (${personId}, ${browser}, ${passwordDigest}, 1, ${at})
    on conflict (person_id, browser) do update set in_a_row = w.in_a_row + 1, last_at = excluded.last_at`);
}

export function forgetWrongCodes(db: Queryable, personId: PersonId, { browser }: Pick<WrongCodes, 'browser'>) {
  return db.rows(sql`delete from wrong_codes where person_id = ${personId} and browser = ${browser}`);
}

type SealedApp = { person_id: PersonId; secret: Buffer };

export const selectSealedApps = (db: Queryable) =>
  db.rows<SealedApp>(sql`select person_id, secret from totp_secrets order by person_id`);

export function markUnreadableApps(db: Queryable, personIds: readonly PersonId[]) {
  return db.rows(sql`
    update totp_secrets set is_readable = not (person_id = any (${personIds}::uuid[]))`);
}
