import type { InvitationFound } from '@vitrine/contract/console/invitations';
import { hashSecret } from '../access/secret.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import { findOpenInvitation } from './invitation-queries.js';

type Deps = { readonly db: Db; readonly clock: Clock };

// Whether the email has an account is not for whoever holds the link to learn: it need not be whose email it is.
export async function lookInvitation(deps: Deps, secret: string): Promise<InvitationFound> {
  const row = await requireOpenInvitation(deps, secret);
  return {
    merchantName: row.merchant_name,
    email: row.email,
    role: row.role,
    expiresAt: row.expires_at,
  };
}

// Used, withdrawn, expired and never made look the same.
export async function requireOpenInvitation({ db, clock }: Deps, secret: string) {
  const row = await findOpenInvitation(db, hashSecret(secret), new Date(clock.now()).toISOString());
  if (row === undefined) throw notFound('invitation');
  return row;
}
