import type { NewToken } from '@vitrine/contract/console/tokens';
import type { Doer } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { issueToken } from './issue-token.js';
import type { TokenOrder } from './new-token.js';
import { findToken } from './queries.js';
import { toConsoleToken } from './token-state.js';

type Deps = { readonly db: Db; readonly clock: Clock };

export async function createToken(
  deps: Deps,
  merchantId: MerchantId,
  order: TokenOrder & { readonly by: Doer },
): Promise<NewToken> {
  const { id, secret } = await issueToken(deps, merchantId, order);
  const row = await findToken(deps.db, merchantId, id);
  if (row === undefined) throw notFound('token');
  return { token: toConsoleToken(row, deps.clock), value: secret };
}
