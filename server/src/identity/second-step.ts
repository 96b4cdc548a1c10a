// The second step of a sign-in whose password was right.
import { createHash } from 'node:crypto';
import type { Factors } from '@vitrine/contract/account-words';
import { SECOND_STEP_MINUTES, SECOND_STEP_TRIES } from '@vitrine/contract/console-limits';
import type { SecondStepRequest } from '@vitrine/contract/second-factor';
import type { SecondStepNeeded } from '@vitrine/contract/session';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import { emailKey } from '../fold.js';
import type { PersonId } from '../ids.js';
import type { Guest } from '../principal.js';
import { completeSignIn, type Along, type CompletionDeps, type SignedIn } from './complete-sign-in.js';
import type { MailDeps } from './account-links.js';
import { joinWithHash } from './join-merchant.js';
import { findBrowser } from './known-browser.js';
import type { AccountRow } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { hashRecoveryCode, isAppCode } from './recovery-codes.js';
import { openSecret } from './sealed-secret.js';
import * as query from './second-factor-queries.js';
import { hashSecret, newSecret } from './token-secret.js';
import { findStep } from './totp.js';
import { recordFailedSignIn, type PasswordDeps } from './try-password.js';
import { admitCode } from './wrong-codes.js';

type SecondFactorDeps = PasswordDeps &
  MailDeps & {
    // Seals the secrets of authenticator apps.
    readonly secretKey: string;
  };

const STEP_MS = SECOND_STEP_MINUTES * 60_000;

// What an account with a second factor gets for its password instead of a session; `invitation` is accepted with it.
export async function findSecondStep(
  { db, clock }: Deps,
  account: AccountRow,
  invitation?: string,
): Promise<SecondStepNeeded | undefined> {
  const { app_since, passkeys } = await query.selectFactors(db, account.id);
  if (app_since === null && passkeys === 0) return undefined;
  const ticket = newSecret();
  const now = clock.now();
  await query.insertTicket(db, {
    secret_hash: hashSecret(ticket),
    person_id: account.id,
    password_digest: digestOf(account),
    invitation_hash: invitation === undefined ? null : hashSecret(invitation),
    now: new Date(now).toISOString(),
    expires_at: new Date(now + STEP_MS).toISOString(),
  });
  return { secondFactor: { ticket, app: app_since !== null, passkey: passkeys > 0 } };
}

// The password that was looked at, without being of any use to whoever reads it.
const digestOf = ({ password_hash }: AccountRow): Buffer =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest();

// One answer for a wrong code, a code of the past and a ticket that is unknown, over or used up.
export async function signInWithCode(
  deps: SecondFactorDeps,
  guest: Guest,
  { body }: { readonly body: SecondStepRequest },
): Promise<SignedIn> {
  const first = await findFirstStep(deps, body.ticket);
  if (first === undefined) throw wrongCode();
  const { account, open } = first;
  const used = await tryCode(deps, guest, { account, open, code: body.code });
  if (used === undefined) recordFailedSignIn(deps, account, guest.requestId, 'person.second_factor_failed');
  if (used === undefined) throw wrongCode();
  return completeSecondStep(deps, guest, first, 'password+totp', async (db) => {
    if (used === 'recovery') await recordRecovery(db, account, { requestId: guest.requestId, at: open.now });
  });
}

type FirstStep = {
  readonly account: AccountRow;
  readonly open: query.OpenTicket;
  readonly invitationHash: Buffer | null;
};

// What the ticket was given for; undefined where it is unknown, over, used up, or of an old password.
export async function findFirstStep(deps: Deps, secret: string): Promise<FirstStep | undefined> {
  const open = openTicket(deps, secret);
  const ticket = await query.findTicket(deps.db, open);
  const account = ticket && (await query.findAccountOf(deps.db, ticket.person_id));
  if (account === undefined || !ticket?.password_digest.equals(digestOf(account))) return undefined;
  return { account, open, invitationHash: ticket.invitation_hash };
}

// The ticket works once, and accepts the invitation that it was given for.
export async function completeSecondStep(
  deps: CompletionDeps,
  guest: Guest,
  { account, open, invitationHash }: FirstStep,
  factors: Factors,
  along: Along,
): Promise<SignedIn> {
  const takeAll: Along = async (db) => {
    if ((await query.takeTicket(db, open.secretHash)) === undefined) throw wrongCode();
    await along(db);
  };
  return invitationHash === null
    ? completeSignIn(deps, guest, account, factors, takeAll)
    : joinWithHash(deps, guest, { account, invitationHash, factors }, takeAll);
}

const wrongCode = (): ApiError =>
  new ApiError(
    'unauthorized',
    'That code is wrong, was used already, or came too late. Try the next one, or start again.',
  );

const openTicket = ({ clock }: Deps, ticket: string): query.OpenTicket => ({
  secretHash: hashSecret(ticket),
  now: new Date(clock.now()).toISOString(),
  triesMax: SECOND_STEP_TRIES,
});

type Used = 'app' | 'recovery';
type Tried = { readonly account: AccountRow; readonly open: query.OpenTicket; readonly code: string };

async function tryCode(
  deps: SecondFactorDeps,
  guest: Guest,
  { account, open, code }: Tried,
): Promise<Used | undefined> {
  const { id, password_hash } = account;
  const known = { emailKey: emailKey(account.email), passwordHash: password_hash };
  const browser = findBrowser(deps.browserKey, known, guest.browser) ?? '';
  if (isAppCode(code)) await admitCode(deps, id, { browser, passwordDigest: digestOf(account) });
  const isOpen = (await query.countTry(deps.db, open)) !== undefined;
  const used = isOpen ? await takeCode(deps, id, code) : undefined;
  if (used !== undefined) await query.forgetWrongCodes(deps.db, id, { browser });
  return used;
}

// Used up as it is looked at: of two who come with one code at once, one is let in.
async function takeCode(
  { db, clock, secretKey }: SecondFactorDeps,
  personId: PersonId,
  code: string,
): Promise<Used | undefined> {
  if (!isAppCode(code)) {
    return (await query.takeRecoveryCode(db, personId, hashRecoveryCode(code))) && 'recovery';
  }
  const totp = await query.findTotp(db, personId);
  // A recovery code or a passkey still works for the owner of such an app.
  if (!totp?.is_readable) return undefined;
  const secret = openSecret(secretKey, personId, totp.secret);
  const step = findStep(secret, code.replace(/\s/g, ''), { now: clock.now(), after: totp.last_step });
  return step === undefined ? undefined : (await query.takeStep(db, personId, step)) && 'app';
}

async function recordRecovery(
  db: Queryable,
  { id, name }: AccountRow,
  { requestId, at }: { readonly requestId: string; readonly at: string },
): Promise<void> {
  const { recovery_codes: left } = await query.selectFactors(db, id);
  const entry = { kind: 'person.recovery_code_used', at, details: { recoveryCodesLeft: left } } as const;
  await recordEverywhere(db, id, { person: { id, name }, requestId }, entry);
}
