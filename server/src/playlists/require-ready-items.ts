import type { UpdatePlaylistRequest } from '@vitrine/contract/console/playlists';
import type { Queryable } from '../db/db.js';
import { ApiError } from '../errors.js';
import type { MerchantId } from '../ids.js';
import { lockReadyMedia, type NewItem } from './console-queries.js';

const PLACES_NAMED_MAX = 20;

export const toItems = (items: UpdatePlaylistRequest['items'] = []): NewItem[] =>
  items.map(({ mediaId, ownSeconds }) => ({ mediaId: mediaId.toLowerCase(), ownSeconds }));

// What the items name is there and ready, and stays so until the transaction ends.
export async function requireReadyItems(
  db: Queryable,
  merchantId: MerchantId,
  items: readonly NewItem[],
): Promise<void> {
  if (items.length === 0) return;
  const ready = await lockReadyMedia(db, merchantId, [...new Set(items.map(({ mediaId }) => mediaId))]);
  const ids = new Set(ready.map(({ id }) => id));
  const missing = items.flatMap(({ mediaId }, at) => (ids.has(mediaId) ? [] : [`items.${at}`]));
  if (missing.length === 0) return;
  const further = missing.length > PLACES_NAMED_MAX ? ` and ${missing.length - PLACES_NAMED_MAX} more` : '';
  const places = missing.slice(0, PLACES_NAMED_MAX).join(', ') + further;
  throw new ApiError('unprocessable', `${places}: there is no such media item.`, 'invalid');
}
