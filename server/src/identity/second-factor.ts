import { SECOND_STEP_MINUTES } from '@vitrine/contract/console-limits';
import type {
  AppAdded,
  AppSetup,
  ConfirmAppRequest,
  Passkey,
  RecoveryCodes,
  SecondFactors,
} from '@vitrine/contract/second-factor';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, unprocessable } from '../errors.js';
import type { PersonId } from '../ids.js';
import type { SessionWithGuest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { selectPasskeys, type PasskeyRow } from './passkey-queries.js';
import { lockPerson } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { openSecret, sealSecret } from './sealed-secret.js';
import { holdSecretKey } from './secret-key.js';
import * as query from './second-factor-queries.js';
import { requireStillThere } from './session.js';
import { deleteOtherSessionsOf } from './session-queries.js';
import { tellOwn } from './tell-of-change.js';
import { findStep, newTotpSecret, toBase32, toOtpauthUrl } from './totp.js';

type ChangeDeps = Pick<MailDeps, 'db' | 'clock' | 'baseUrl' | 'mail' | 'afterwards'>;
type AppDeps = ChangeDeps & { readonly secretKey: string };

export async function getSecondFactors({ db }: Pick<Deps, 'db'>, { person }: SessionWithGuest): Promise<SecondFactors> {
  return readSecondFactors(db, person.id);
}

export async function readSecondFactors(db: Queryable, personId: PersonId): Promise<SecondFactors> {
  const { app_since, recovery_codes } = await query.selectFactors(db, personId);
  return {
    appSince: app_since,
    passkeys: (await selectPasskeys(db, personId)).map(toPasskey),
    recoveryCodesLeft: recovery_codes,
    demandedBy: (await query.selectDemandingMerchants(db, personId)).map(({ name }) => name),
  };
}

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: created_at,
  lastUsedAt: last_used_at,
});

// The secret counts for nothing until the app has shown that it has it.
export async function startApp({ db, clock, secretKey }: AppDeps, session: SessionWithGuest): Promise<AppSetup> {
  const secret = newTotpSecret();
  const at = new Date(clock.now()).toISOString();
  const sealed = sealSecret(secretKey, session.person.id, secret);
  const kept = await db.transaction(async (db) => {
    await holdSecretKey(db, secretKey);
    return query.insertTotp(db, session.person.id, { secret: sealed, at });
  });
  if (kept === undefined) throw hasApp();
  return { secret: toBase32(secret), url: toOtpauthUrl(secret, session.email) };
}

const hasApp = (): ApiError => new ApiError('conflict', 'An authenticator app is set up already. Remove it first.');

export async function confirmApp(
  deps: AppDeps,
  session: SessionWithGuest,
  { body }: { readonly body: ConfirmAppRequest },
): Promise<AppAdded> {
  const { db, clock, secretKey } = deps;
  const { id } = session.person;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const added = await db.transaction(async (db) => {
    await holdSecretKey(db, secretKey);
    await lockForChange(db, session, {
      kind: 'person.second_factor_added',
      at,
      details: { name: 'authenticator app' },
    });
    if ((await query.findTotp(db, id)) !== undefined) throw hasApp();
    const since = new Date(now - SETUP_MS).toISOString();
    const started = await query.findUnconfirmedTotp(db, id, since);
    if (started === undefined) throw new ApiError('conflict', 'That took too long. Start again.');
    const secret = openSecret(secretKey, id, started.secret);
    const step = findStep(secret, body.code.replace(/\s/g, ''), { now, after: started.last_step });
    if (step === undefined) throw wrongCode();
    const recoveryCodes = await protectFirst(db, session);
    // The code that was shown here does not sign in as well.
    await query.confirmTotpAt(db, id, { step, at });
    return { recoveryCodes };
  });
  tellOwn(deps, session, { kind: 'app_added' });
  return added;
}

const SETUP_MS = 6 * SECOND_STEP_MINUTES * 60_000;

const wrongCode = (): ApiError =>
  unprocessable(
    'The code is not the one of this moment. Type what the app shows now; if it is never taken, the clock of the telephone may be wrong.',
  );

// With the first second factor come the recovery codes, and whoever came in without one goes.
export async function protectFirst(
  db: Queryable,
  { id: sessionId, person }: SessionWithGuest,
): Promise<string[] | null> {
  if (await query.hasSecondFactor(db, person.id)) return null;
  await deleteOtherSessionsOf(db, person.id, sessionId);
  return keepNewCodes(db, person.id);
}

async function keepNewCodes(db: Queryable, personId: PersonId): Promise<string[]> {
  const codes = newRecoveryCodes();
  await query.replaceRecoveryCodes(db, personId, codes.map(hashRecoveryCode));
  return codes;
}

export async function makeRecoveryCodes(deps: ChangeDeps, session: SessionWithGuest): Promise<RecoveryCodes> {
  const { id } = session.person;
  const at = new Date(deps.clock.now()).toISOString();
  const made = await deps.db.transaction(async (db) => {
    await lockForChange(db, session, { kind: 'person.recovery_codes_made', at, details: {} });
    if (!(await query.hasSecondFactor(db, id))) {
      throw new ApiError('conflict', 'Recovery codes come with a second factor. Set one up first.');
    }
    return { recoveryCodes: await keepNewCodes(db, id) };
  });
  tellOwn(deps, session, { kind: 'recovery_codes_made' });
  return made;
}

// One that is not there is gone.
export async function removeApp(deps: ChangeDeps, session: SessionWithGuest): Promise<SecondFactors> {
  const { id } = session.person;
  const at = new Date(deps.clock.now()).toISOString();
  if ((await query.findTotp(deps.db, id)) === undefined) return readSecondFactors(deps.db, id);
  const left = await deps.db.transaction(async (db) => {
    const details = { name: 'authenticator app' };
    await lockForChange(db, session, { kind: 'person.second_factor_removed', at, details });
    await query.deleteTotp(db, id);
    return settleRemoval(db, id);
  });
  tellOwn(deps, session, { kind: 'app_removed' });
  return left;
}

// Where nothing is left, recovery codes are for nothing; a merchant that demands a factor does not let the last one go.
export async function settleRemoval(db: Queryable, personId: PersonId): Promise<SecondFactors> {
  if (!(await query.hasSecondFactor(db, personId))) {
    const [first] = await query.selectDemandingMerchants(db, personId);
    if (first !== undefined) {
      throw new ApiError('conflict', `${first.name} needs a second factor of everybody. Add another one first.`);
    }
    await query.deleteFactors(db, personId);
  }
  return readSecondFactors(db, personId);
}

type Entry = Parameters<typeof recordEverywhere>[3];

// Written first and held then, as every sign-in does it: merchants before the account. Whoever waited here for a new password
// has no session by then.
export async function lockForChange(
  db: Queryable,
  { id, person, guest }: SessionWithGuest,
  entry: Entry,
): Promise<void> {
  await recordEverywhere(db, person.id, { person, requestId: guest.requestId }, entry);
  await lockPerson(db, person.id);
  await requireStillThere(db, id, entry.at);
}
