import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { PersonId, SessionId } from '../ids.js';

/** Whether an account has anything to review besides its password: the session that asks does not count. */
export async function hasMethodsToReview(
  db: Queryable,
  personId: PersonId,
  { sessionId, now }: { readonly sessionId?: SessionId; readonly now: string },
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (select from totp_secrets where person_id = ${personId} and confirmed_at is not null)
        or exists (select from passkeys where person_id = ${personId})
        or exists (select from company_accounts where person_id = ${personId}) as found`);
  if (row?.found === true) return true;
  if ((await countOtherSessions(db, personId, { sessionId, now })) > 0) return true;
  return (await countAssistants(db, personId, now)) > 0;
}

type Others = { readonly sessionId?: SessionId | undefined; readonly now: string };

export async function countOtherSessions(
  db: Queryable,
  personId: PersonId,
  { sessionId, now }: Others,
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from sessions
    where person_id = ${personId} and expires_at > ${now} and id is distinct from ${sessionId ?? null}::uuid`);
  return row?.count ?? 0;
}

// At all merchants of the person.
export async function countAssistants(db: Queryable, personId: PersonId, now: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from memberships b
      join ai_keys k on k.merchant_id = b.merchant_id and k.person_id = b.person_id
    where b.person_id = ${personId} and k.revoked_at is null and k.expires_at > ${now}`);
  return row?.count ?? 0;
}

export function updateSessionReview(db: Queryable, sessionId: SessionId, mustReview: boolean) {
  return db.rows(sql`update sessions set must_review_methods = ${mustReview} where id = ${sessionId}`);
}
