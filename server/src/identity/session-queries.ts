import type { ColourScheme, Factors } from '@vitrine/contract/account-words';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PersonId, SessionId } from '../ids.js';
import type { Membership } from '../principal.js';

export type SessionRow = {
  id: SessionId;
  person_id: PersonId;
  merchant_id: MerchantId | null;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  proved_at: string;
  factors: Factors;
  must_review_methods: boolean;
  email: string;
  email_proven_at: string | null;
  name: string;
  date_language: string | null;
  colour_scheme: ColourScheme | null;
  disabled_at: string | null;
  memberships: Membership[];
};

// Who came in by the company has met what the company demands. A factor that was set up since counts for the session that did
// it: every other one has ended by it.
const lacksSecondFactor = sql`(s.factors = 'password'
  and not exists (select from totp_secrets t where t.person_id = s.person_id and t.confirmed_at is not null)
  and not exists (select from passkeys k where k.person_id = s.person_id))`;

// One statement a request: the session, the person, and what the person is where, as it stands now.
export function findSessionByHash(db: Queryable, secretHash: Buffer) {
  return db.row<SessionRow>(sql`
    select s.id, s.person_id, s.merchant_id, s.created_at, s.last_seen_at, s.expires_at,
      s.proved_at, s.factors, s.must_review_methods,
      p.email_proven_at, p.email, p.name, p.date_language, p.colour_scheme, p.disabled_at, (
      select coalesce(json_agg(json_build_object('merchantId', m.id, 'merchantName', m.name, 'timeZone', m.time_zone,
                                                 'suspended', m.suspended, 'role', b.role,
                                                 'needsSecondFactor', m.requires_second_factor and ${lacksSecondFactor}) order by m.name, m.id), '[]')
      from memberships b join merchants m on m.id = b.merchant_id
      where b.person_id = s.person_id) as memberships
    from sessions s join people p on p.id = s.person_id
    where s.secret_hash = ${secretHash}`);
}

type NewSessionRow = Pick<
  SessionRow,
  | 'id'
  | 'person_id'
  | 'merchant_id'
  | 'created_at'
  | 'last_seen_at'
  | 'proved_at'
  | 'expires_at'
  | 'factors'
  | 'must_review_methods'
> & { secret_hash: Buffer; user_agent: string; address: string };

// Undefined when the account is disabled.
export function insertSession(db: Queryable, session: NewSessionRow) {
  return db.row<{ id: SessionId }>(sql`
    insert into sessions as session (id, person_id, merchant_id, secret_hash, created_at, last_seen_at, proved_at, expires_at,
                                     factors, must_review_methods, user_agent, address)
    select ${session.id}::uuid, id, ${session.merchant_id}::uuid, ${session.secret_hash}::bytea,
           ${session.created_at}::timestamptz, ${session.last_seen_at}::timestamptz,
           ${session.proved_at}::timestamptz, ${session.expires_at}::timestamptz, ${session.factors}::text,
           ${session.must_review_methods}::boolean, ${session.user_agent}::text, ${session.address}::text
    from people where id = ${session.person_id} and disabled_at is null
    returning session.id`);
}

type Use = {
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly userAgent: string;
  readonly address: string;
};

export function touchSession(db: Queryable, sessionId: SessionId, use: Use) {
  return db.rows(sql`
    update sessions
    set last_seen_at = ${use.lastSeenAt}, expires_at = ${use.expiresAt},
        user_agent = ${use.userAgent}, address = ${use.address}
    where id = ${sessionId}`);
}

// Who uses the session has just proved who they are.
export function updateProof(db: Queryable, sessionId: SessionId, provedAt: string) {
  return db.rows(sql`update sessions set proved_at = ${provedAt} where id = ${sessionId}`);
}

export function updateSessionMerchant(db: Queryable, sessionId: SessionId, merchantId: MerchantId) {
  return db.rows(sql`update sessions set merchant_id = ${merchantId} where id = ${sessionId}`);
}

export type EndedRow = { id: SessionId; company_sign_out_url: string | null };

export function deleteSession(db: Queryable, sessionId: SessionId) {
  return db.rows<EndedRow>(sql`delete from sessions where id = ${sessionId} returning id, company_sign_out_url`);
}

export function deleteSessionsOf(db: Queryable, personId: PersonId) {
  return db.rows<EndedRow>(sql`delete from sessions where person_id = ${personId} returning id, company_sign_out_url`);
}

export type OwnSessionRow = Pick<SessionRow, 'id' | 'factors' | 'created_at' | 'last_seen_at' | 'expires_at'> & {
  user_agent: string;
  address: string;
};

export function selectSessionsOf(db: Queryable, personId: PersonId) {
  return db.rows<OwnSessionRow>(sql`
    select id, factors, created_at, last_seen_at, expires_at, user_agent, address from sessions
    where person_id = ${personId}
    order by last_seen_at desc, id`);
}

export function deleteSessionOf(db: Queryable, personId: PersonId, sessionId: SessionId) {
  return db.rows(sql`delete from sessions where person_id = ${personId} and id = ${sessionId} returning id`);
}

export function deleteOtherSessionsOf(db: Queryable, personId: PersonId, sessionId: SessionId) {
  return db.rows(sql`delete from sessions where person_id = ${personId} and id <> ${sessionId} returning id`);
}

export function deleteExpiredSessionsOf(db: Queryable, personId: PersonId, now: string) {
  return db.rows(sql`delete from sessions where person_id = ${personId} and expires_at <= ${now}`);
}

/** Keeps the new session and those that were used last. */
export function deleteSessionsBeyond(db: Queryable, personId: PersonId, newest: SessionId, sessionsMax: number) {
  return db.rows(sql`
    delete from sessions where person_id = ${personId} and id in (
      select id from sessions where person_id = ${personId}
      order by id = ${newest} desc, last_seen_at desc, created_at desc, id
      offset ${sessionsMax})`);
}

// Whose a session is that goes on.
export function findSessionPerson(db: Queryable, sessionId: SessionId, now: string) {
  return db.row<{ id: PersonId; name: string }>(sql`
    select p.id, p.name from sessions s join people p on p.id = s.person_id
    where s.id = ${sessionId} and s.expires_at > ${now}`);
}

type AttemptRow = { started_at: string; attempts: number };

type Keys = readonly (string | undefined)[];

const given = (keys: Keys): string[] => keys.filter((key) => key !== undefined);

// An expired window starts again.
export async function countAttempt(
  db: Queryable,
  key: string,
  { now, cutoff }: Record<'now' | 'cutoff', string>,
): Promise<AttemptRow> {
  const row = await db.row<AttemptRow>(sql`
    insert into sign_in_attempts as a (key, started_at, attempts) values (${key}, ${now}, 1)
    on conflict (key) do update
    set attempts = case when a.started_at <= ${cutoff}::timestamptz then 1 else a.attempts + 1 end,
        started_at = case when a.started_at <= ${cutoff}::timestamptz then excluded.started_at else a.started_at end
    returning started_at, attempts`);
  if (row === undefined) throw new Error('an upsert returned no row');
  return row;
}

// One at a time over all instances: the row says when the last one began.
export function takeTurn(db: Queryable, key: string, { now, over }: Record<'now' | 'over', string>) {
  return db.row<{ key: string }>(sql`
    insert into sign_in_attempts as a (key, started_at, attempts) values (${key}, ${now}, 1)
    on conflict (key) do update set started_at = excluded.started_at where a.started_at <= ${over}
    returning key`);
}

// Row by row here and below: statements that lock several in an order of their own could wait for each other.
export async function uncountAttempts(db: Queryable, keys: Keys): Promise<void> {
  for (const key of given(keys)) {
    await db.rows(sql`update sign_in_attempts set attempts = attempts - 1 where key = ${key} and attempts > 0`);
  }
}

export async function forgetAttempts(db: Queryable, keys: Keys): Promise<void> {
  for (const key of given(keys)) await db.rows(sql`delete from sign_in_attempts where key = ${key}`);
}

// A few at a time, and none that somebody else is at.
export function dropOldAttempts(db: Queryable, cutoff: string) {
  return db.rows(sql`
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts where started_at <= ${cutoff} limit 100 for update skip locked)`);
}
