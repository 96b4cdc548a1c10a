import type { ChangeTagsRequest, ConsoleMedia } from '@vitrine/contract/media';
import type { Tag } from '@vitrine/contract/tags';
import { recordActivity } from '../activity/queries.js';
import { changesOf, recordChanges } from '../changes/record-changes.js';
import { requireFound } from '../errors.js';
import { parseMediaId, type ById } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { tooManyTags, type AddTagsDeps } from '../tags/add-tags.js';
import { ensureTags } from '../tags/ensure-tags.js';
import { lockTaggedMedia, selectTagsById, updateTagIds } from '../tags/queries.js';
import { getConsoleMedia, type ConsoleMediaDeps } from './get-console-media.js';

type Input = ById & { readonly body: ChangeTagsRequest };

// Takes off, then adds. A tag that is both taken off and named stays, and the activity has only what is different in the
// end. It asks for no revision: two people who tag at once overwrite nothing of each other.
export async function changeMediaTags(
  deps: AddTagsDeps & ConsoleMediaDeps,
  principal: PersonPrincipal,
  { params, body: { add = [], remove = [] } }: Input,
): Promise<ConsoleMedia> {
  const { merchantId } = principal;
  const mediaId = parseMediaId(params.id);
  const at = new Date(deps.clock.now()).toISOString();
  await deps.db.transaction(async (db) => {
    const media = requireFound(await lockTaggedMedia(db, merchantId, mediaId), 'media item');
    const unwanted = new Set(remove.map((id) => id.toLowerCase()));
    const { tags: named, changes } = await ensureTags(db, merchantId, { at, names: add, limits: deps.limits });
    const kept = media.tag_ids.filter((id) => !unwanted.has(id) || isAmong(named, id));
    const added = named.filter(({ id }) => !kept.includes(id));
    const tagIds = [...kept, ...added.map(({ id }) => id)];
    const most = Math.max(deps.maxTagsPerMedia, media.tag_ids.length);
    if (tagIds.length > most) throw tooManyTags(deps.maxTagsPerMedia, kept.length, added.length);
    const gone = media.tag_ids.filter((id) => !kept.includes(id));
    if (gone.length + added.length > 0) await updateTagIds(db, merchantId, mediaId, tagIds);
    const removed = gone.length > 0 ? await selectTagsById(db, merchantId, gone) : [];
    for (const [kind, tags] of [['media.untagged', removed] as const, ['media.tagged', added] as const]) {
      const details = { mediaId, name: media.name, tags };
      if (tags.length > 0) await recordActivity(db, principal, { kind, at, details });
    }
    const changed = changesOf('media.changed', gone.length + added.length > 0 ? [mediaId] : []);
    await recordChanges(db, merchantId, at, [...changes, ...changed]);
  });
  return getConsoleMedia(deps, principal, { params });
}

const isAmong = (tags: readonly Tag[], id: string): boolean => tags.some((tag) => tag.id === id);
