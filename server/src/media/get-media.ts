import type { Media } from '@vitrine/contract/media';
import type { Reader } from '../access/caller.js';
import { notFound } from '../errors.js';
import type { MediaId } from '../ids.js';
import type { MediaDeps } from './list-media.js';
import { selectMedia } from './queries.js';
import { toMedia } from './to-media.js';

export async function getMedia(deps: MediaDeps, reader: Reader, mediaId: MediaId): Promise<Media> {
  const row = await selectMedia(deps.db, reader.merchantId, mediaId);
  if (row === undefined) throw notFound('media item');
  const resolveTags = await deps.tagDictionaries.find(reader.merchantId, row.tag_version);
  return toMedia(deps.store, reader, resolveTags, row);
}
