import type { KeyObject } from 'node:crypto';
import { PLAYLIST_COVERS_MAX } from '@vitrine/contract/console-limits';
import { PAGE_ITEMS_DEFAULT } from '@vitrine/contract/limits';
import { latestWallClock } from '@vitrine/contract/local-time';
import type {
  PlaylistListQuery,
  PlaylistPage,
  PlaylistSummary,
  PlaylistSummaryPage,
} from '@vitrine/contract/playlists';
import type { Clock } from '../clock.js';
import type { Db, Queryable } from '../db/db.js';
import { placeOf } from '../db/text-place.js';
import { openCursor, sealCursor } from '../http/cursor.js';
import { filtersOf, readPage, refuseList, toTexts, toWords, type ListInput } from '../http/list-page.js';
import { WrittenJson } from '../http/written-json.js';
import type { MerchantId } from '../ids.js';
import type { PersonPrincipal, ContentPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import { findUses } from './find-uses.js';
import { countPlaylists, selectSortedPage } from './list-queries.js';
import { measurePlaylists } from './measure-queries.js';
import { selectPlaylistPage, selectSummaries, type PlaylistRow } from './queries.js';
import { positionOf, writePlaylist } from './write-playlist.js';

export type PlaylistDeps = { readonly db: Db; readonly cursorKey: KeyObject };

export async function listPlaylists(
  { db, cursorKey }: PlaylistDeps,
  principal: ContentPrincipal,
  { query, faults }: ListInput,
): Promise<WrittenJson<PlaylistPage>> {
  const { merchantId } = principal;
  const { limit = PAGE_ITEMS_DEFAULT } = query;
  const scope = { list: 'playlists', merchantId, filters: filtersOf(query) };
  refuseList(cursorKey, scope, { query, faults });
  const position = query.cursor === undefined ? undefined : openCursor(cursorKey, scope, query.cursor);
  const after = position && { updatedAt: position[0], id: position[1] };
  // One more than asked for: it tells whether there is a next page.
  const page = await selectPlaylistPage(db, merchantId, toTexts(principal, query.q), after, limit + 1);
  const lines = page?.[1]?.split('\n') ?? [];
  const shown = lines.slice(0, limit);
  const last = lines.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last === undefined ? null : sealCursor(cursorKey, scope, positionOf(last));
  const items = shown.map((line) => `{${writePlaylist(line)}}`).join(',');
  return new WrittenJson(`{"items":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

type SummaryDeps = { readonly db: Queryable; readonly clock: Clock; readonly store: ObjectStore };

export async function listConsolePlaylists(
  { db, cursorKey, clock, store }: PlaylistDeps & SummaryDeps,
  { merchantId, timeZone }: PersonPrincipal,
  { query }: { readonly query: PlaylistListQuery },
): Promise<PlaylistSummaryPage> {
  const { sort = 'updated', kind } = query;
  const filter = { search: toWords(query.q), wall: latestWallClock(timeZone, clock.now()) };
  const scope = { list: nameOfList(sort, kind), merchantId, filters: filtersOf(query) };
  if (query.cursor === undefined) await measurePlaylists(db, merchantId);
  const { rows, nextCursor } = await readPage(cursorKey, scope, query, {
    select: (after, limit) => selectSortedPage(db, merchantId, { ...filter, sort, kind, after, limit }),
    positionOf: ({ updatedAt, createdAt, nameKey, lengthKey, id }) =>
      placeOf({ updated: updatedAt, created: createdAt, name: nameKey, longest: lengthKey }[sort], id),
  });
  const playlists = rows.map((row) => {
    const { nameKey: _, lengthKey: __, ...playlist } = row;
    return playlist;
  });
  return {
    items: await toSummaries({ db, clock, store }, merchantId, playlists),
    nextCursor,
    counts: query.cursor === undefined ? await countPlaylists(db, merchantId, filter) : null,
  };
}

// A cursor of one list does not open another.
const nameOfList = (sort: string, kind: string | undefined): string =>
  ['console playlists', sort === 'updated' ? [] : `by ${sort}`, kind ?? []].flat().join(' ');

// Three statements for all of them, however many items they have and campaigns use them.
export async function toSummaries(
  { db, clock, store }: SummaryDeps,
  merchantId: MerchantId,
  rows: readonly PlaylistRow[],
): Promise<PlaylistSummary[]> {
  const ids = rows.map(({ id }) => id);
  const summaries = await selectSummaries(db, merchantId, ids, PLAYLIST_COVERS_MAX);
  const uses = await findUses({ db, clock }, merchantId, ids);
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  return rows.flatMap((row) => {
    const summary = byId.get(row.id);
    // Deleted between the two statements.
    if (summary === undefined) return [];
    return {
      ...row,
      totalDurationSeconds: summary.totalSeconds,
      itemCount: summary.itemCount,
      coverUrls: summary.coverKeys.map((key) => store.signedGetUrl(key)),
      usedIn: [...(uses.get(row.id) ?? [])],
    };
  });
}
