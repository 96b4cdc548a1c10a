import { ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import type { TokenList } from '@vitrine/contract/tokens';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import type { PersonPrincipal } from '../principal.js';
import type { Usage } from '../usage/collect-usage.js';
import { selectTokens } from './token-queries.js';
import { isWorking, toConsoleToken } from './token-state.js';

type Deps = { readonly db: Db; readonly clock: Clock; readonly usage: Usage };

export async function listTokens({ db, clock, usage }: Deps, { merchantId }: PersonPrincipal): Promise<TokenList> {
  // What this process has counted is written first, so that `lastUsedAt` does not lag behind what the person just did.
  await usage.flush(merchantId);
  const items = (await selectTokens(db, merchantId)).map((row) => toConsoleToken(row, clock));
  return { items, active: items.filter(isWorking).length, activeMax: ACTIVE_TOKENS_MAX };
}
