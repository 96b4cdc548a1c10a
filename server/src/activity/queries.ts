import { randomUUID } from 'node:crypto';
import type { Caller } from '../access/caller.js';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

export type ActivityKind = 'media.uploaded' | 'media.tagged';

// One thing that was done, by whom, in which request.
export type Deed = {
  readonly kind: ActivityKind;
  readonly caller: Caller;
  readonly requestId: string;
  readonly at: string;
  readonly details: object;
};

export async function insertActivity(db: Queryable, merchantId: MerchantId, deed: Deed): Promise<void> {
  await db.rows(sql`insert into activity ${activityColumns} values (${activityValues(merchantId, deed)})`);
}

// For statements that write the deed together with what was done.
export const activityColumns = sql`(merchant_id, id, at, kind, token_id, token_name, token_last_four, details, request_id)`;

export function activityValues(merchantId: MerchantId, { kind, caller, requestId, at, details }: Deed): Statement {
  return sql`${merchantId}::uuid, ${randomUUID()}::uuid, ${at}::timestamptz, ${kind}, ${caller.tokenId}::uuid,
    ${caller.tokenName}, ${caller.lastFour}, ${JSON.stringify(details)}::json, ${requestId}`;
}

export type ActivityRow = {
  at: string;
  kind: string;
  token_id: string | null;
  token_name: string | null;
  token_last_four: string | null;
  details: Readonly<Record<string, unknown>>;
  request_id: string | null;
};

export function selectActivity(db: Queryable, merchantId: MerchantId, limit: number) {
  return db.rows<ActivityRow>(sql`
    select at, kind, token_id, token_name, token_last_four, details, request_id from activity
    where merchant_id = ${merchantId}
    order by at desc, id desc
    limit ${limit}`);
}
