import type { Role } from '@vitrine/contract/console/roles';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { Refusal } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { addPerson, type AddedPerson } from './create-person.js';
import { emailKey } from './email-key.js';
import { findAccount, lockAccount } from './queries.js';

type Deps = { readonly db: Db; readonly clock: Clock };

// The account that the email has at another merchant, on purpose. It keeps its name and its password.
export function joinPerson(
  deps: Deps,
  merchantId: MerchantId,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<AddedPerson> {
  return addPerson(deps, merchantId, role, async (db) => {
    const account = await findAccount(db, emailKey(email));
    if (account === undefined || (await lockAccount(db, account)) === undefined) {
      throw new Refusal(`${email.trim()} has no account here. «vitrine-server person create» makes one.`);
    }
    return account;
  });
}
