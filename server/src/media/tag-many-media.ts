import type { TagManyRequest, TagManyResult } from '@vitrine/contract/library';
import type { Tag } from '@vitrine/contract/tags';
import { changesOf, recordChanges, type Change } from '../changes/record-changes.js';
import { addToActivity } from '../activity/queries.js';
import type { Queryable } from '../db/db.js';
import { invalidRequest } from '../errors.js';
import { parseMediaId, type MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import type { AddTagsDeps } from '../tags/add-tags.js';
import { ensureTags } from '../tags/ensure-tags.js';
import { selectTagsById } from '../tags/queries.js';
import { addTagsToMany, lockManyTagged, removeTagsFromMany, type TaggedRow } from './many-queries.js';

// Adds or takes off, one of the two: each can then be undone by the other. An item that would carry too many tags is left
// as it was, and told.
export async function tagManyMedia(
  deps: AddTagsDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: TagManyRequest },
): Promise<TagManyResult> {
  const { ids, actionId, add = [], remove = [] } = body;
  if ((add.length === 0) === (remove.length === 0)) throw invalidRequest('add, remove: give one of the two.');
  const { merchantId } = principal;
  const at = new Date(deps.clock.now()).toISOString();
  return deps.db.transaction(async (db) => {
    const media = await lockManyTagged(db, merchantId, ids.map(parseMediaId));
    const { result, names, changes, objectIds } =
      add.length > 0
        ? await addToAll(db, merchantId, media, { at, names: add, deps })
        : await removeFromAll(db, merchantId, media, remove);
    if (result.changed > 0) {
      const tags = result.tags.filter(({ mediaIds }) => mediaIds.length > 0).map(({ tag }) => tag);
      const kind = add.length > 0 ? 'media.tagged' : 'media.untagged';
      const details = { items: result.changed, names, tags };
      await addToActivity(db, principal, actionId, { kind, at, details, objectIds }, changes);
    } else {
      await recordChanges(db, merchantId, at, changes);
    }
    return result;
  });
}

// The names of the first few, for the activity.
const NAMES_KEPT = 3;

type Done = {
  readonly result: TagManyResult;
  readonly names: readonly string[];
  readonly objectIds: readonly string[];
  readonly changes: readonly Change[];
};

type Adding = { readonly at: string; readonly names: readonly string[]; readonly deps: AddTagsDeps };

async function addToAll(
  db: Queryable,
  merchantId: MerchantId,
  media: readonly TaggedRow[],
  { at, names, deps: { limits, maxTagsPerMedia: tagsMax } }: Adding,
): Promise<Done> {
  const { tags, changes } = await ensureTags(db, merchantId, { at, names: media.length === 0 ? [] : names, limits });
  const lacking = media.filter((item) => tags.some(({ id }) => !item.tag_ids.includes(id)));
  const room = lacking.filter((item) => new Set([...item.tag_ids, ...tags.map(({ id }) => id)]).size <= tagsMax);
  const refused = lacking.filter((item) => !room.includes(item)).map(({ id, name }) => ({ id, name }));
  await addTagsToMany(db, merchantId, idsOf(room), idsOf(tags));
  const done = toDone(room, refused, tags, (item, tag) => !item.tag_ids.includes(tag.id));
  return { ...done, changes: [...changes, ...done.changes] };
}

async function removeFromAll(
  db: Queryable,
  merchantId: MerchantId,
  media: readonly TaggedRow[],
  tagIds: readonly string[],
): Promise<Done> {
  const tags = await selectTagsById(db, merchantId, tagIds);
  const carrying = media.filter((item) => tags.some(({ id }) => item.tag_ids.includes(id)));
  await removeTagsFromMany(db, merchantId, idsOf(carrying), idsOf(tags));
  return toDone(carrying, [], tags, (item, tag) => item.tag_ids.includes(tag.id));
}

function toDone(
  changed: readonly TaggedRow[],
  refused: TagManyResult['refused'],
  tags: readonly Tag[],
  isDifferent: (item: TaggedRow, tag: Tag) => boolean,
): Done {
  const byTag = tags.map((tag) => ({ tag, mediaIds: idsOf(changed.filter((item) => isDifferent(item, tag))) }));
  const names = changed.slice(0, NAMES_KEPT).map(({ name }) => name);
  const objectIds = idsOf(changed);
  const changes = changesOf('media.changed', objectIds);
  return { result: { changed: changed.length, tags: byTag, refused }, names, objectIds, changes };
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
