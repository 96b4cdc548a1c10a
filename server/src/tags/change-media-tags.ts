import type { ChangeTagsRequest } from '@vitrine/contract/console/media';
import type { Tag } from '@vitrine/contract/tags';
import { insertActivity, type Doer } from '../activity/queries.js';
import { notFound } from '../errors.js';
import type { MediaId, MerchantId } from '../ids.js';
import { tooManyTags, type AddTagsDeps } from './add-tags.js';
import { ensureTags } from './ensure-tags.js';
import { lockTaggedMedia, selectTagsById, updateTagIds } from './queries.js';

type Change = ChangeTagsRequest & { readonly mediaId: MediaId };

// Takes off, then adds. A tag that is both taken off and named stays, and the activity has only what is different in the
// end. It asks for no revision: two people who tag at once overwrite nothing of each other.
export async function changeMediaTags(
  deps: AddTagsDeps,
  merchantId: MerchantId,
  { mediaId, add = [], remove = [] }: Change,
  by: Doer,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const media = await lockTaggedMedia(db, merchantId, mediaId);
    if (media === undefined) throw notFound('media item');
    const unwanted = new Set(remove.map((id) => id.toLowerCase()));
    const named = await ensureTags(db, merchantId, add);
    const kept = media.tag_ids.filter((id) => !unwanted.has(id) || isAmong(named, id));
    const added = named.filter(({ id }) => !kept.includes(id));
    const tagIds = [...kept, ...added.map(({ id }) => id)];
    if (tagIds.length > deps.maxTagsPerMedia) throw tooManyTags(deps.maxTagsPerMedia);
    const gone = media.tag_ids.filter((id) => !kept.includes(id));
    if (gone.length + added.length > 0) await updateTagIds(db, merchantId, mediaId, tagIds);
    const removed = gone.length > 0 ? await selectTagsById(db, merchantId, gone) : [];
    const at = new Date(deps.clock.now()).toISOString();
    for (const [kind, tags] of [['media.untagged', removed] as const, ['media.tagged', added] as const]) {
      const details = { mediaId, name: media.name, tags };
      if (tags.length > 0) await insertActivity(db, merchantId, { kind, at, details, ...by });
    }
  });
}

const isAmong = (tags: readonly Tag[], id: string): boolean => tags.some((tag) => tag.id === id);
