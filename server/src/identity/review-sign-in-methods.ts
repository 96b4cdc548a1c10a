import type { KeepSignInMethodsRequest, SignInMethods } from '@vitrine/contract/sign-in-methods';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import type { Session, SessionWithGuest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { deleteCompanyAccountsOf, selectCompanyAccountsOf } from './company-queries.js';
import { endAssistants } from './end-assistants.js';
import { deletePasskey, selectPasskeys } from './passkey-queries.js';
import { findOwnAccount, hasOtherWayIn, lockPerson, updateMustReview } from './people-queries.js';
import { holdEverywhere, recordEverywhere } from './record-everywhere.js';
import * as factors from './second-factor-queries.js';
import { toPasskey } from './second-factor.js';
import { deleteOtherSessionsOf } from './session-queries.js';
import { requireStillThere } from './session.js';
import { countAssistants, countOtherSessions, updateSessionReview } from './sign-in-method-queries.js';
import { tellOwn } from './tell-of-change.js';

export const listSignInMethods = ({ db, clock }: Deps, { person, id }: Session): Promise<SignInMethods> =>
  readSignInMethods(db, { personId: person.id, sessionId: id, now: new Date(clock.now()).toISOString() });

type Whose = {
  readonly personId: Session['person']['id'];
  readonly sessionId: Session['id'];
  readonly now: string;
};

async function readSignInMethods(db: Queryable, { personId, sessionId, now }: Whose): Promise<SignInMethods> {
  const account = await findOwnAccount(db, personId);
  const { app_since } = await factors.selectFactors(db, personId);
  const [company] = await selectCompanyAccountsOf(db, personId);
  return {
    hasPassword: account !== undefined && account.password_hash !== null,
    appSince: app_since,
    passkeys: (await selectPasskeys(db, personId)).map(toPasskey),
    company: company === undefined ? null : { email: company.email, linkedAt: company.linked_at },
    otherSessions: await countOtherSessions(db, personId, { sessionId, now }),
    assistants: await countAssistants(db, personId, now),
  };
}

type Keep = { readonly body: KeepSignInMethodsRequest };

/**
 * Removes every sign-in method that the person does not keep, also one that was added after the list was read. Where something
 * is removed, somebody else may have been in the account: then the other sessions end and the recovery codes go too.
 */
export async function keepSignInMethods(
  deps: Pick<MailDeps, 'db' | 'clock' | 'baseUrl' | 'mail' | 'afterwards'>,
  session: SessionWithGuest,
  { body: keep }: Keep,
): Promise<SignInMethods> {
  const { person, guest } = session;
  const personId = person.id;
  const at = new Date(deps.clock.now()).toISOString();
  const actor = { person, requestId: guest.requestId };
  const { removed, left } = await deps.db.transaction(async (db) => {
    await holdEverywhere(db, personId);
    await lockPerson(db, personId);
    await requireStillThere(db, session.id, at);
    const removed = await removeOthers(db, session, keep);
    for (const { entry } of removed) await recordEverywhere(db, personId, actor, { ...entry, at });
    const { length: sessions } =
      keep.sessions && removed.length === 0 ? [] : await deleteOtherSessionsOf(db, personId, session.id);
    const details = { personId, name: person.name, sessions };
    if (sessions > 0) await recordEverywhere(db, personId, actor, { kind: 'person.sessions_ended', at, details });
    if (!keep.assistants) await endAssistants(db, personId, { at, actor });
    await updateMustReview(db, personId, false);
    await updateSessionReview(db, session.id, false);
    return { removed, left: await readSignInMethods(db, { personId, sessionId: session.id, now: at }) };
  });
  for (const { change } of removed) tellOwn(deps, session, change);
  return left;
}

type Removed = {
  readonly entry: Omit<Parameters<typeof recordEverywhere>[3], 'at'>;
  readonly change: Parameters<typeof tellOwn>[2];
};

// A merchant's demand for a second factor does not stop this: the merchant stays shut until the person sets up another one.
async function removeOthers(db: Queryable, { person: { id } }: Session, keep: KeepSignInMethodsRequest) {
  const removed: Removed[] = [];
  if (!keep.app && (await factors.deleteTotp(db, id)) !== undefined) {
    const details = { name: 'authenticator app' };
    removed.push({ entry: { kind: 'person.second_factor_removed', details }, change: { kind: 'app_removed' } });
  }
  for (const passkey of await selectPasskeys(db, id)) {
    if (keep.passkeys.includes(passkey.id)) continue;
    await deletePasskey(db, id, passkey.id);
    const { name } = passkey;
    const change = { kind: 'passkey_removed', passkey: name } as const;
    removed.push({ entry: { kind: 'person.passkey_removed', details: { name } }, change });
  }
  if (!keep.company && (await deleteCompanyAccountsOf(db, id)).length > 0) {
    removed.push({ entry: { kind: 'person.company_unlinked', details: {} }, change: { kind: 'company_unlinked' } });
  }
  if (removed.length > 0) await requireWayIn(db, id, keep);
  if (removed.length > 0) await factors.deleteRecoveryCodes(db, id);
  return removed;
}

async function requireWayIn(db: Queryable, id: Session['person']['id'], { company }: KeepSignInMethodsRequest) {
  if (await hasOtherWayIn(db, id)) return;
  if (company && (await selectCompanyAccountsOf(db, id)).length > 0) return;
  throw new ApiError('conflict', 'Nothing would be left to sign in with. Set a password first, or keep one of them.');
}
