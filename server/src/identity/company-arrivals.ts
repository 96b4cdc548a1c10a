import { randomUUID } from 'node:crypto';
import { PERSON_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { removedMethodWords } from '@vitrine/contract/account-words';
import type { CompanyRefusal } from '@vitrine/contract/company';
import type { RemovedMethods } from '@vitrine/contract/removed-methods';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { emailKey } from '../fold.js';
import { parsePersonId, type MerchantId, type PersonId } from '../ids.js';
import { lockMerchant } from '../merchants/queries.js';
import type { Guest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { knowBrowser, type CompletionDeps } from './complete-sign-in.js';
import type { Company, CompanyClaims } from './company-provider.js';
import {
  findPersonOfCompany,
  insertCompanyAccount,
  keepSignOutUrl,
  type FlowRow,
  type LinkedRow,
} from './company-queries.js';
import { findInvitation, markAccepted, type InvitationRow } from './invitation-queries.js';
import { findPerson, insertMembership, insertPerson, lockPerson, type AccountRow } from './people-queries.js';
import { proveEmail, proveEmailInSession } from './prove-email.js';
import { holdEverywhere, recordEverywhere } from './record-everywhere.js';
import { beginSession } from './session.js';
import { tellOfChange, tellOfRemoval } from './tell-of-change.js';
import { findSessionPerson, updateProof } from './session-queries.js';
import { hasMethodsToReview, updateSessionReview } from './sign-in-method-queries.js';
import { hashSecret } from './token-secret.js';

// Somebody came back from the company, and that does not let them in.
export class CompanyRefusedError extends Error {
  readonly reason: CompanyRefusal;

  constructor(reason: CompanyRefusal) {
    super(reason);
    this.reason = reason;
  }
}

export type Arrival = { readonly claims: CompanyClaims; readonly guest: Guest };

// The secret of the session, and what the browser keeps from now on.
export type Arrived = {
  readonly session: string;
  readonly browser: string;
  // The first proof of the email removed other ways to sign in.
  readonly hasRemoved: boolean;
};

// Finds the account by issuer and subject alone: at some companies people write any email into their profile. A verified email
// that is the account's proves the mailbox. As the first proof it removes every other way to sign in.
type SignOnDeps = CompletionDeps & { readonly company: Pick<Company, 'isOnly'> | undefined };

export async function signInByCompany(deps: SignOnDeps, { claims, guest }: Arrival): Promise<Arrived> {
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const { account, removed, session } = await deps.db.transaction(async (db) => {
    const person = await findPersonOfCompany(db, claims);
    if (person === undefined) throw new CompanyRefusedError('unknown');
    const { requestId } = guest;
    const actor = { person: { id: person.id, name: person.name }, requestId };
    await recordEverywhere(db, person.id, actor, { kind: 'person.signed_in', at, details: {} });
    const account = await lockLinked(db, person.id, claims);
    const { email_key: emailKey } = account;
    const isProof = isVerified(claims, emailKey);
    const removed = isProof ? await proveEmail(db, person.id, { emailKey, at, actor, keep: claims }) : undefined;
    if (removed === undefined) requireNoNewPassword(deps, account);
    return { account, removed, session: await begin(db, person.id, { claims, guest, now, merchantId: null }) };
  });
  return arrivedWith(deps, guest, { account, isNew: false, removed, session });
}

// Somebody chose a new password by a link: what was set up before does not open the account by itself until the person has
// signed in with it. Where only single sign-on is taken, that could never happen.
function requireNoNewPassword({ company }: SignOnDeps, { must_review_methods }: AccountRow): void {
  if (must_review_methods && company?.isOnly !== true) throw new CompanyRefusedError('password-first');
}

// The provider checked that the mailbox is the person's, and it is the account's.
const isVerified = ({ email, isEmailVerified }: CompanyClaims, key: string): boolean =>
  isEmailVerified === true && email !== undefined && emailKey(email) === key;

// Locks the account and looks again: it may have lost this single sign-on while we waited.
async function lockLinked(db: Queryable, personId: PersonId, claims: CompanyClaims): Promise<LinkedRow> {
  await lockPerson(db, personId);
  const person = await findPersonOfCompany(db, claims);
  if (person?.id !== personId) throw new CompanyRefusedError('unknown');
  return person;
}

type Ending = {
  readonly account: AccountRow;
  readonly isNew: boolean;
  readonly removed: RemovedMethods | undefined;
  readonly session: string;
};

// A first proof has removed the password too, so the browser is known without one.
function arrivedWith(deps: CompletionDeps, guest: Guest, { account, isNew, removed, session }: Ending): Arrived {
  const left = removed === undefined ? account : { ...account, password_hash: null };
  const browser = knowBrowser(deps, guest, { account: left, factors: 'company', isNew });
  if (removed !== undefined) tellOfRemoval(deps, account, removed, false);
  return { session, browser, hasRemoved: removed !== undefined && removedMethodWords(removed) !== '' };
}

const NEVER = 0;

type Beginning = Arrival & {
  readonly now: number;
  readonly merchantId: MerchantId | null;
  readonly mustReview?: boolean;
};

// The company may know somebody from this morning and ask for nothing: that is a way in, but no proof of who sits there now.
async function begin(
  db: Queryable,
  personId: PersonId,
  { claims, guest, now, merchantId, mustReview = false }: Beginning,
): Promise<string> {
  const provedAt = claims.provedAgoMs === undefined ? NEVER : now - claims.provedAgoMs;
  const secret = await beginSession(db, personId, { now, merchantId, guest, factors: 'company', provedAt, mustReview });
  if (claims.signOutUrl !== undefined) await keepSignOutUrl(db, hashSecret(secret), claims.signOutUrl);
  return secret;
}

// The link invites an email, so the account must have it too: a link that went astray opens nothing for another one. The
// person is new here, or has this very account connected; whoever has a password gives that, and connects afterwards.
export async function joinByCompany(
  deps: SignOnDeps,
  { invited_to: merchantId, invitation_id: invitationId, invitation_mailed: isMailed }: FlowRow,
  { claims, guest }: Arrival,
): Promise<Arrived> {
  if (merchantId === null || invitationId === null) throw new CompanyRefusedError('expired');
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const joined = await deps.db.transaction(async (db) => {
    await lockMerchant(db, merchantId);
    const invitation = await findInvitation(db, merchantId, invitationId);
    if (invitation === undefined || (await markAccepted(db, merchantId, invitationId, at)) === undefined) {
      throw new CompanyRefusedError('not-joined');
    }
    requireSameEmail(invitation, claims);
    const known = await findInvited(db, invitation, claims);
    const provenAt = isMailed || isVerified(claims, invitation.email_key) ? at : null;
    const account = known ?? (await newPerson(db, invitation, claims, { at, provenAt }));
    const joiner = { person: { id: account.id, name: account.name }, requestId: guest.requestId };
    const proof = { emailKey: invitation.email_key, at, actor: joiner, keep: claims };
    const removed = provenAt !== null && known !== undefined ? await proveEmail(db, known.id, proof) : undefined;
    if (removed === undefined) requireNoNewPassword(deps, account);
    const mustReview = known !== undefined && (await hasMethodsToReview(db, known.id, { now: at }));
    if ((await insertMembership(db, merchantId, account.id, invitation.role)) === undefined) {
      throw new CompanyRefusedError('not-joined');
    }
    const details = { email: account.email, role: invitation.role };
    await recordActivity(db, { ...joiner, merchantId }, { kind: 'person.joined', at, details });
    const session = await begin(db, account.id, { claims, guest, now, merchantId, mustReview });
    return { account, isNew: known === undefined, removed, session };
  });
  return arrivedWith(deps, guest, joined);
}

// Companies that do not say whether they have checked it are taken at their word: the link is what opens, this only narrows.
function requireSameEmail({ email_key }: InvitationRow, { email, isEmailVerified }: CompanyClaims): void {
  if (email === undefined || isEmailVerified === false || emailKey(email) !== email_key) {
    throw new CompanyRefusedError('other-email');
  }
}

async function findInvited(
  db: Queryable,
  { email_key }: InvitationRow,
  claims: CompanyClaims,
): Promise<LinkedRow | undefined> {
  const person = await findPersonOfCompany(db, claims);
  if (person === undefined) return undefined;
  if (person.email_key !== email_key) throw new CompanyRefusedError('not-joined');
  await holdEverywhere(db, person.id);
  return lockLinked(db, person.id, claims);
}

// Without a password. An email that has an account is refused: never by an email alone.
async function newPerson(
  db: Queryable,
  { email, email_key }: InvitationRow,
  claims: CompanyClaims,
  { at, provenAt }: { readonly at: string; readonly provenAt: string | null },
): Promise<AccountRow> {
  const id = parsePersonId(randomUUID());
  const wanted = { id, email, email_key, name: nameOf(claims, email), password_hash: null, email_proven_at: provenAt };
  const person = await insertPerson(db, wanted);
  if (person === undefined) throw new CompanyRefusedError('not-joined');
  await insertCompanyAccount(db, id, claims, { email: claims.email ?? null, linked_at: at });
  return { ...person, password_hash: null, email_proven_at: provenAt, must_review_methods: false };
}

const nameOf = ({ name }: CompanyClaims, email: string): string =>
  (name ?? '')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .trim()
    .slice(0, PERSON_NAME_CHARACTERS_MAX) ||
  (email.split('@')[0] ?? email);

// The session that asked for it must still be there, also once the account is locked: its account is the one that this opens.
// A verified email that is the account's proves the mailbox. Inside a session that removes nothing.
export async function linkCompany(
  deps: MailDeps,
  { session_id: sessionId }: FlowRow,
  { claims, guest }: Arrival,
): Promise<void> {
  const at = new Date(deps.clock.now()).toISOString();
  const email = claims.email ?? null;
  const account = await deps.db.transaction(async (db) => {
    const person = sessionId === null ? undefined : await findSessionPerson(db, sessionId, at);
    if (person === undefined || sessionId === null) throw new CompanyRefusedError('expired');
    const entry = { kind: 'person.company_linked', at, details: { email } } as const;
    await recordEverywhere(db, person.id, { person, requestId: guest.requestId }, entry);
    await lockPerson(db, person.id);
    if ((await findSessionPerson(db, sessionId, at)) === undefined) throw new CompanyRefusedError('expired');
    const mustReview = await hasMethodsToReview(db, person.id, { sessionId, now: at });
    if ((await insertCompanyAccount(db, person.id, claims, { email, linked_at: at })) === undefined) {
      throw new CompanyRefusedError('taken');
    }
    const account = await findPerson(db, person.id);
    const key = emailKey(account?.email ?? '');
    if (isVerified(claims, key)) {
      const actor = { person, requestId: guest.requestId };
      const isFirst = await proveEmailInSession(db, person.id, { emailKey: key, at, actor });
      if (isFirst && mustReview) await updateSessionReview(db, sessionId, true);
    }
    return account;
  });
  if (account !== undefined) tellOfChange(deps, account, { kind: 'company_linked' });
}

// The company may pass somebody on whom it knows from before without asking anything; that proves nothing.
const PROOF_MS_MAX = 2 * 60_000;

export async function proveByCompany(
  { db, clock }: Deps,
  { session_id: sessionId }: FlowRow,
  { claims }: Arrival,
): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  const person = sessionId === null ? undefined : await findSessionPerson(db, sessionId, at);
  if (person === undefined || sessionId === null) throw new CompanyRefusedError('expired');
  const shown = await findPersonOfCompany(db, claims);
  if (shown?.id !== person.id) throw new CompanyRefusedError('not-proved');
  if (claims.provedAgoMs === undefined || claims.provedAgoMs > PROOF_MS_MAX)
    throw new CompanyRefusedError('not-proved');
  await updateProof(db, sessionId, at);
}
