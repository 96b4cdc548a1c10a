import { removedMethodWords } from '@vitrine/contract/account-words';
import type { RemovedMethods } from '@vitrine/contract/removed-methods';
import type { Queryable } from '../db/db.js';
import type { PersonId } from '../ids.js';
import type { Actor } from '../principal.js';
import type { CompanyIdentity } from './company-queries.js';
import { findOwnAccount, markEmailProven, updatePassword } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { removeSignInMethods } from './remove-sign-in-methods.js';

type Proof = {
  // The mailbox that was proven.
  readonly emailKey: string;
  readonly at: string;
  readonly actor: Omit<Actor, 'merchantId'>;
  // The single sign-on that gave the proof stays.
  readonly keep?: CompanyIdentity;
};

/**
 * Marks the email of an account as proven. The first proof removes everything that could open the account before, the
 * password too: anybody may have set it up. Returns what was removed, or undefined when this is not the first proof or
 * the account has another email. The caller has locked the person's merchants and the account.
 */
export async function proveEmail(
  db: Queryable,
  personId: PersonId,
  { emailKey, at, actor, keep }: Proof,
): Promise<RemovedMethods | undefined> {
  const before = await findOwnAccount(db, personId);
  const account = await markEmailProven(db, personId, { emailKey, at });
  if (account === undefined) return undefined;
  await updatePassword(db, personId, null);
  const { others } = await removeSignInMethods(db, personId, { at, actor, keep });
  const removed = { password: before?.password_hash !== null, ...others };
  const details = { email: account.email, removed: removedMethodWords(removed) };
  await recordEverywhere(db, personId, actor, { kind: 'person.email_proven', at, details });
  return removed;
}

/**
 * Marks the email as proven by somebody who is signed in. That removes nothing: the person is in the account already and
 * sees on the account page what opens it.
 */
export async function proveEmailInSession(
  db: Queryable,
  personId: PersonId,
  { emailKey, at, actor }: Omit<Proof, 'keep'>,
): Promise<boolean> {
  const account = await markEmailProven(db, personId, { emailKey, at });
  if (account === undefined) return false;
  const details = { email: account.email };
  await recordEverywhere(db, personId, actor, { kind: 'person.email_proven', at, details });
  return true;
}
