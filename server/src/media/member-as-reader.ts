import { SCOPES } from '@vitrine/contract/scopes';
import type { Reader } from '../access/caller.js';
import type { MerchantId } from '../ids.js';

const EVERY_SCOPE = new Set(SCOPES);

// A person reads what a token with every scope reads, files included; both go through the same functions.
export const memberAsReader = ({ merchantId }: { readonly merchantId: MerchantId }): Reader => ({
  merchantId,
  scopes: EVERY_SCOPE,
});
