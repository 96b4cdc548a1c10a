import type { Proved } from '@vitrine/contract/account';
import type { PasskeyAnswer, PasskeyOptions, PasskeySignInRequest } from '@vitrine/contract/second-factor';
import type { Db } from '../db/db.js';
import { ApiError } from '../errors.js';
import type { Guest, SessionWithGuest } from '../principal.js';
import { completeSignIn, type Along, type CompletionDeps, type SignedIn } from './complete-sign-in.js';
import { CHALLENGE_MS, newChallenge, type ChallengeFor } from './passkey-challenge.js';
import { findPasskey, selectPasskeys, type PasskeyRow } from './passkey-queries.js';
import { renewProof } from './prove.js';
import { requireRelyingParty } from './relying-party.js';
import { findAccountOf } from './second-factor-queries.js';
import { completeSecondStep, findFirstStep } from './second-step.js';
import { findRightAnswer, loadWebAuthn, takeAnswer, type PasskeyDeps } from './verify-passkey.js';

const SIGN_IN = { purpose: 'sign-in' } as const;

// No account is named: the authenticator shows its person the passkeys that it has for this place.
export const startPasskeySignIn = (deps: PasskeyDeps): Promise<PasskeyOptions> => toOptions(deps, SIGN_IN, []);

// Both factors in one: what the person has, and the finger or PIN that the authenticator asked for.
export async function signInWithPasskey(
  deps: PasskeyDeps & CompletionDeps,
  guest: Guest,
  { body }: { readonly body: PasskeySignInRequest },
): Promise<SignedIn> {
  const passkey = await findPasskey(deps.db, body.id);
  const right = passkey && (await findRightAnswer(deps, SIGN_IN, passkey, body));
  const account = right && (await findAccountOf(deps.db, right.passkey.person_id));
  if (right === undefined || account === undefined) throw refused('unauthorized');
  const take: Along = async (db) => {
    if (!(await takeAnswer(db, right, deps.clock.now()))) throw refused('unauthorized');
  };
  if (body.ticket === undefined && account.must_review_methods) throw newPasswordFirst();
  if (body.ticket === undefined) return completeSignIn(deps, guest, account, 'passkey', take);
  const first = await findFirstStep(deps, body.ticket);
  if (first?.account.id !== account.id) throw refused('unauthorized');
  return completeSecondStep(deps, guest, first, 'passkey', take);
}

const newPasswordFirst = (): ApiError =>
  new ApiError(
    'forbidden',
    'A new password was chosen for this account. Sign in with it once. Afterwards your passkey works again.',
  );

const refused = (error: 'unauthorized' | 'forbidden'): ApiError =>
  new ApiError(error, 'That passkey did not work here. Try again, or use your password.');

type ProofDeps = PasskeyDeps & { readonly db: Db };

export async function startPasskeyProof(deps: ProofDeps, session: SessionWithGuest): Promise<PasskeyOptions> {
  const own = await selectPasskeys(deps.db, session.person.id);
  return toOptions(deps, proofOf(session), own);
}

// A passkey of somebody else proves nothing about who is signed in.
export async function proveWithPasskey(
  deps: ProofDeps,
  session: SessionWithGuest,
  { body }: { readonly body: PasskeyAnswer },
): Promise<Proved> {
  const passkey = await findPasskey(deps.db, body.id);
  const isOwn = passkey?.person_id === session.person.id;
  const right = isOwn ? await findRightAnswer(deps, proofOf(session), passkey, body) : undefined;
  if (right === undefined) throw refused('forbidden');
  return deps.db.transaction(async (db) => {
    if (!(await takeAnswer(db, right, deps.clock.now()))) throw refused('forbidden');
    return renewProof({ db, clock: deps.clock }, session);
  });
}

const proofOf = ({ id }: SessionWithGuest): ChallengeFor => ({ purpose: 'prove', sessionId: id });

async function toOptions(
  { baseUrl, challengeKey, clock }: PasskeyDeps,
  use: ChallengeFor,
  allowed: readonly PasskeyRow[],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: requireRelyingParty(baseUrl).id,
    challenge: Uint8Array.from(newChallenge(challengeKey, use, clock.now())),
    allowCredentials: allowed.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  return { options: { ...options } };
}
