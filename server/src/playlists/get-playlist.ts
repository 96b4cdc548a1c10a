import type { ConsolePlaylist, PlayedMedia, PlaylistDetail } from '@vitrine/contract/playlists';
import type { Clock } from '../clock.js';
import type { Queryable } from '../db/db.js';
import { notFound } from '../errors.js';
import { WrittenJson } from '../http/written-json.js';
import { parsePlaylistId, type MerchantId } from '../ids.js';
import type { PersonPrincipal, ContentPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { PlaylistDeps } from './list-playlists.js';
import { findUses } from './find-uses.js';
import {
  selectItems,
  selectPlaylist,
  selectPlaylistWithItems,
  type PlayedMediaRow,
  type PlaylistRow,
} from './queries.js';
import { writePlaylist } from './write-playlist.js';

export type PlaylistInput = { readonly params: { readonly id: string } };

// A campaign's own playlist is not listed but can be read by its id (decisions, Campaigns and playlists).
export async function getPlaylist(
  deps: PlaylistDeps,
  { merchantId }: ContentPrincipal,
  { params }: PlaylistInput,
): Promise<WrittenJson<PlaylistDetail>> {
  const row = await selectPlaylistWithItems(deps.db, merchantId, parsePlaylistId(params.id));
  if (row === undefined) throw notFound('playlist');
  const [, text, texts] = row;
  const items = toItems(texts);
  const written = items.map(writeItem).join(',');
  return new WrittenJson(`{${writePlaylist(text)},"totalDurationSeconds":${totalSeconds(items)},"items":[${written}]}`);
}

type Item = { readonly mediaId: string; readonly type: string; readonly durationSeconds: number };

function toItems(text: string | null): Item[] {
  if (text === null) return [];
  return text.split(',').map((item) => {
    const [mediaId = '', type = '', seconds] = item.split(' ');
    return { mediaId, type, durationSeconds: Number(seconds) };
  });
}

// Nothing in it is escaped.
const writeItem = ({ mediaId, type, durationSeconds }: Item): string =>
  `{"mediaId":"${mediaId}","type":"${type}","durationSeconds":${durationSeconds}}`;

type Deps = { readonly db: Queryable; readonly clock: Clock; readonly store: ObjectStore };

export async function getConsolePlaylist(
  deps: Deps,
  { merchantId }: PersonPrincipal,
  { params }: PlaylistInput,
): Promise<ConsolePlaylist> {
  return toConsolePlaylist(deps, merchantId, await selectPlaylist(deps.db, merchantId, parsePlaylistId(params.id)));
}

// As the console shows the playlist whose row this is, with its items and the campaigns that use it.
export async function toConsolePlaylist(
  { db, clock, store }: Deps,
  merchantId: MerchantId,
  row: PlaylistRow | undefined,
): Promise<ConsolePlaylist> {
  if (row === undefined) throw notFound('playlist');
  const items = (await selectItems(db, merchantId, [row.id])).map((item) => {
    const { mediaId, type, ownSeconds, durationSeconds } = item;
    return { mediaId, type, ownSeconds, durationSeconds, media: toPlayedMedia(store, item) };
  });
  const uses = await findUses({ db, clock }, merchantId, [row.id]);
  return { ...row, totalDurationSeconds: totalSeconds(items), items, usedIn: [...(uses.get(row.id) ?? [])] };
}

export const toPlayedMedia = (store: ObjectStore, row: PlayedMediaRow): PlayedMedia => ({
  name: row.name,
  width: row.width,
  height: row.height,
  durationSeconds: row.mediaSeconds,
  thumbnailUrl: row.thumbnailKey === null ? null : store.signedGetUrl(row.thumbnailKey),
  fileUrl: row.objectKey === null ? row.pageUrl : store.signedGetUrl(row.objectKey),
});

const MICROSECONDS = 1_000_000;

// Summed in whole microseconds: 0.1 and 0.2 seconds are 0.3.
const totalSeconds = (items: readonly { readonly durationSeconds: number }[]): number =>
  items.reduce((sum, item) => sum + Math.round(item.durationSeconds * MICROSECONDS), 0) / MICROSECONDS;
