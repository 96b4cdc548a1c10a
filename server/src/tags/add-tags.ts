import type { AddTagsRequest, AddTagsResult } from '@vitrine/contract/tags';
import { recordActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { notFound, unprocessable, type ApiError } from '../errors.js';
import { refuseFaults, type Fault } from '../http/faults.js';
import { parseMediaId, type ById } from '../ids.js';
import type { ContentLimits } from '../merchants/content-limits.js';
import type { ContentPrincipal } from '../principal.js';
import { ensureTags } from './ensure-tags.js';
import { lockTaggedMedia, updateTagIds } from './queries.js';

export type AddTagsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly maxTagsPerMedia: number;
  readonly limits: ContentLimits;
};

type Input = ById & { readonly body: AddTagsRequest; readonly faults?: readonly Fault[] };

// One transaction: a call that is refused leaves nothing behind, no new tag either.
export async function addTags(
  deps: AddTagsDeps,
  principal: ContentPrincipal,
  { params, body, faults = [] }: Input,
): Promise<AddTagsResult> {
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  const at = new Date(deps.clock.now()).toISOString();
  return deps.db.transaction(async (db) => {
    const media = await lockTaggedMedia(db, merchantId, mediaId);
    if (media === undefined) throw notFound('media item');
    refuseFaults(faults);
    const { tags, changes } = await ensureTags(db, merchantId, { at, names: body.add, limits: deps.limits });
    const added = tags.filter(({ id }) => !media.tag_ids.includes(id));
    const tagIds = [...media.tag_ids, ...added.map(({ id }) => id)];
    // An item may have come with more, by an import or under another limit: what adds nothing passes nothing.
    if (added.length > 0 && tagIds.length > deps.maxTagsPerMedia) {
      throw tooManyTags(deps.maxTagsPerMedia, media.tag_ids.length, added.length);
    }
    if (added.length > 0) {
      await updateTagIds(db, merchantId, mediaId, tagIds);
      const details = { mediaId, name: media.name, tags: added };
      const tagged = { type: 'media.changed', id: mediaId } as const;
      await recordActivity(db, principal, { kind: 'media.tagged', at, details }, [...changes, tagged]);
    }
    return { mediaId, tags: [...tags], added: added.length };
  });
}

export const tooManyTags = (max: number, has: number, more: number): ApiError =>
  unprocessable(
    `An item has at most ${max} tags. This one has ${has}, and ${more} of these ${more === 1 ? 'is' : 'are'} new. Nothing was added.`,
  );
