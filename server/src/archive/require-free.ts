import type { Queryable } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import { emailKey } from '../identity/email-key.js';
import type { Archive } from './archive-schema.js';
import { refusal } from './check-archive.js';
import { secretKeyOf } from './check-tokens.js';
import { selectAccountsElsewhere, selectSecretsElsewhere } from './queries.js';
import { requireOwnPeople } from './require-own-people.js';
import { toTokenRow } from './to-rows.js';

type Asked = { readonly archive: Archive; readonly replace: boolean; readonly joinPeople: boolean };

// What the archive claims must not be another's: the merchant's id, the accounts of people, and the
// secrets that tell merchants apart.
export async function requireFree(db: Queryable, merchantId: MerchantId, asked: Asked): Promise<void> {
  const { archive, replace } = asked;
  if (!replace && (await selectMerchant(db, merchantId)) !== undefined) throw merchantExists(merchantId);
  const emails = (archive.people ?? []).map(({ email }) => emailKey(email));
  const known = await selectAccountsElsewhere(db, merchantId, emails);
  requireOwnPeople(new Set(known.map((row) => row.emailKey)), asked);
  await requireFreeSecrets(db, merchantId, archive);
}

async function requireFreeSecrets(db: Queryable, merchantId: MerchantId, archive: Archive): Promise<void> {
  const tokens = archive.tokens ?? [];
  const hashes = tokens.map((token) => toTokenRow(token).secretHash);
  const taken = new Set((await selectSecretsElsewhere(db, merchantId, hashes)).map((row) => row.secretHash));
  const at = hashes.findIndex((hash) => taken.has(hash));
  if (at === -1) return;
  const message = 'is the secret of a token of another merchant here; a secret of its own is expected';
  throw refusal({ path: ['tokens', at, secretKeyOf(tokens[at])], message });
}

export const merchantExists = (merchantId: MerchantId) =>
  refusal({
    path: ['merchant', 'id'],
    message: `is ${merchantId}, which exists here; another id is expected, or --replace to put the archive in its place`,
  });
