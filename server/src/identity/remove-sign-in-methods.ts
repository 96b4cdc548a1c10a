import type { RemovedMethods } from '@vitrine/contract/removed-methods';
import type { Queryable } from '../db/db.js';
import type { PersonId } from '../ids.js';
import type { Actor } from '../principal.js';
import { deleteLinksOf } from './account-link-queries.js';
import { deleteCompanyAccountsOf, type CompanyIdentity } from './company-queries.js';
import { endAssistants } from './end-assistants.js';
import { deleteFactors, selectFactors } from './second-factor-queries.js';
import { deleteSessionsOf } from './session-queries.js';

type Removal = {
  readonly at: string;
  readonly actor: Omit<Actor, 'merchantId'>;
  // Named in the activity where the operator removes them.
  readonly owner?: string;
  readonly keep?: CompanyIdentity | undefined;
};

/**
 * Removes everything that opens an account besides the password: second factors, single sign-on, sessions, open links and
 * assistants. The caller has locked the person's merchants and the account.
 */
export async function removeSignInMethods(
  db: Queryable,
  personId: PersonId,
  { keep, ...ended }: Removal,
): Promise<{ readonly others: Omit<RemovedMethods, 'password'>; readonly sessionsEnded: number }> {
  const { app_since, passkeys } = await selectFactors(db, personId);
  await deleteFactors(db, personId);
  const company = await deleteCompanyAccountsOf(db, personId, keep);
  await deleteLinksOf(db, personId);
  const { length: sessionsEnded } = await deleteSessionsOf(db, personId);
  const assistants = await endAssistants(db, personId, ended);
  return { others: { app: app_since !== null, passkeys, company: company.length > 0, assistants }, sessionsEnded };
}
