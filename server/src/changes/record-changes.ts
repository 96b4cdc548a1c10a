import type { ChangeType } from '@vitrine/contract/changes';
import type { Queryable } from '../db/db.js';
import { SIGNALS } from '../db/signals.js';
import { sql, type Statement } from '../db/sql.js';
import type { MerchantId } from '../ids.js';

// Something happened to that item.
export type Change = {
  readonly type: ChangeType;
  readonly id: string;
  // Where it is not the moment of the transaction: what the clock does is told afterwards.
  readonly at?: string;
};

// The same of several.
export const changesOf = (type: ChangeType, ids: readonly string[]): Change[] => ids.map((id) => ({ type, id }));

// Of what one statement changed, in the order of ids: it returns them in any.
export const changesOfRows = (type: ChangeType, rows: readonly { readonly id: string }[]): Change[] =>
  changesOf(type, rows.map(({ id }) => id).toSorted());

// Of playlists, those that anybody lists.
export function playlistChanges(playlists: readonly { readonly id: string; readonly shared: boolean }[]): Change[] {
  return changesOfRows(
    'playlist.changed',
    playlists.filter(({ shared }) => shared),
  );
}

// Of campaigns, those that are listed: one that is archived is in no copy, and the change that brings it back tells of all.
export function campaignChanges(campaigns: readonly { readonly id: string; readonly archived: boolean }[]): Change[] {
  return changesOfRows(
    'campaign.changed',
    campaigns.filter(({ archived }) => !archived),
  );
}

// Playlists that were kept to a campaign and are in the list now.
export const newlyShared = (playlists: readonly { readonly id: string }[]): Change[] =>
  changesOfRows('playlist.created', playlists);

// Within the transaction that makes the change, as the last that it locks: everybody who writes for the merchant waits here
// for those before, until they are committed, and nobody who holds this row waits for another.
export async function recordChanges(
  db: Queryable,
  merchantId: MerchantId,
  at: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length > 0) await db.run(sql`with ${changeParts(merchantId, at, changes)}`);
}

/** Locks the feed without a change to record. Like recordChanges, it is the last lock that a transaction takes. */
export function lockFeed(db: Queryable, merchantId: MerchantId) {
  return db.rows(sql`select from change_feeds where merchant_id = ${merchantId} for update`);
}

const TOPIC = 'changes ';

// What those who wait for changes of a merchant are woken by.
export const changesTopic = (merchantId: MerchantId): string => TOPIC + merchantId;

// The merchant whose changes a signal is about.
export const findChanged = (topic: string): string | undefined =>
  topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : undefined;

// The rest of a statement that records them, and tells those who wait; what stands before it there is done in the same round
// trip.
export function changeParts(merchantId: MerchantId, at: string, changes: readonly Change[]): Statement {
  const { length } = changes;
  return sql`feed as (
      insert into change_feeds as feed (merchant_id, last_number) values (${merchantId}::uuid, ${length}::bigint)
      on conflict (merchant_id) do update set last_number = feed.last_number + ${length}::bigint
      returning last_number
    ), change as (
      insert into changes (merchant_id, number, type, at, recorded_at, subject_id)
    select ${merchantId}::uuid, feed.last_number - ${length}::bigint + happened.place, happened.type, happened.at,
      ${at}::timestamptz, happened.id
    from feed cross join unnest(${changes.map(({ type }) => type)}::text[],
        ${changes.map((change) => change.at ?? at)}::timestamptz[], ${changes.map(({ id }) => id)}::uuid[])
      with ordinality as happened (type, at, id, place)
    )
    select pg_notify(${SIGNALS}, ${changesTopic(merchantId)})`;
}
