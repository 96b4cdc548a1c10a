import { randomUUID } from 'node:crypto';
import type { AddTagsResult } from '@vitrine/contract/tags';
import type { Caller } from '../access/caller.js';
import { insertActivity } from '../activity/queries.js';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError, notFound } from '../errors.js';
import type { MediaId } from '../ids.js';
import {
  bumpTagVersion,
  insertMissingTags,
  lockTaggedMedia,
  selectTagsByKey,
  updateTagIds,
  type NewTag,
} from './queries.js';
import { cleanTagName, tagNameKey } from './tag-name.js';

export type AddTagsDeps = { readonly db: Db; readonly clock: Clock; readonly maxTagsPerMedia: number };

type Call = { readonly mediaId: MediaId; readonly names: readonly string[]; readonly requestId: string };

// One transaction: a call that is refused leaves nothing behind, no new tag either.
export async function addTags(
  deps: AddTagsDeps,
  caller: Caller,
  { mediaId, names, requestId }: Call,
): Promise<AddTagsResult> {
  const { merchantId } = caller;
  const wanted = toWanted(names);
  return deps.db.transaction(async (db) => {
    const media = await lockTaggedMedia(db, merchantId, mediaId);
    if (media === undefined) throw notFound('media item');
    const made = await insertMissingTags(db, merchantId, wanted);
    const tags = await selectTagsByKey(
      db,
      merchantId,
      wanted.map(({ key }) => key),
    );
    const added = tags.filter(({ id }) => !media.tag_ids.includes(id));
    const tagIds = [...media.tag_ids, ...added.map(({ id }) => id)];
    if (tagIds.length > deps.maxTagsPerMedia) throw tooMany(deps.maxTagsPerMedia);
    if (made.length > 0) await bumpTagVersion(db, merchantId);
    if (added.length > 0) {
      await updateTagIds(db, merchantId, mediaId, tagIds);
      const details = { mediaId, name: media.name, tags: added };
      const at = new Date(deps.clock.now()).toISOString();
      await insertActivity(db, merchantId, { kind: 'media.tagged', caller, requestId, at, details });
    }
    return { mediaId, tags, added: added.length };
  });
}

// Each name once, in the order of their keys: two calls that make the same tags wait for each other in one order.
function toWanted(names: readonly string[]): NewTag[] {
  const byKey = new Map<string, NewTag>();
  for (const name of names.map((text) => cleanTagName(text.toWellFormed()))) {
    const key = tagNameKey(name);
    if (!byKey.has(key)) byKey.set(key, { id: randomUUID(), name, key });
  }
  return [...byKey.values()].sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
}

const tooMany = (max: number): ApiError =>
  new ApiError('unprocessable', `The item would carry more than ${max} tags, which is the most.`, 'invalid');
