import type { Role } from '@vitrine/contract/scopes';
import type { Queryable } from '../db/db.js';
import { sql } from '../db/sql.js';
import type { MerchantId, PersonId } from '../ids.js';

export type LinkKind = 'reset' | 'email';

// Who of a merchant made it, and what the person was there.
export type MadeAt = { readonly merchantId: MerchantId; readonly by: PersonId; readonly role: Role };

type NewLinkRow = {
  readonly id: string;
  readonly kind: LinkKind;
  // Whether it goes to the mailbox and to nobody else.
  readonly mailed: boolean;
  readonly secret_hash: Buffer;
  readonly email: string | null;
  readonly email_key: string | null;
  readonly created_at: string;
  readonly expires_at: string;
};

const accountSeal = sql`sha256(convert_to(coalesce(p.password_hash, '') || ' ' || p.email_key, 'UTF8'))`;

// Undefined when there is no such person, the account is disabled, or its email is no longer the one that the mail goes to.
export function insertLink(
  db: Queryable,
  personId: PersonId,
  row: NewLinkRow,
  { made, mailedTo }: { readonly made?: MadeAt | undefined; readonly mailedTo?: string | undefined } = {},
) {
  return db.row<{ id: string }>(sql`
    insert into account_links as link (id, person_id, kind, mailed, secret_hash, account_seal, email, email_key, merchant_id,
                                       made_by, role, created_at, expires_at)
    select ${row.id}::uuid, p.id, ${row.kind}, ${row.mailed}::boolean, ${row.secret_hash}::bytea, ${accountSeal}, ${row.email}::text,
           ${row.email_key}::text, ${made?.merchantId ?? null}::uuid, ${made?.by ?? null}::uuid, ${made?.role ?? null}::text,
           ${row.created_at}::timestamptz, ${row.expires_at}::timestamptz
    from people p
    where p.id = ${personId} and p.disabled_at is null
      and p.email_key = coalesce(${mailedTo ?? null}::text, p.email_key)
    returning link.id`);
}

export type LinkRow = {
  id: string;
  person_id: PersonId;
  // The account's, and the address that the link proves.
  email: string;
  email_key: string;
  email_proven_at: string | null;
  name: string;
  mailed: boolean;
  new_email: string | null;
  new_email_key: string | null;
  expires_at: string;
};

// By what only its holder has. A link that somebody of a merchant made is good only while they can sign in and may still manage
// the person, and the person belongs to that merchant alone, as what they were: else it would open what is not theirs to open.
export function findLink(db: Queryable, kind: LinkKind, secretHash: Buffer, now: string) {
  return db.row<LinkRow>(sql`
    select l.id, l.person_id, p.email, p.email_key, p.email_proven_at, p.name, l.mailed, l.email as new_email, l.email_key as new_email_key, l.expires_at
    from account_links l join people p on p.id = l.person_id
    where l.secret_hash = ${secretHash} and l.kind = ${kind} and l.expires_at > ${now}
      and l.account_seal = ${accountSeal} and p.disabled_at is null
      and exists (select from memberships b where b.person_id = l.person_id)
      and (l.merchant_id is null or (
        not exists (select from memberships b where b.person_id = l.person_id
                    and (b.merchant_id <> l.merchant_id or b.role <> l.role))
        and exists (select from memberships b join people m on m.id = b.person_id
                    where b.merchant_id = l.merchant_id and b.person_id = l.made_by and m.disabled_at is null
                    and (b.role = 'owner' or (b.role = 'admin' and l.role <> 'owner')))))`);
}

// One of two who use a link at once gets its row; the other waits for the account and finds nothing.
export function deleteLink(db: Queryable, linkId: string) {
  return db.row<{ id: string }>(sql`delete from account_links where id = ${linkId} returning id`);
}

export function deleteLinksOf(db: Queryable, personId: PersonId) {
  return db.rows(sql`delete from account_links where person_id = ${personId}`);
}

// Of everybody, a few at a time and none that somebody else is at: done whenever one is made.
export function deleteExpiredLinks(db: Queryable, now: string) {
  return db.rows(sql`
    delete from account_links where id in (
      select id from account_links where expires_at <= ${now} limit 100 for update skip locked)`);
}
