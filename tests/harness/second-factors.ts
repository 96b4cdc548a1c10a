import type { endpoints } from '@vitrine/contract/endpoints';
import type { Queryable } from '../../server/src/db/db.js';
import { findSharedKey } from '../../server/src/db/shared-key.js';
import { newChallenge, type ChallengeFor } from '../../server/src/identity/passkey-challenge.js';
import { insertPasskey } from '../../server/src/identity/passkey-queries.js';
import { hashRecoveryCode } from '../../server/src/identity/recovery-codes.js';
import { TEST_SECRET_KEY } from './secret-key.js';
import { sealSecret } from '../../server/src/identity/sealed-secret.js';
import { confirmTotpAt, insertTotp, replaceRecoveryCodes } from '../../server/src/identity/second-factor-queries.js';
import { newTotpSecret, stepAt, totpCode } from '../../server/src/identity/totp.js';
import { toUserHandle } from '../../server/src/identity/verify-passkey.js';
import { parsePasskeyId, parsePersonId } from '../../server/src/ids.js';
import { newAuthenticator } from './authenticator.js';
import type { Service } from './service.js';

type Bodies = { readonly [Name in keyof typeof endpoints]?: Record<string, unknown> };

// A passkey and an app that is half set up, and what a page of this session would send about them.
export async function giveSecondFactors(
  service: Pick<Service, 'db' | 'clock'>,
  person: { readonly id: string; readonly sessionId: string },
  passkeyId: string,
): Promise<Bodies> {
  const { db, clock } = service;
  const at = new Date(clock.now()).toISOString();
  const authenticator = await givePasskey(service, person.id, passkeyId);
  const secret = newTotpSecret();
  await insertTotp(db, parsePersonId(person.id), { secret: sealSecret(TEST_SECRET_KEY, person.id, secret), at });
  const key = await findSharedKey(db, 'challenge');
  const options = (purpose: Exclude<ChallengeFor['purpose'], 'sign-in'>) => ({
    challenge: newChallenge(key, { purpose, sessionId: person.sessionId }, clock.now()).toString('base64url'),
    user: { id: handleOf(person.id) },
  });
  return {
    proveWithPasskey: authenticator.answer(options('prove')),
    confirmApp: { code: totpCode(secret, stepAt(clock.now())) },
    addPasskey: { name: 'Phone', ...newAuthenticator().create(options('add')) },
  };
}

// An app that is set up.
export async function giveApp(
  { db, clock }: Pick<Service, 'clock'> & { readonly db: Queryable },
  personId: string,
): Promise<void> {
  const id = parsePersonId(personId);
  const at = new Date(clock.now()).toISOString();
  await insertTotp(db, id, { secret: sealSecret(TEST_SECRET_KEY, personId, newTotpSecret()), at });
  await confirmTotpAt(db, id, { step: 0, at });
}

// As if it had been added before.
export async function givePasskey({ db, clock }: Pick<Service, 'db' | 'clock'>, personId: string, id: string) {
  const authenticator = newAuthenticator(handleOf(personId));
  await insertPasskey(db, {
    person_id: parsePersonId(personId),
    id: parsePasskeyId(id),
    credential_id: authenticator.id,
    public_key: authenticator.key,
    sign_count: 0,
    transports: ['internal'],
    name: 'Laptop',
    created_at: new Date(clock.now()).toISOString(),
    last_used_at: null,
  });
  return authenticator;
}

const handleOf = (personId: string): string => Buffer.from(toUserHandle(parsePersonId(personId))).toString('base64url');

// What the app shows that was told this secret in base 32.
export const codeOf = (base32: string, now: number): string => totpCode(fromBase32(base32), stepAt(now));

export function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const RECOVERY_CODES = Array.from({ length: 10 }, (_, at) => `000${at}-aaaa-bbbb-cccc`);

export const giveRecoveryCodes = ({ db }: Pick<Service, 'db'>, personId: string): Promise<void> =>
  replaceRecoveryCodes(db, parsePersonId(personId), RECOVERY_CODES.map(hashRecoveryCode));
