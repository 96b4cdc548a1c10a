import type { Media } from '@vitrine/contract/media';
import { notFound } from '../errors.js';
import { parseMediaId } from '../ids.js';
import type { Principal } from '../principal.js';
import type { MediaDeps } from './list-media.js';
import { selectMedia } from './queries.js';
import { toMedia } from './to-media.js';

export type MediaInput = { readonly params: { readonly id: string } };

export async function getMedia(deps: MediaDeps, principal: Principal, { params }: MediaInput): Promise<Media> {
  const { merchantId } = principal;
  const row = await selectMedia(deps.db, merchantId, parseMediaId(params.id));
  if (row === undefined) throw notFound('media item');
  const resolveTags = await deps.tagDictionaries.find(merchantId, row.tag_version);
  return toMedia(deps.store, principal, resolveTags, row);
}
