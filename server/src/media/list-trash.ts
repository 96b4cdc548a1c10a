import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { Trashed, TrashPage } from '@vitrine/contract/trash';
import { filtersOf, readPage, toWords, type ListQuery } from '../http/list-page.js';
import type { PersonPrincipal } from '../principal.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { MediaDeps } from './list-media.js';
import { selectTrashPage, type TrashRow } from './trash-queries.js';

export const TRASH_MS = TRASH_DAYS * 24 * 3_600_000;

export async function listTrash(
  { db, store, cursorKey }: MediaDeps,
  { merchantId }: PersonPrincipal,
  { query }: { readonly query: Omit<ListQuery, 'tag'> },
): Promise<TrashPage> {
  const scope = { list: 'trash', merchantId, filters: filtersOf(query) };
  const words = toWords(query.q);
  const { rows, nextCursor } = await readPage(cursorKey, scope, query, {
    select: (after, limit) =>
      selectTrashPage(db, merchantId, { words, after: after && { trashedAt: after[0], id: after[1] }, limit }),
    positionOf: (row) => [row.trashed_at, row.id],
  });
  return { items: rows.map((row) => toTrashed(store, row)), nextCursor };
}

const toTrashed = (store: ObjectStore, row: TrashRow): Trashed => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  type: row.type,
  mergedInto: row.merged_into,
  thumbnailUrl: row.thumbnail_key === null ? null : store.signedGetUrl(row.thumbnail_key),
  sizeBytes: row.bytes,
  trashedAt: row.trashed_at,
  goneAt: new Date(Date.parse(row.trashed_at) + TRASH_MS).toISOString(),
});
