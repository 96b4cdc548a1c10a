import type { Me, Left } from '@vitrine/contract/session';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { parseMerchantId, type SessionId } from '../ids.js';
import type { Membership, Session } from '../principal.js';
import { findSession, withMerchant } from './session.js';
import { deleteSession, deleteSessionsOf, updateSessionMerchant, type EndedRow } from './session-queries.js';

type Deps = { readonly db: Db };

export const getMe = async (_deps: unknown, session: Session): Promise<Me> => toMe(session);

export async function switchMerchant(
  { db }: Deps,
  session: Session,
  { body }: { readonly body: { readonly merchantId: string } },
): Promise<Me> {
  const merchantId = parseMerchantId(body.merchantId);
  const there = withMerchant(session, merchantId);
  await updateSessionMerchant(db, session.id, merchantId);
  return toMe(there);
}

export async function signOut({ db }: Deps, { id }: Session): Promise<Left> {
  return toLeft(id, await deleteSession(db, id));
}

// Also the sessions in browsers that the person no longer has at hand.
export async function signOutEverywhere({ db }: Deps, { id, person }: Session): Promise<Left> {
  return toLeft(id, await deleteSessionsOf(db, person.id));
}

const toLeft = (sessionId: SessionId, ended: readonly EndedRow[]): Left => ({
  sessions: ended.length,
  companyUrl: ended.find(({ id }) => id === sessionId)?.company_sign_out_url ?? null,
});

// Who a session that has just begun belongs to.
export async function readMe(deps: Deps & { readonly clock: Clock }, secret: string): Promise<Me> {
  const session = await findSession(deps, secret);
  if (session === undefined) throw new Error('the session that has just begun is not there');
  return toMe(session);
}

export const toMe = ({
  person,
  email,
  dateLanguage,
  colourScheme,
  membership,
  memberships,
  ...session
}: Session): Me => ({
  person: { id: person.id, email, name: person.name, dateLanguage, colourScheme },
  merchant: membership === undefined ? null : toMembership(membership),
  memberships: memberships.map(toMembership),
  mustReviewMethods: session.mustReviewMethods,
});

const toMembership = ({
  merchantId,
  merchantName,
  role,
  suspended,
  needsSecondFactor,
}: Membership): Me['memberships'][number] => ({
  merchantId,
  merchantName,
  role,
  suspended,
  needsSecondFactor,
});
