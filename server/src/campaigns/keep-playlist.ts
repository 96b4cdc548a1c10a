import { randomUUID } from 'node:crypto';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { recordActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { parsePlaylistId } from '../ids.js';
import type { LimitedContent } from '../merchants/content-limits.js';
import { insertPlaylist, replaceItems, type NewItem } from '../playlists/write-queries.js';
import type { PersonPrincipal } from '../principal.js';

type Kept = { readonly name: string; readonly items: readonly NewItem[]; readonly at: string };

/** The limits to check once these playlists are kept. */
export const addedWith = (playlistIds: readonly string[], items: readonly unknown[]): LimitedContent[] => [
  ...(playlistIds.length > 0 ? (['playlists'] as const) : []),
  ...(items.length > 0 ? (['playlist items'] as const) : []),
];

// A new playlist for one campaign alone, which names it in the same transaction. Its media are locked.
export async function keepPlaylist(
  db: Queryable,
  principal: PersonPrincipal,
  { name: wanted, items, at }: Kept,
): Promise<string> {
  const { merchantId } = principal;
  const id = parsePlaylistId(randomUUID());
  const name = wanted.slice(0, PLAYLIST_NAME_CHARACTERS_MAX).toWellFormed().trim();
  await insertPlaylist(db, merchantId, { id, name, at, shared: false });
  await replaceItems(db, merchantId, id, items);
  const details = { playlistId: id, name, items: items.length };
  await recordActivity(db, principal, { kind: 'playlist.created', at, details });
  return id;
}
