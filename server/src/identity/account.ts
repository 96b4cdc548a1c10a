import type { Account, UpdateMeRequest } from '@vitrine/contract/account';
import type { Me } from '@vitrine/contract/session';
import type { Deps } from '../db/db.js';
import { requireFound } from '../errors.js';
import type { Session, SessionWithGuest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import type { CompanyDeps } from './company.js';
import { findCompanyAccount } from './company-queries.js';
import { toMe } from './me.js';
import { findOwnAccount, updatePerson } from './people-queries.js';
import { selectFactors } from './second-factor-queries.js';
import { recordEverywhere } from './record-everywhere.js';

// What the account page and the question for a proof begin with.
export async function getAccount(
  { db, company, mail }: CompanyDeps & Pick<MailDeps, 'mail'>,
  { person, email, isEmailProven }: Session,
): Promise<Account> {
  const account = requireFound(await findOwnAccount(db, person.id), 'person');
  const hasPassword = account.password_hash !== null;
  const { passkeys } = await selectFactors(db, person.id);
  const isOnly = company?.isOnly === true;
  const proofs: Account['proofs'] = passkeys > 0 && !isOnly ? ['passkey'] : [];
  if (hasPassword && !isOnly) proofs.push('password');
  if (company !== undefined && (await findCompanyAccount(db, person.id, company.issuer))) proofs.push('company');
  return { email, hasPassword, mustConfirmEmail: mail !== undefined && !isEmailProven, proofs };
}

// The name is what the merchants see, so they have its change in their activity. How dates and pages look is nobody else's.
export async function updateMe(
  { db, clock }: Deps,
  session: SessionWithGuest,
  { body }: { readonly body: UpdateMeRequest },
): Promise<Me> {
  const { person, guest } = session;
  const name = body.name?.trim() ?? person.name;
  const { dateLanguage = session.dateLanguage, colourScheme = session.colourScheme } = body;
  await db.transaction(async (db) => {
    if (name !== person.name) {
      const at = new Date(clock.now()).toISOString();
      const actor = { person, requestId: guest.requestId };
      const details = { personId: person.id, name, from: person.name };
      await recordEverywhere(db, person.id, actor, { kind: 'person.renamed', at, details });
    }
    await updatePerson(db, person.id, { name, dateLanguage, colourScheme });
  });
  return toMe({ ...session, person: { ...person, name }, dateLanguage, colourScheme });
}
