import { cleanTagName, tagNameKey } from '@vitrine/contract/tag-name';
import type { CountedTag, RenameTagRequest } from '@vitrine/contract/tags';
import { recordActivity } from '../activity/queries.js';
import { isUniqueViolation } from '../db/is-unique-violation.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { searchText } from '../fold.js';
import { parseTagId, type ById, type MerchantId, type TagId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { findCounted } from './list-tag-counts.js';
import { findOtherByKey, lockTags, updateTagName } from './manage-queries.js';
import { bumpTagVersion } from './tag-version.js';

// The tag stays the same one, under another name. A name that another tag has is refused: that would be a merge.
export async function renameTag(
  { db, clock }: Deps,
  principal: PersonPrincipal,
  { params, body }: ById & { readonly body: RenameTagRequest },
): Promise<CountedTag> {
  const { merchantId } = principal;
  const tagId = parseTagId(params.id);
  const name = cleanTagName(body.name.toWellFormed());
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    const [found] = await lockTags(db, merchantId, [tagId]);
    const before = requireFound(found, 'tag');
    if (before.name !== name) {
      await writeName(db, merchantId, tagId, name);
      await bumpTagVersion(db, merchantId, at);
      const details = { tagId, name, from: before.name };
      await recordActivity(db, principal, { kind: 'tag.renamed', at, details }, [{ type: 'tag.changed', id: tagId }]);
    }
    return requireFound(await findCounted(db, merchantId, tagId), 'tag');
  });
}

async function writeName(db: Queryable, merchantId: MerchantId, tagId: TagId, name: string): Promise<void> {
  const key = tagNameKey(name);
  const other = await findOtherByKey(db, merchantId, tagId, key);
  if (other !== undefined) throw nameTaken(other.name);
  // Somebody may be making a tag of this name at this moment.
  await updateTagName(db, merchantId, tagId, { name, key, searchText: searchText(name) }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken(name) : error;
  });
}

const nameTaken = (name: string): ApiError =>
  new ApiError('conflict', `There is a tag “${name}” already. Merge the two instead.`, 'name_taken');
