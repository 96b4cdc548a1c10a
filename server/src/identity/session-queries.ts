import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PersonId, SessionId } from '../ids.js';
import type { Membership } from '../principal.js';

export type SessionRow = {
  id: SessionId;
  person_id: PersonId;
  merchant_id: MerchantId | null;
  last_seen_at: string;
  expires_at: string;
  email: string;
  name: string;
  memberships: Membership[];
};

// One statement a request: the session, the person, and what the person is where, as it stands now.
export function findSessionByHash(db: Queryable, secretHash: Buffer) {
  return db.row<SessionRow>(sql`
    select s.id, s.person_id, s.merchant_id, s.last_seen_at, s.expires_at, p.email, p.name, (
      select coalesce(json_agg(json_build_object('merchantId', m.id, 'merchantName', m.name, 'timeZone', m.time_zone,
                                                 'suspended', m.suspended, 'role', b.role) order by m.name, m.id), '[]')
      from memberships b join merchants m on m.id = b.merchant_id
      where b.person_id = s.person_id) as memberships
    from sessions s join people p on p.id = s.person_id
    where s.secret_hash = ${secretHash}`);
}

export function insertSession(
  db: Queryable,
  session: Pick<SessionRow, 'id' | 'person_id' | 'merchant_id' | 'last_seen_at' | 'expires_at'> & {
    secret_hash: Buffer;
  },
) {
  return db.rows(sql`
    insert into sessions (id, person_id, merchant_id, secret_hash, created_at, last_seen_at, expires_at)
    values (${session.id}, ${session.person_id}, ${session.merchant_id}, ${session.secret_hash},
            ${session.last_seen_at}, ${session.last_seen_at}, ${session.expires_at})`);
}

export function touchSession(db: Queryable, sessionId: SessionId, lastSeenAt: string, expiresAt: string) {
  return db.rows(sql`
    update sessions set last_seen_at = ${lastSeenAt}, expires_at = ${expiresAt} where id = ${sessionId}`);
}

export function updateSessionMerchant(db: Queryable, sessionId: SessionId, merchantId: MerchantId) {
  return db.rows(sql`update sessions set merchant_id = ${merchantId} where id = ${sessionId}`);
}

export function deleteSession(db: Queryable, sessionId: SessionId) {
  return db.rows(sql`delete from sessions where id = ${sessionId} returning id`);
}

export function deleteSessionsOf(db: Queryable, personId: PersonId) {
  return db.rows(sql`delete from sessions where person_id = ${personId} returning id`);
}

export function deleteExpiredSessionsOf(db: Queryable, personId: PersonId, now: string) {
  return db.rows(sql`delete from sessions where person_id = ${personId} and expires_at <= ${now}`);
}
