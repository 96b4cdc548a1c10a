import type { Flight } from '@vitrine/contract/campaign-content';
import type { UpdateCampaignRequest } from '@vitrine/contract/campaigns';
import type { Queryable } from '../db/db.js';
import { ApiError, unprocessable } from '../errors.js';
import { isFlightMoment, isInOrder, momentWords } from '../flight-moment.js';
import type { LineageId, MerchantId } from '../ids.js';
import { selectUses } from '../playlists/queries.js';
import type { Version } from './queries.js';
import type { LockedPlaylist } from './write-queries.js';

const SIDES = ['landscapePlaylistId', 'portraitPlaylistId'] as const;

const SCREENS = { landscapePlaylistId: 'landscape', portraitPlaylistId: 'portrait' } as const;

export type Settings = {
  readonly flight: Flight;
  readonly landscapePlaylistId: string | null;
  readonly portraitPlaylistId: string | null;
};

type Wanted = Pick<UpdateCampaignRequest, keyof Settings>;

export const OPEN: Settings = {
  flight: { start: null, end: null },
  landscapePlaylistId: null,
  portraitPlaylistId: null,
};

export const settingsOf = ({ flight, landscapePlaylist, portraitPlaylist }: Version): Settings => ({
  flight,
  landscapePlaylistId: landscapePlaylist?.id ?? null,
  portraitPlaylistId: portraitPlaylist?.id ?? null,
});

// What is left out stays as it is.
export const withWanted = (from: Settings, wanted: Wanted): Settings => ({
  flight: wanted.flight ?? from.flight,
  landscapePlaylistId: lower(wanted.landscapePlaylistId, from.landscapePlaylistId),
  portraitPlaylistId: lower(wanted.portraitPlaylistId, from.portraitPlaylistId),
});

const lower = (id: string | null | undefined, otherwise: string | null): string | null =>
  id === undefined ? otherwise : (id?.toLowerCase() ?? null);

export const wantedPlaylistIds = (wanted: Wanted): string[] =>
  SIDES.flatMap((side) => wanted[side]?.toLowerCase() ?? []);

// A day of the calendar, and in order: a flight may start and end on one day, whose whole length plays.
export function requireFlight({ flight }: Wanted): void {
  if (flight === undefined) return;
  const faults = (['start', 'end'] as const).flatMap((end) => {
    const moment = flight[end];
    return moment === null || isFlightMoment(moment) ? [] : `The ${end}, ${moment}, is no day of the calendar.`;
  });
  if (faults.length === 0 && flight.start !== null && flight.end !== null && !isInOrder(flight.start, flight.end)) {
    faults.push(`The end, ${momentWords(flight.end)}, is not after the start, ${momentWords(flight.start)}.`);
  }
  if (faults.length > 0) throw unprocessable(faults.join(' '));
}

type Use = { readonly lineageId: LineageId; readonly wanted: Wanted; readonly playlists: readonly LockedPlaylist[] };

// A playlist that is kept to a campaign is for no other.
export async function requireUsable(db: Queryable, merchantId: MerchantId, { lineageId, wanted, playlists }: Use) {
  const byId = new Map(playlists.map((playlist) => [playlist.id, playlist]));
  const missing = SIDES.filter((side) => wanted[side] && !byId.has(wanted[side].toLowerCase()));
  if (missing.length > 0) {
    const message = missing.map((side) => `The playlist for ${SCREENS[side]} screens is no longer there.`).join(' ');
    throw unprocessable(message);
  }
  for (const { id, name, shared } of wantedPlaylistIds(wanted).flatMap((wantedId) => byId.get(wantedId) ?? [])) {
    if (shared) continue;
    const using = await selectUses(db, merchantId, [id]);
    const [other] = using;
    if (other === undefined || using.some((campaign) => campaign.lineageId === lineageId)) continue;
    const message = `«${name}» is kept to the campaign «${other.name}». Share it first.`;
    throw new ApiError('conflict', message, 'in_use');
  }
}
