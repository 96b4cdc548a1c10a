import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import { insertActivity, type Deed, type Doer } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { changedMeanwhile, notFound } from '../errors.js';
import { searchText } from '../fold.js';
import type { LineageId, MerchantId } from '../ids.js';
import { shareUnused } from '../playlists/write-queries.js';
import { requireState, type CampaignState } from './campaign-state.js';
import { toConsoleCampaign, type ConsoleCampaignDeps } from './get-console-campaign.js';
import { requireAllowed, type Transition } from './transitions.js';
import {
  lockCampaign,
  lockPlaylists,
  updateCampaignRow,
  type CampaignFields,
  type LockedPlaylist,
} from './write-queries.js';

export type Order = {
  readonly transition: Transition;
  readonly lineageId: LineageId;
  // Left out where what a person saw does not matter.
  readonly revision?: number;
  // Playlists that the change may name.
  readonly playlistIds?: readonly string[];
  // What must be held before playlists and campaign.
  readonly before?: (db: Queryable) => Promise<void>;
};

export type Change = {
  readonly db: Queryable;
  readonly merchantId: MerchantId;
  readonly state: CampaignState;
  readonly playlists: readonly LockedPlaylist[];
  readonly now: number;
  readonly at: string;
  readonly by: Doer;
};

// The frame of every change: its rows are held, the revision is the one that the person saw, and the campaign may go that
// way. So of two people at once exactly one wins.
export async function changeCampaign(
  deps: ConsoleCampaignDeps,
  merchantId: MerchantId,
  { by, ...order }: Order & { readonly by: Doer },
  work: (change: Change) => Promise<void>,
): Promise<ConsoleCampaign> {
  const now = deps.clock.now();
  const { lineageId } = order;
  const after = await deps.db.transaction(async (db) => {
    const held = await hold(db, merchantId, order, now);
    await work({ db, merchantId, ...held, now, at: new Date(now).toISOString(), by });
    await shareUnused(db, merchantId, namedBy(held.state));
    return requireState(db, merchantId, lineageId);
  });
  return toConsoleCampaign(deps, merchantId, after);
}

export async function hold(db: Queryable, merchantId: MerchantId, order: Order, now: number) {
  await order.before?.(db);
  const playlists = await lockPlaylists(db, merchantId, order.lineageId, order.playlistIds ?? []);
  const locked = await lockCampaign(db, merchantId, order.lineageId);
  if (locked === undefined) throw notFound('campaign');
  if (order.revision !== undefined && order.revision !== locked.revision) throw changedMeanwhile('campaign');
  const state = await requireState(db, merchantId, order.lineageId);
  requireAllowed(order.transition, state, now);
  return { state, playlists };
}

// A playlist that was kept to this campaign and that it does not use any more would be in no list and in no campaign.
export const namedBy = ({ live, newest }: CampaignState): string[] =>
  [live, newest].flatMap((version) =>
    [version?.landscapePlaylist?.id ?? [], version?.portraitPlaylist?.id ?? []].flat(),
  );

// What is left out stays as it is.
export function writeCampaign({ db, merchantId, state }: Change, fields: Partial<CampaignFields>) {
  const { name, tagIds, archived, withdrawnAt, changedAt } = state;
  const kept = { name, tagIds, archived, withdrawnAt, changedAt, liveVersion: state.live?.version ?? null };
  const written = { ...kept, ...fields };
  return updateCampaignRow(db, merchantId, state.lineageId, {
    ...written,
    searchText: searchText(written.name),
  });
}

export function noteDeed({ db, merchantId, state, at, by }: Change, kind: Deed['kind'], details: object = {}) {
  const { lineageId, name } = state;
  return insertActivity(db, merchantId, { kind, at, details: { lineageId, name, ...details }, ...by });
}
