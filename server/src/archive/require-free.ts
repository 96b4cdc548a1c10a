import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import { emailKey } from '../fold.js';
import { type ArchiveError, faultAt } from './archive-error.js';
import type { Archive } from './archive-schema.js';
import { secretPath } from './check-people.js';
import { selectAccountsElsewhere, selectSecretsElsewhere } from './queries.js';
import { secretHashOf } from './to-rows.js';

export type ImportInput = { readonly archive: Archive; readonly replace: boolean; readonly joinPeople: boolean };

// What the archive claims must not be another's: the merchant's id, the accounts of people, and the secrets that tell
// merchants apart.
export async function requireFree(db: Queryable, merchantId: MerchantId, input: ImportInput): Promise<void> {
  const { people, tokens } = input.archive;
  if (!input.replace && (await selectMerchant(db, merchantId)) !== undefined) throw merchantExists(merchantId);
  const emails = people.map(({ email }) => emailKey(email));
  const accounts = await selectAccountsElsewhere(db, merchantId, emails);
  requireOwnPeople(new Set(accounts.map((row) => row.emailKey)), input);
  const hashes = tokens.map(secretHashOf);
  const taken = new Set((await selectSecretsElsewhere(db, merchantId, hashes)).map((row) => row.secretHash));
  const at = hashes.findIndex((hash) => taken.has(hash));
  if (at === -1) return;
  const message = 'is the secret of a token of another merchant here; a secret of its own is expected';
  throw faultAt(secretPath(tokens, at), message);
}

export const merchantExists = (merchantId: MerchantId): ArchiveError =>
  faultAt(
    'merchant.id',
    `is ${merchantId}, which exists here; another id is expected, or --replace to put the archive in its place`,
  );

// An email of the archive that has an account elsewhere is not the archive's to name: whoever made that account would come
// to this merchant's rights. On purpose it is joined, and keeps its own password, so that one given here would be lost.
export function requireOwnPeople(accounts: ReadonlySet<string>, { archive, joinPeople }: ImportInput): void {
  for (const [at, { email, password }] of archive.people.entries()) {
    if (!accounts.has(emailKey(email))) continue;
    if (!joinPeople) throw faultAt(`people[${at}].email`, HAS_ACCOUNT);
    if (password !== undefined) throw faultAt(`people[${at}].password`, KEEPS_PASSWORD);
  }
}

const HAS_ACCOUNT =
  'has an account at another merchant here; another email is expected, or --join-people to join the accounts that there ' +
  'are, which keep their names and passwords';

const KEEPS_PASSWORD =
  'would not be used, because the account that the email has here keeps its own; none is expected for it';
