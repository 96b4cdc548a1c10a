import type { ReplacedMedia, ReplaceMediaRequest } from '@vitrine/contract/media';
import { recordActivity } from '../activity/queries.js';
import { changesOf, playlistChanges } from '../changes/record-changes.js';
import type { Deps, Queryable } from '../db/db.js';
import { requireFound, unprocessable } from '../errors.js';
import { searchText } from '../fold.js';
import { parseMediaId, type ById, type MerchantId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { selectPlaylistsWith } from './console-queries.js';
import { lockPlaylistsWith, touchPlaylistsWith, updateTrashed } from './delete-queries.js';
import { listCampaignsNotOver } from './get-console-media.js';
import { lockUsage } from './ledger-queries.js';
import { lockReplaceable, movePlaces, updateInherited, type ReplaceableRow } from './replace-queries.js';

// In one step the other item stands wherever this one stood, and takes over its tags and description. Ids never lie: what
// is live plays the old item, frozen, until it is published again, so that one stays as long; otherwise it goes to the
// trash. Locks as a deletion does.
export async function replaceMedia(
  { db, clock, maxTagsPerMedia }: Deps & { readonly maxTagsPerMedia: number },
  principal: PersonPrincipal,
  { params, body }: ById & { readonly body: ReplaceMediaRequest },
): Promise<ReplacedMedia> {
  const { merchantId } = principal;
  const [oldId, newId] = [parseMediaId(params.id), parseMediaId(body.by)];
  const now = clock.now();
  const at = new Date(now).toISOString();
  return db.transaction(async (db) => {
    await lockUsage(db, merchantId);
    const rows = await lockReplaceable(db, merchantId, [oldId, newId]);
    const old = requireFound(
      rows.find(({ id }) => id === oldId),
      'media item',
    );
    const by = rows.find(({ id }) => id === newId);
    if (by === undefined || by === old)
      throw unprocessable('What should take its place is no longer in the library. Choose another item.');
    await lockPlaylistsWith(db, merchantId, [oldId]);
    const playlists = await selectPlaylistsWith(db, merchantId, oldId);
    const touched = await touchPlaylistsWith(db, merchantId, [oldId], at);
    await movePlaces(db, merchantId, oldId, newId);
    const inherited = await inherit(db, merchantId, { old, by, maxTagsPerMedia });
    const playedIn = await listCampaignsNotOver(db, merchantId, oldId, now);
    if (playedIn.length === 0) await updateTrashed(db, merchantId, [oldId], at);
    const details = { mediaId: newId, name: by.name, from: old.name, oldMediaId: oldId, playlists: playlists.length };
    const changes = [
      ...changesOf('media.changed', inherited ? [newId] : []),
      ...playlistChanges(touched),
      ...changesOf('media.deleted', playedIn.length === 0 ? [oldId] : []),
    ];
    await recordActivity(db, principal, { kind: 'media.replaced', at, details, objectIds: [oldId] }, changes);
    return { id: newId, playlists, playedIn };
  });
}

type Heirs = { readonly old: ReplaceableRow; readonly by: ReplaceableRow; readonly maxTagsPerMedia: number };

// What the new item says of itself stays. Whether it took anything over.
async function inherit(db: Queryable, merchantId: MerchantId, { old, by, maxTagsPerMedia }: Heirs): Promise<boolean> {
  const tagIds = [...new Set([...by.tag_ids, ...old.tag_ids])].slice(0, maxTagsPerMedia);
  const description = by.description ?? old.description;
  if (tagIds.length === by.tag_ids.length && description === by.description) return false;
  await updateInherited(db, merchantId, by.id, { description, searchText: searchText(by.name, description), tagIds });
  return true;
}
