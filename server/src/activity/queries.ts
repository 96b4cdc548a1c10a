import { randomUUID } from 'node:crypto';
import type { ActivityKind } from '@vitrine/contract/console/activity';
import type { Caller } from '../access/caller.js';
import type { Queryable } from '../db/db.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId, PersonId } from '../ids.js';

// The person who did it, under the name of that day.
export type Actor = { readonly personId: PersonId; readonly personName: string };

// Who did it and in which request: a token, a person, or, when neither is given, the operator by a command.
export type Doer = { readonly caller?: Caller; readonly person?: Actor; readonly requestId?: string };

export type Deed = Doer & {
  readonly kind: ActivityKind;
  readonly at: string;
  readonly details: object;
  readonly id?: string;
};

export async function insertActivity(db: Queryable, merchantId: MerchantId, deed: Deed): Promise<void> {
  await db.rows(sql`insert into activity ${activityColumns} values (${activityValues(merchantId, deed)})`);
}

// Deeds with the same id are one entry, which tells how many there were in `attempts`.
export async function countActivity(db: Queryable, merchantId: MerchantId, deed: Deed & { id: string }): Promise<void> {
  const first = { ...deed, details: { ...deed.details, attempts: 1 } };
  await db.rows(sql`
    insert into activity as a ${activityColumns} values (${activityValues(merchantId, first)})
    on conflict (merchant_id, id) do update
    set details = (a.details::jsonb || jsonb_build_object('attempts', (a.details->>'attempts')::integer + 1))::json`);
}

const activityColumns = sql`(merchant_id, id, at, kind, token_id, token_name, token_last_four, person_id, person_name,
  details, request_id)`;

function activityValues(merchantId: MerchantId, deed: Deed): Statement {
  const { id = randomUUID(), kind, caller, person, requestId, at, details } = deed;
  return sql`${merchantId}::uuid, ${id}::uuid, ${at}::timestamptz, ${kind}, ${caller?.tokenId ?? null}::uuid,
    ${caller?.tokenName ?? null}, ${caller?.lastFour ?? null}, ${person?.personId ?? null}::uuid,
    ${person?.personName ?? null}, ${JSON.stringify(details)}::json, ${requestId ?? null}`;
}

export type ActivityRow = {
  id: string;
  at: string;
  kind: string;
  token_id: string | null;
  token_name: string | null;
  token_last_four: string | null;
  person_id: string | null;
  person_name: string | null;
  details: Readonly<Record<string, unknown>>;
  request_id: string | null;
};

const columns = sql`
  id, at, kind, token_id, token_name, token_last_four, person_id, person_name, details, request_id`;

export function selectActivity(db: Queryable, merchantId: MerchantId, limit: number) {
  return db.rows<ActivityRow>(sql`
    select ${columns} from activity
    where merchant_id = ${merchantId}
    order by at desc, id desc
    limit ${limit}`);
}

export type ActivityFilter = {
  readonly tokenId: string | undefined;
  readonly personId: string | undefined;
  readonly kind: string | undefined;
  readonly from: string | undefined;
  readonly before: string | undefined;
};

export type ActivityCursor = { readonly at: string; readonly id: string };

// Each filter is a condition of its own or none at all, so that each set of filters has a plan over its own index.
export function selectActivityPage(
  db: Queryable,
  merchantId: MerchantId,
  filter: ActivityFilter,
  { after, limit }: { readonly after: ActivityCursor | undefined; readonly limit: number },
) {
  const { tokenId, personId, kind, from, before } = filter;
  return db.rows<ActivityRow>(sql`
    select ${columns} from activity
    where merchant_id = ${merchantId}
      ${when(tokenId, (value) => sql`and token_id = ${value}::uuid`)}
      ${when(personId, (value) => sql`and person_id = ${value}::uuid`)}
      ${when(kind, (value) => sql`and kind = ${value}`)}
      ${when(from, (value) => sql`and at >= ${value}::timestamptz`)}
      ${when(before, (value) => sql`and at < ${value}::timestamptz`)}
      ${when(after, ({ at, id }) => sql`and (at, id) < (${at}::timestamptz, ${id}::uuid)`)}
    order by at desc, id desc
    limit ${limit}`);
}

const NOTHING = sql``;

const when = <Value>(value: Value | undefined, condition: (value: Value) => Statement): Statement =>
  value === undefined ? NOTHING : condition(value);
