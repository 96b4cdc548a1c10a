import type { CompanyAccount } from '@vitrine/contract/company';
import { ApiError } from '../errors.js';
import type { Session, SessionWithGuest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import type { CompanyDeps } from './company.js';
import { deleteCompanyAccount, findCompanyAccount, type CompanyAccountRow } from './company-queries.js';
import { hasOtherWayIn } from './people-queries.js';
import { recordEverywhere } from './record-everywhere.js';
import { tellOwn } from './tell-of-change.js';

export async function getCompanyAccount({ db, company }: CompanyDeps, { person }: Session): Promise<CompanyAccount> {
  if (company === undefined) return { company: null, linked: null };
  return toCompanyAccount(company.name, await findCompanyAccount(db, person.id, company.issuer));
}

const toCompanyAccount = (company: string, row: CompanyAccountRow | undefined): CompanyAccount => ({
  company,
  linked: row === undefined ? null : { email: row.email, linkedAt: row.linked_at },
});

// Who has no other way in would be out for good, so that it is refused. Sessions of the account go on to their own end.
export async function unlinkCompany(deps: CompanyDeps & MailDeps, session: SessionWithGuest): Promise<CompanyAccount> {
  const { db, clock, company } = deps;
  if (company === undefined) return { company: null, linked: null };
  const { person, guest } = session;
  const at = new Date(clock.now()).toISOString();
  if ((await findCompanyAccount(db, person.id, company.issuer)) === undefined)
    return toCompanyAccount(company.name, undefined);
  await db.transaction(async (db) => {
    const entry = { kind: 'person.company_unlinked', at, details: {} } as const;
    await recordEverywhere(db, person.id, { person, requestId: guest.requestId }, entry);
    // Held until the end, so that the password cannot go at the same moment.
    if (company.isOnly || !(await hasOtherWayIn(db, person.id))) {
      throw new ApiError('conflict', 'It is your only way in. Set a password or a passkey first.');
    }
    await deleteCompanyAccount(db, person.id, company.issuer);
  });
  tellOwn(deps, session, { kind: 'company_unlinked' });
  return toCompanyAccount(company.name, undefined);
}
