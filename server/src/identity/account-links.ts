import { randomUUID } from 'node:crypto';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import { MINUTE_MS } from '@vitrine/contract/time-units';
import type { Deps, Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import type { Afterwards } from '../http/http-app.js';
import type { PersonId } from '../ids.js';
import type { Mailer } from '../mail/mail.js';
import {
  deleteExpiredLinks,
  findLink,
  insertLink,
  type LinkKind,
  type LinkRow,
  type MadeAt,
} from './account-link-queries.js';
import { hashSecret, newSecret } from './token-secret.js';

export type MailDeps = Deps & {
  readonly baseUrl: string;
  // Undefined where the operator has named no mail server.
  readonly mail: Mailer | undefined;
  readonly afterwards: Afterwards;
};

type Wanted = {
  readonly kind: LinkKind;
  readonly now: number;
  readonly newEmail?: { readonly email: string; readonly key: string };
  readonly made?: MadeAt;
  // The key of the account's email, where the link is mailed to it.
  readonly mailedTo?: string;
};

type MadeLink = { readonly secret: string; readonly expiresAt: string };

// The secret goes into the link and nowhere else. An earlier link works on: whoever asks in somebody's name must not be
// able to spoil theirs. Undefined for an account that is gone or disabled.
export async function makeLink(
  db: Queryable,
  personId: PersonId,
  { kind, now, newEmail, made, mailedTo }: Wanted,
): Promise<MadeLink | undefined> {
  const secret = newSecret();
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + LINK_MINUTES * MINUTE_MS).toISOString();
  await deleteExpiredLinks(db, at);
  const row = {
    id: randomUUID(),
    kind,
    mailed: mailedTo !== undefined || newEmail !== undefined,
    secret_hash: hashSecret(secret),
    email: newEmail?.email ?? null,
    email_key: newEmail?.key ?? null,
    created_at: at,
    expires_at: expiresAt,
  };
  const isMade = (await insertLink(db, personId, row, { made, mailedTo })) !== undefined;
  return isMade ? { secret, expiresAt } : undefined;
}

// Behind the #, which browsers send to nobody: no log and no Referer has it.
export const resetAddress = (baseUrl: string, secret: string): string => `${baseUrl}/reset#${secret}`;
export const emailAddress = (baseUrl: string, secret: string): string => `${baseUrl}/confirm-email#${secret}`;

// Used, expired, made before the password or the email changed, and never made look the same.
export async function requireLink(db: Queryable, kind: LinkKind, secret: string, now: number): Promise<LinkRow> {
  return requireFound(await findLink(db, kind, hashSecret(secret), new Date(now).toISOString()), 'link');
}
