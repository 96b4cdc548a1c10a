import { createHash, randomBytes } from 'node:crypto';
import type { ActivityKind } from '@vitrine/contract/activity-words';
import { MINUTE_MS } from '@vitrine/contract/time-units';
import { changeParts, recordChanges, type Change } from '../changes/record-changes.js';
import type { Queryable } from '../db/db.js';
import { signalMerchant } from '../db/signals.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';
import type { Actor, AiKeyRef } from '../principal.js';
import { insertObjects, pageOfObject } from './object-queries.js';

// What changes nothing that screens play. Any other kind wakes those of the merchant, so that a new one cannot be forgotten.
const UNSEEN: readonly string[] = [
  'media.uploaded',
  'media.page_added',
  'media.tagged',
  'media.untagged',
  'media.purged',
];
const isUnseen = (kind: ActivityKind): boolean =>
  UNSEEN.includes(kind) || /^(?:token|webhook|ai_key|person|invitation|trash)\./.test(kind);

export type ActivityEntry = {
  readonly kind: ActivityKind;
  readonly at: string;
  readonly details: object;
  // What it was done to besides that which the details name.
  readonly objectIds?: readonly string[];
};

// With what others are told of it, which takes the feed's lock: it is the last thing that a transaction does. When a person
// does the same thing again within one clock minute, the entry of the first time counts it in `attempts`.
export async function recordActivity(
  db: Queryable,
  actor: Actor,
  entry: ActivityEntry,
  changes: readonly Change[] = [],
): Promise<void> {
  const id = newEntryId(entry.at);
  const insert = sql`
    insert into activity as a ${activityColumns} values (${activityValues(actor, id, entry, findRepeatKey(actor, entry))})
    on conflict (merchant_id, repeat_key) do update
    set details = ${counted('attempts', 1)}`;
  await wakeScreens(db, actor, entry);
  await insertObjects(db, actor.merchantId, id, entry.objectIds);
  if (changes.length === 0) await db.run(insert);
  else await db.run(sql`with entry as (${insert}), ${changeParts(actor.merchantId, entry.at, changes)}`);
}

// Entries with the same id are one, which tells how many there were in `attempts`.
export async function countActivity(db: Queryable, actor: Actor, id: string, entry: ActivityEntry): Promise<void> {
  const first = { ...entry, details: { ...entry.details, attempts: 1 } };
  await db.rows(sql`
    insert into activity as a ${activityColumns} values (${activityValues(actor, id, first)})
    on conflict (merchant_id, id) do update
    set details = ${counted('attempts', 1)}`);
}

// So many more, by functions that are immutable: Citus takes no others here, and `jsonb_build_object` is none.
const counted = (
  field: 'attempts' | 'items',
  more: number,
): Statement => sql`jsonb_set(a.details::jsonb, array[${field}::text],
      (coalesce((a.details->>${field}::text)::integer, 1) + ${more}::integer)::text::jsonb)::json`;

// Invitations are limited by counting their entries. Entries about many objects name each of them.
function findRepeatKey({ person, through }: Actor, { kind, at, details, objectIds }: ActivityEntry): string | null {
  if (person === undefined || objectIds !== undefined || kind === 'person.invited') return null;
  const minute = Math.floor(Date.parse(at) / MINUTE_MS);
  const same = JSON.stringify([person.id, through ?? null, kind, details, minute]);
  return createHash('sha256').update(same).digest('hex').slice(0, UUID_HEX_DIGITS);
}

const UUID_HEX_DIGITS = 32;

// Of several items: how many, the names of the first few, and what else there is to tell.
type ManyDetails = { readonly items: number; readonly names: readonly string[]; readonly [more: string]: unknown };

// An action on many items may take several requests: it is one entry, which counts them all. An id that
// another entry has makes an entry of its own: nothing is left out, and nobody else's is touched.
export async function addToActivity(
  db: Queryable,
  actor: Actor,
  id: string,
  entry: ActivityEntry & { readonly details: ManyDetails },
  changes: readonly Change[] = [],
): Promise<void> {
  const written = await db.row<{ id: string }>(sql`
    insert into activity as a ${activityColumns} values (${activityValues(actor, id, entry)})
    on conflict (merchant_id, id) do update
    set details = ${counted('items', entry.details.items)}
    where a.kind = excluded.kind and a.person_id = excluded.person_id and a.details->>'items' is not null
    returning id`);
  if (written === undefined) return recordActivity(db, actor, entry, changes);
  await wakeScreens(db, actor, entry);
  await insertObjects(db, actor.merchantId, id, entry.objectIds);
  await recordChanges(db, actor.merchantId, entry.at, changes);
}

// In the transaction of the change, and only when that is committed. Before the feed is locked: nobody waits for it there.
const wakeScreens = async (db: Queryable, { merchantId }: Actor, { kind }: ActivityEntry): Promise<void> =>
  isUnseen(kind) ? undefined : signalMerchant(db, merchantId);

const activityColumns = sql`(merchant_id, id, at, kind, token_id, token_name, token_last_four, person_id, person_name,
  details, request_id, through, repeat_key)`;

function activityValues(
  actor: Actor,
  id: string,
  { kind, at, details }: ActivityEntry,
  repeatKey: string | null = null,
): Statement {
  const { merchantId, token, person, requestId, through } = actor;
  return sql`${merchantId}::uuid, ${id}::uuid, ${at}::timestamptz, ${kind}, ${token?.id ?? null}::uuid,
    ${token?.name ?? null}, ${token?.lastFour ?? null}, ${person?.id ?? null}::uuid,
    ${person?.name ?? null}, ${JSON.stringify(details)}::json, ${requestId ?? null},
    ${through === undefined ? null : JSON.stringify(through)}::json, ${repeatKey}::uuid`;
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
  through: AiKeyRef | null;
};

const columns = sql`
  id, at, kind, token_id, token_name, token_last_four, person_id, person_name, details, request_id, through`;

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
  // What it was done to.
  readonly objectId: string | undefined;
  readonly from: string | undefined;
  readonly before: string | undefined;
};

type ActivityCursor = { readonly at: string; readonly id: string };

// Each filter is a condition of its own or none at all, so that each set of filters has a plan over its own index.
export function selectActivityPage(
  db: Queryable,
  merchantId: MerchantId,
  filter: ActivityFilter,
  { after, limit }: { readonly after: ActivityCursor | undefined; readonly limit: number },
) {
  const { tokenId, personId, kind, objectId, from, before } = filter;
  const conditions = sql`
      ${when(tokenId, (value) => sql`and token_id = ${value}::uuid`)}
      ${when(personId, (value) => sql`and person_id = ${value}::uuid`)}
      ${when(kind, (value) => sql`and kind = ${value}`)}
      ${when(from, (value) => sql`and at >= ${value}::timestamptz`)}
      ${when(before, (value) => sql`and at < ${value}::timestamptz`)}
      ${when(after, ({ at, id }) => sql`and (at, id) < (${at}::timestamptz, ${id}::uuid)`)}`;
  if (objectId !== undefined) {
    return db.rows<ActivityRow>(pageOfObject(merchantId, objectId, { columns, conditions, limit }));
  }
  return db.rows<ActivityRow>(sql`
    select ${columns} from activity
    where merchant_id = ${merchantId} ${conditions}
    order by at desc, id desc
    limit ${limit}`);
}

const NOTHING = sql``;

const when = <Value>(value: Value | undefined, condition: (value: Value) => Statement): Statement =>
  value === undefined ? NOTHING : condition(value);

const COUNTS = 2 ** 32;

let written = 0;

// A UUID of our own kind (version 8): the moment, a count, chance. Lists are by moment and id, so that entries of one
// moment stay in the order in which they were written.
export function newEntryId(at: string): string {
  written = (written + 1) % COUNTS;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.parse(at), 0, 6);
  bytes.writeUInt16BE(0x8000 | (written >>> 20), 6);
  bytes.writeUInt32BE((0x80000000 | ((written & 0xfffff) << 10) | (bytes.readUInt16BE(14) & 0x3ff)) >>> 0, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
