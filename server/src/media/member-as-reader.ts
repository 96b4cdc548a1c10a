import { SCOPES } from '@vitrine/contract/scopes';
import type { Caller } from '../access/caller.js';
import type { Member } from '../access/visitor.js';
import { parseTokenId } from '../ids.js';

const EVERY_SCOPE = new Set(SCOPES);

// A person reads what a token with every scope reads, files included; both go through the same functions.
export const memberAsReader = ({ merchantId, personId, personName }: Member): Caller => ({
  merchantId,
  tokenId: parseTokenId(personId),
  tokenName: personName,
  lastFour: '',
  scopes: EVERY_SCOPE,
  planAllowsWrites: true,
  isStopped: false,
  createdAt: 0,
  expiresAt: Number.POSITIVE_INFINITY,
  planEndsAt: Number.POSITIVE_INFINITY,
});
