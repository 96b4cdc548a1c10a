import { randomUUID } from 'node:crypto';
import { INVITATION_DAYS } from '@vitrine/contract/console-limits';
import type {
  Invitation,
  InvitationFound,
  InvitationList,
  InviteRequest,
  NewInvitation,
} from '@vitrine/contract/invitations';
import { DAY_MS } from '@vitrine/contract/time-units';
import { recordActivity } from '../activity/queries.js';
import type { Deps } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { parseInvitationId, type ById } from '../ids.js';
import { invitationMail } from '../mail/texts.js';
import { selectMerchant } from '../merchants/queries.js';
import type { Guest, PersonPrincipal } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { emailKey } from '../fold.js';
import {
  deleteInvitationsTo,
  deleteOpenInvitation,
  findOpenInvitation,
  insertInvitation,
  selectOpenInvitations,
  type InvitationRow,
} from './invitation-queries.js';
import { requireMayManage } from './people.js';
import { findAccount, hasMemberWithEmail } from './people-queries.js';
import { throttleInvitations } from './throttle-invitations.js';
import { hashSecret, newSecret } from './token-secret.js';

export async function listInvitations({ db, clock }: Deps, { merchantId }: PersonPrincipal): Promise<InvitationList> {
  const rows = await selectOpenInvitations(db, merchantId, new Date(clock.now()).toISOString());
  return { items: rows.map(toInvitation) };
}

// The inviter copies the link, where there is no mail or it does not come. The mailed link has another secret, which proves the
// mailbox. Both secrets follow the #, which browsers send to nobody.
export async function invitePerson(
  deps: MailDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: InviteRequest },
): Promise<NewInvitation> {
  const { merchantId } = principal;
  const secret = newSecret();
  const mailedSecret = deps.mail === undefined ? undefined : newSecret();
  const row = toRow(principal, body, deps.clock.now());
  await deps.db.transaction(async (db) => {
    await requireMayManage(db, principal, [row.role]);
    if (await hasMemberWithEmail(db, merchantId, row.email_key)) {
      throw new ApiError('conflict', `${row.email} belongs to this merchant already.`);
    }
    if (deps.mail !== undefined) await throttleInvitations(db, principal, { email: row.email, now: deps.clock.now() });
    const ended = await deleteInvitationsTo(db, merchantId, row.email_key);
    // An earlier link stops by this one, so it takes the right to stop it. One that had expired is nobody's loss.
    const open = ended.filter(({ expires_at }) => Date.parse(expires_at) > Date.parse(row.created_at));
    const roles = open.map(({ role }) => role);
    await requireMayManage(db, principal, roles);
    await insertInvitation(db, merchantId, {
      ...row,
      secret_hash: hashSecret(secret),
      mailed_secret_hash: mailedSecret === undefined ? null : hashSecret(mailedSecret),
    });
    const details = { email: row.email, role: row.role };
    await recordActivity(db, principal, { kind: 'person.invited', at: row.created_at, details });
  });
  if (mailedSecret !== undefined) mailInvitation(deps, row, joinAddress(deps.baseUrl, mailedSecret));
  const link = joinAddress(deps.baseUrl, secret);
  return { invitation: toInvitation(row), link, mailed: mailedSecret !== undefined };
}

const joinAddress = (baseUrl: string, secret: string): string => `${baseUrl}/join#${secret}`;

// After the answer. The inviter has a link too, should the mail not come.
function mailInvitation({ db, mail, afterwards, baseUrl }: MailDeps, row: InvitationRow, link: string): void {
  if (mail === undefined) return;
  afterwards(async () => {
    const merchant = await selectMerchant(db, row.merchant_id);
    if (merchant === undefined) return;
    const about = { merchantName: merchant.name, inviter: row.created_by_name, roleWords: ROLE_WORDS[row.role] };
    await mail.send(invitationMail({ ...about, to: row.email, baseUrl, link, days: INVITATION_DAYS }));
  });
}

const ROLE_WORDS = { owner: 'an owner', admin: 'an admin', staff: 'a member of the staff' } as const;

const toRow = (
  { merchantId, person }: PersonPrincipal,
  { email, role }: InviteRequest,
  now: number,
): InvitationRow => ({
  merchant_id: merchantId,
  id: parseInvitationId(randomUUID()),
  email: email.trim(),
  email_key: emailKey(email),
  role,
  created_by: person.id,
  created_by_name: person.name,
  created_at: new Date(now).toISOString(),
  expires_at: new Date(now + INVITATION_DAYS * DAY_MS).toISOString(),
});

export async function withdrawInvitation(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params }: ById,
): Promise<Invitation> {
  const invitationId = parseInvitationId(params.id);
  return db.transaction(async (db) => {
    await requireMayManage(db, principal, []);
    const row = requireFound(await deleteOpenInvitation(db, principal.merchantId, invitationId), 'invitation');
    await requireMayManage(db, principal, [row.role]);
    const at = new Date(clock.now()).toISOString();
    const details = { email: row.email, role: row.role };
    await recordActivity(db, principal, { kind: 'invitation.withdrawn', at, details });
    return toInvitation(row);
  });
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  createdBy: row.created_by_name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

// A link that was handed out does not tell whether the email has an account: its holder need not be the person invited.
export async function lookInvitation(
  deps: Deps,
  _guest: Guest,
  { body }: { readonly body: { readonly secret: string } },
): Promise<InvitationFound> {
  const row = await requireOpenInvitation(deps, body.secret);
  const { merchant_name: merchantName, email, role, expires_at: expiresAt } = row;
  return { merchantName, email, role, expiresAt, account: row.mailed ? await findAccountState(deps, row) : null };
}

async function findAccountState({ db }: Deps, { email_key }: InvitationRow): Promise<InvitationFound['account']> {
  const account = await findAccount(db, email_key);
  if (account === undefined) return 'none';
  return account.email_proven_at === null ? 'unproven' : 'proven';
}

// Used, withdrawn, expired and never made look the same.
export async function requireOpenInvitation({ db, clock }: Deps, secret: string) {
  return requireFound(
    await findOpenInvitation(db, hashSecret(secret), new Date(clock.now()).toISOString()),
    'invitation',
  );
}
