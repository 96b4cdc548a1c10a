import type { Invitation } from '@vitrine/contract/console/invitations';
import type { Member } from '../access/visitor.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { InvitationId } from '../ids.js';
import { deleteOpenInvitation } from './invitation-queries.js';
import { toInvitation } from './list-invitations.js';
import { requireMayManage } from './require-may-manage.js';

type Deps = { readonly db: Db; readonly clock: Clock };
type Order = { readonly invitationId: InvitationId; readonly requestId: string };

export async function withdrawInvitation({ db, clock }: Deps, member: Member, order: Order): Promise<Invitation> {
  const { merchantId } = member;
  const { invitationId, requestId } = order;
  return db.transaction(async (db) => {
    await requireMayManage(db, member, []);
    const row = await deleteOpenInvitation(db, merchantId, invitationId);
    if (row === undefined) throw notFound('invitation');
    await requireMayManage(db, member, [row.role]);
    const at = new Date(clock.now()).toISOString();
    const details = { email: row.email, role: row.role };
    await insertActivity(db, merchantId, { kind: 'invitation.withdrawn', at, details, person: member, requestId });
    return toInvitation(row);
  });
}
