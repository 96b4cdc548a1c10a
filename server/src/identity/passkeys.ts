import { randomUUID } from 'node:crypto';
import { PASSKEYS_MAX } from '@vitrine/contract/console-limits';
import type { AddPasskeyRequest, PasskeyAdded, PasskeyOptions, SecondFactors } from '@vitrine/contract/second-factor';
import { ApiError, requireFound, unprocessable } from '../errors.js';
import { parsePasskeyId, type ById } from '../ids.js';
import type { SessionWithGuest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import type { CompanyDeps } from './company.js';
import { findCompanyAccount } from './company-queries.js';
import { CHALLENGE_MS, newChallenge, type ChallengeFor } from './passkey-challenge.js';
import { deletePasskey, insertPasskey, selectPasskeys, updatePasskeyName } from './passkey-queries.js';
import { hasOtherWayIn } from './people-queries.js';
import { requireRelyingParty } from './relying-party.js';
import { lockForChange, protectFirst, readSecondFactors, settleRemoval, toPasskey } from './second-factor.js';
import { tellOwn } from './tell-of-change.js';
import {
  findNewKey,
  loadWebAuthn,
  PASSKEY_ALGORITHMS,
  takeChallengeOnce,
  toUserHandle,
  type PasskeyDeps,
} from './verify-passkey.js';

type OwnDeps = PasskeyDeps & Pick<MailDeps, 'db' | 'mail' | 'afterwards'>;

// Discoverable, so that it signs in without typing; an authenticator that has one of this account is not asked again.
export async function startPasskey(deps: OwnDeps, session: SessionWithGuest): Promise<PasskeyOptions> {
  const { db, baseUrl, challengeKey, clock } = deps;
  const { person, email } = session;
  const own = await selectPasskeys(db, person.id);
  if (own.length >= PASSKEYS_MAX) throw tooMany();
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Vitrine',
    rpID: requireRelyingParty(baseUrl).id,
    userID: toUserHandle(person.id),
    userName: email,
    userDisplayName: person.name,
    challenge: Uint8Array.from(newChallenge(challengeKey, additionTo(session), clock.now())),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

const tooMany = (): ApiError => new ApiError('conflict', `${PASSKEYS_MAX} passkeys are the most. Remove one first.`);

const additionTo = ({ id }: SessionWithGuest): ChallengeFor => ({ purpose: 'add', sessionId: id });

export async function addPasskey(
  deps: OwnDeps,
  session: SessionWithGuest,
  { body }: { readonly body: AddPasskeyRequest },
): Promise<PasskeyAdded> {
  const key = await findNewKey(deps, additionTo(session), body);
  if (key === undefined) throw refused();
  const now = deps.clock.now();
  const at = new Date(now).toISOString();
  const name = body.name.trim();
  const added = await deps.db.transaction(async (db) => {
    await lockForChange(db, session, { kind: 'person.passkey_added', at, details: { name } });
    if (!(await takeChallengeOnce(db, key.challenge, now))) throw refused();
    if ((await selectPasskeys(db, session.person.id)).length >= PASSKEYS_MAX) throw tooMany();
    const recoveryCodes = await protectFirst(db, session);
    const row = await insertPasskey(db, {
      person_id: session.person.id,
      id: parsePasskeyId(randomUUID()),
      credential_id: key.id,
      public_key: Buffer.from(key.publicKey),
      sign_count: key.counter,
      transports: [...body.transports],
      name,
      created_at: at,
      last_used_at: null,
    });
    if (row === undefined) throw new ApiError('conflict', 'That passkey is in use already.');
    return { passkey: toPasskey(row), recoveryCodes };
  });
  tellOwn(deps, session, { kind: 'passkey_added', passkey: name });
  return added;
}

const refused = (): ApiError => unprocessable('The passkey could not be checked. Try again, or use another device.');

export async function renamePasskey(
  { db }: Pick<OwnDeps, 'db'>,
  { person }: SessionWithGuest,
  { params, body }: ById & { readonly body: { readonly name: string } },
): Promise<SecondFactors> {
  requireFound(await updatePasskeyName(db, person.id, parsePasskeyId(params.id), body.name.trim()), 'passkey');
  return readSecondFactors(db, person.id);
}

// Who came in by it alone would be out for good, so that it is refused.
export async function removePasskey(
  deps: Omit<OwnDeps, 'challengeKey'> & Pick<CompanyDeps, 'company'>,
  session: SessionWithGuest,
  { params }: ById,
): Promise<SecondFactors> {
  const id = parsePasskeyId(params.id);
  const { db, clock, company } = deps;
  const at = new Date(clock.now()).toISOString();
  const own = await selectPasskeys(db, session.person.id);
  const { name } = requireFound(
    own.find((one) => one.id === id),
    'passkey',
  );
  const left = await db.transaction(async (db) => {
    await lockForChange(db, session, { kind: 'person.passkey_removed', at, details: { name } });
    requireFound(await deletePasskey(db, session.person.id, id), 'passkey');
    const isOut = !(await hasOtherWayIn(db, session.person.id));
    if (isOut && !(company && (await findCompanyAccount(db, session.person.id, company.issuer)))) {
      throw new ApiError('conflict', 'It is your only way in. Set a password or add another passkey first.');
    }
    return settleRemoval(db, session.person.id);
  });
  tellOwn(deps, session, { kind: 'passkey_removed', passkey: name });
  return left;
}
