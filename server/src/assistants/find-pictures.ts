import { buffer } from 'node:stream/consumers';
import { TOOL_THUMBNAILS_MAX } from '@vitrine/contract/ai-limits';
import type { Db } from '../db/db.js';
import type { MerchantId } from '../ids.js';
import type { ObjectStore } from '../storage/object-store.js';
import { selectThumbnailKeys } from './queries.js';
import type { Picture } from './tool-call.js';

type Deps = { readonly db: Db; readonly store: ObjectStore };
type Shown = { readonly id: string; readonly name: string | null };

// The thumbnails of the first few of these that have one, in their order, each with what it is of.
export async function findPictures(
  { db, store }: Deps,
  merchantId: MerchantId,
  items: readonly Shown[],
): Promise<Picture[]> {
  const wanted = new Map(items.map((item) => [item.id, item]));
  const rows = wanted.size === 0 ? [] : await selectThumbnailKeys(db, merchantId, [...wanted.keys()]);
  const keys = new Map(rows.map((row) => [row.id, row.thumbnail_key]));
  const shown = [...wanted.values()].filter(({ id }) => keys.has(id)).slice(0, TOOL_THUMBNAILS_MAX);
  const pictures = await Promise.all(
    shown.map(async ({ id, name }) => {
      const key = keys.get(id);
      const file = key === undefined ? undefined : await store.read(key);
      // Thumbnails are JPEGs, whoever made them (contract, Uploads).
      return file
        ? [{ of: `${name ?? 'deleted since'} (${id})`, mimeType: 'image/jpeg', bytes: await buffer(file) }]
        : [];
    }),
  );
  return pictures.flat();
}
