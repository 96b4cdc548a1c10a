import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS } from '@vitrine/contract/console/console-limits';
import type { NewInvitation } from '@vitrine/contract/console/invitations';
import type { Role } from '@vitrine/contract/console/roles';
import { hashSecret, newSecret } from '../access/secret.js';
import type { Member } from '../access/visitor.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import { parseInvitationId } from '../ids.js';
import { emailKey } from './email-key.js';
import { deleteInvitationsTo, insertInvitation, type InvitationRow } from './invitation-queries.js';
import { toInvitation } from './list-invitations.js';
import { hasMemberWithEmail } from './queries.js';
import { requireMayManage } from './require-may-manage.js';

type Deps = { readonly db: Db; readonly clock: Clock; readonly baseUrl: string };
type Order = { readonly email: string; readonly role: Role; readonly requestId: string };

const DAY_MS = 86_400_000;

// The link is what an operator without a mail server copies. Its secret stands behind the #, which browsers send to nobody.
export async function invitePerson(deps: Deps, member: Member, order: Order): Promise<NewInvitation> {
  const { merchantId } = member;
  const secret = newSecret();
  const row = toRow(member, order, deps.clock.now());
  await deps.db.transaction(async (db) => {
    await requireMayManage(db, member, [row.role]);
    if (await hasMemberWithEmail(db, merchantId, row.email_key)) {
      throw new ApiError('conflict', `${row.email} belongs to this merchant already.`);
    }
    const ended = await deleteInvitationsTo(db, merchantId, row.email_key);
    // An earlier link stops by this one, so it takes the right to stop it. One that had expired is nobody's loss.
    const open = ended.filter(({ expires_at }) => Date.parse(expires_at) > Date.parse(row.created_at));
    await requireMayManage(
      db,
      member,
      open.map(({ role }) => role),
    );
    await insertInvitation(db, merchantId, { ...row, secret_hash: hashSecret(secret) });
    const details = { email: row.email, role: row.role };
    const { requestId } = order;
    await insertActivity(db, merchantId, {
      kind: 'person.invited',
      at: row.created_at,
      details,
      person: member,
      requestId,
    });
  });
  return { invitation: toInvitation(row), link: `${deps.baseUrl}/join#${secret}` };
}

const toRow = (member: Member, { email, role }: Order, now: number): InvitationRow => ({
  merchant_id: member.merchantId,
  id: parseInvitationId(randomUUID()),
  email: email.trim(),
  email_key: emailKey(email),
  role,
  created_by: member.personId,
  created_by_name: member.personName,
  created_at: new Date(now).toISOString(),
  expires_at: new Date(now + INVITATION_DAYS * DAY_MS).toISOString(),
});
