import type { AiKeyUsage } from '@vitrine/contract/ai-keys';
import type { UsageQuery } from '@vitrine/contract/tokens';
import type { Deps } from '../db/db.js';
import { requireFound } from '../errors.js';
import { parseAiKeyId, type AiKeyId, type ById, type PersonId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { Usage } from '../usage/collect-usage.js';
import { selectAiKeyDays } from '../usage/queries.js';
import { findAiKey, findAiKeyOwner } from './ai-key-queries.js';
import { toUsageDays } from './usage-days.js';

type UsageDeps = Deps & { readonly usage: Usage };
type UsageInput = ById & { readonly query: UsageQuery };

export function getOwnAiKeyUsage(deps: UsageDeps, principal: PersonPrincipal, input: UsageInput): Promise<AiKeyUsage> {
  return readDays(deps, principal, { ...input, personId: principal.person.id, keyId: parseAiKeyId(input.params.id) });
}

export async function getAiKeyUsage(
  deps: UsageDeps,
  principal: PersonPrincipal,
  input: UsageInput,
): Promise<AiKeyUsage> {
  const keyId = parseAiKeyId(input.params.id);
  const personId = requireFound(await findAiKeyOwner(deps.db, principal.merchantId, keyId), 'key');
  return readDays(deps, principal, { ...input, personId, keyId });
}

type Wanted = { readonly query: UsageQuery; readonly personId: PersonId; readonly keyId: AiKeyId };

// Every day of the span has its entry, also one without a message.
async function readDays(
  { db, clock, usage }: UsageDeps,
  { merchantId }: PersonPrincipal,
  { query, personId, keyId }: Wanted,
): Promise<AiKeyUsage> {
  const days = toUsageDays(query, clock);
  requireFound(await findAiKey(db, merchantId, personId, keyId), 'key');
  await usage.flush(merchantId);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const rows = await selectAiKeyDays(db, merchantId, personId, keyId, span);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return {
    items: days.map((day) => ({
      day,
      messages: byDay.get(day)?.messages ?? 0,
      refused: byDay.get(day)?.refused ?? 0,
    })),
  };
}
