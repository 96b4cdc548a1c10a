import type { Invitation, InvitationList } from '@vitrine/contract/console/invitations';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectOpenInvitations, type InvitationRow } from './invitation-queries.js';

type Deps = { readonly db: Db; readonly clock: Clock };

export async function listInvitations({ db, clock }: Deps, merchantId: MerchantId): Promise<InvitationList> {
  const rows = await selectOpenInvitations(db, merchantId, new Date(clock.now()).toISOString());
  return { items: rows.map(toInvitation) };
}

export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  createdBy: row.created_by_name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
