import { createHash } from 'node:crypto';
import type { Flight } from '@vitrine/contract/campaign-content';
import { PROGRAM_CAMPAIGNS_MAX, PROGRAM_DAYS } from '@vitrine/contract/screen-limits';
import { boundsOf } from '@vitrine/contract/campaign-status';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { keepWhileTold } from '../db/keep-while-told.js';
import type { Signals } from '../db/signals.js';
import type { KnownScreen } from '../identity/known-screens.js';
import type { MerchantId } from '../ids.js';
import { selectItems } from '../playlists/queries.js';
import {
  selectFlown,
  selectFrozenItems,
  selectProgramMedia,
  type FlownRow,
  type ProgramMediaRow,
} from './program-queries.js';

type Item = { readonly mediaId: string; readonly durationSeconds: number };

export type Playable = {
  readonly merchantId: MerchantId;
  readonly campaigns: readonly {
    readonly lineageId: string;
    readonly name: string;
    readonly flight: Flight;
    readonly items: readonly Item[];
  }[];
  readonly default: { readonly items: readonly Item[] } | null;
  readonly media: readonly ProgramMediaRow[];
  readonly hash: string;
  // From then on something else is in it, though nobody changed anything: a flight ends, or comes near.
  readonly validUntil: number;
};

// What screens of one set-up play.
export type Programs = { readonly find: (screen: KnownScreen) => Promise<Playable> };

const PROGRAMS_MAX = 2_000;

// Kept for all screens that are set up alike, until something of the merchant changes or a flight turns.
export function createPrograms({ db, clock }: { readonly db: Db; readonly clock: Clock }, signals: Signals): Programs {
  const kept = keepWhileTold<Playable>(signals, {
    max: PROGRAMS_MAX,
    topicOf: ({ merchantId }) => merchantId,
    isFresh: ({ validUntil }) => clock.now() < validUntil,
  });
  return {
    async find(screen) {
      const found = await kept.find(setUpKey(screen), () => readPlayable(db, screen, clock.now()));
      if (found === undefined) throw new Error('a program is always read');
      return found;
    },
  };
}

// What decides a screen's program.
export type ScreenSetUp = Pick<KnownScreen, 'merchantId' | 'orientation' | 'timeZone' | 'defaultPlaylistId' | 'tagIds'>;

export const setUpKey = ({ merchantId, orientation, timeZone, defaultPlaylistId, tagIds }: ScreenSetUp): string =>
  [merchantId, orientation, timeZone, defaultPlaylistId, ...[...tagIds].sort()].join(' ');

export async function readPlayable(db: Db, screen: ScreenSetUp, now: number): Promise<Playable> {
  const { merchantId, orientation, timeZone, defaultPlaylistId } = screen;
  const { listed, validUntil } = listAt(await selectFlown(db, merchantId, screen.tagIds), timeZone, now);
  const frozen = listed.length === 0 ? [] : await selectFrozenItems(db, merchantId, listed, orientation);
  const itemsOf = new Map(frozen.map(({ lineageId, items }) => [lineageId, items ?? []]));
  const fallback = defaultPlaylistId === null ? [] : await selectItems(db, merchantId, [defaultPlaylistId]);
  const named = new Set([...itemsOf.values(), fallback].flat().map(({ mediaId }) => mediaId));
  const media = named.size === 0 ? [] : await selectProgramMedia(db, merchantId, [...named]);
  const there = new Set(media.map(({ id }) => id));
  // What is in the trash or gone is not shown; a campaign of which nothing is left is none.
  const toItems = (items: readonly Item[]): Item[] =>
    items
      .filter(({ mediaId }) => there.has(mediaId))
      .map(({ mediaId, durationSeconds }) => ({ mediaId, durationSeconds }));
  const campaigns = listed
    .map(({ lineageId, name, start, end }) => {
      return { lineageId, name, flight: { start, end }, items: toItems(itemsOf.get(lineageId) ?? []) };
    })
    .filter(({ items }) => items.length > 0);
  const items = toItems(fallback);
  const content = { campaigns, default: items.length === 0 ? null : { items }, media };
  // Where a file lies is no part of what it is.
  const seen = { ...content, media: media.map((one) => ({ ...one, objectKey: null })) };
  return { merchantId, ...content, hash: hashOf(seen), validUntil };
}

// What runs or starts soon, and when that will be another list.
function listAt(rows: readonly FlownRow[], timeZone: string, now: number) {
  const listed: FlownRow[] = [];
  let validUntil = Infinity;
  for (const row of rows) {
    const { startsAt, endsAt } = boundsOf(row, timeZone);
    const comesAt = (startsAt ?? -Infinity) - PROGRAM_DAYS * DAY_MS;
    const goesAt = endsAt ?? Infinity;
    if (now >= goesAt) continue;
    if (now >= comesAt) listed.push(row);
    validUntil = Math.min(validUntil, now >= comesAt ? goesAt : comesAt);
  }
  return { listed: listed.slice(0, PROGRAM_CAMPAIGNS_MAX), validUntil };
}

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
