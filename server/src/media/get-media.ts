import type { Media } from '@vitrine/contract/media';
import { notFound } from '../errors.js';
import { writeShortJson, type WrittenJson } from '../http/written-json.js';
import { parseMediaId, type ById } from '../ids.js';
import type { ContentPrincipal } from '../principal.js';
import type { MediaDeps } from './list-media.js';
import { selectMediaTexts, tagVersionOf } from './media-texts.js';
import { writeMedia } from './write-media.js';

export async function getMedia(
  { db, store, tagDictionaries }: MediaDeps,
  principal: ContentPrincipal,
  { params }: ById,
): Promise<WrittenJson<Media>> {
  const { merchantId } = principal;
  const row = await selectMediaTexts(db, merchantId, parseMediaId(params.id));
  if (row === undefined) throw notFound('media item');
  const [, ...texts] = row;
  const writeTags = await tagDictionaries.findWriter(merchantId, tagVersionOf(texts));
  return writeShortJson((json) => writeMedia(json, { store, principal, writeTags }, [texts]));
}
