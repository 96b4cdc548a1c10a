// What an authenticator says is believed here or nowhere. The library is loaded with the first passkey.
import type { KeyObject } from 'node:crypto';
import type { AddPasskeyRequest, PasskeyAnswer } from '@vitrine/contract/second-factor';
import type { Clock } from '../clock.js';
import type { Queryable } from '../db/db.js';
import type { PersonId } from '../ids.js';
import { CHALLENGE_MS, isChallenge, type ChallengeFor } from './passkey-challenge.js';
import { countPasskeyUse, takeChallenge, type PasskeyRow } from './passkey-queries.js';
import { requireRelyingParty } from './relying-party.js';

// EdDSA, ES256 and RS256. Left to itself the library offers what its Node can check: from Node 24 on also keys that the same
// installation could not check on Node 20, with signatures ten times as long.
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

export type PasskeyDeps = {
  readonly clock: Clock;
  readonly baseUrl: string;
  // Seals challenges.
  readonly challengeKey: KeyObject;
};

export const loadWebAuthn = () => import('@simplewebauthn/server');

// How an authenticator knows the account: sixteen bytes that are no name and no address.
export const toUserHandle = (personId: PersonId): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(personId.replaceAll('-', ''), 'hex'));

// A right answer, which counts once it is taken.
type RightAnswer = { readonly passkey: PasskeyRow; readonly challenge: string; readonly counter: number };

// Undefined for an answer to another challenge, from a page of another origin, of another account's passkey, without its
// person's finger or PIN, with a counter that went back, or with a wrong signature.
export async function findRightAnswer(
  deps: PasskeyDeps,
  use: ChallengeFor,
  passkey: PasskeyRow,
  answer: PasskeyAnswer,
): Promise<RightAnswer | undefined> {
  const said = parseClientData(answer.clientDataJSON);
  if (said === undefined || answer.userHandle !== Buffer.from(toUserHandle(passkey.person_id)).toString('base64url')) {
    return undefined;
  }
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = answer;
  return verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    },
    ...expectations(deps, use, said),
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).then(
    ({ verified, authenticationInfo }) =>
      verified ? { passkey, challenge: said.challenge, counter: authenticationInfo.newCounter } : undefined,
    () => undefined,
  );
}

// The new key, where the authenticator answered this challenge, on a page of ours, with its person's finger or PIN.
export async function findNewKey(deps: PasskeyDeps, use: ChallengeFor, answer: AddPasskeyRequest) {
  const said = parseClientData(answer.clientDataJSON);
  if (said === undefined) return undefined;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { id, clientDataJSON, attestationObject } = answer;
  return verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    ...expectations(deps, use, said),
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  }).then(
    ({ registrationInfo }) => registrationInfo && { ...registrationInfo.credential, challenge: said.challenge },
    () => undefined,
  );
}

type ClientData = { readonly challenge: string; readonly origin: string };

function expectations({ baseUrl, challengeKey, clock }: PasskeyDeps, use: ChallengeFor, { origin }: ClientData) {
  const { id, isOwnOrigin } = requireRelyingParty(baseUrl);
  return {
    expectedChallenge: (challenge: string) => isChallenge(challengeKey, use, challenge, clock.now()),
    // What the browser says, if it is ours; else what it cannot say.
    expectedOrigin: isOwnOrigin(origin) ? origin : 'none',
    expectedRPID: id,
    requireUserVerification: true,
  };
}

function parseClientData(text: string): ClientData | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const { challenge, origin }: Partial<Record<string, unknown>> = Object(said);
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : undefined;
  } catch {
    return undefined;
  }
}

// False where the answer, or a later one of the key, was taken before: one that was listened to is worth nothing.
export async function takeAnswer(
  db: Queryable,
  { passkey, challenge, counter }: RightAnswer,
  now: number,
): Promise<boolean> {
  const at = new Date(now).toISOString();
  return (
    (await takeChallengeOnce(db, challenge, now)) && (await countPasskeyUse(db, passkey, { counter, at })) !== undefined
  );
}

export async function takeChallengeOnce(db: Queryable, challenge: string, now: number): Promise<boolean> {
  const times = { now: new Date(now).toISOString(), end: new Date(now + CHALLENGE_MS).toISOString() };
  return (await takeChallenge(db, challenge, times)) !== undefined;
}
