import { recordActivity } from '../activity/queries.js';
import { campaignChanges, changesOf } from '../changes/record-changes.js';
import type { Deps } from '../db/db.js';
import { lockDeleted, removeDeleted } from '../deleted/queries.js';
import { ApiError } from '../errors.js';
import { parsePlaylistId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { fillGap, insertItemsAt, insertRestored, lockCampaigns, lockMediaThere } from './restore-queries.js';
import { selectUses } from './queries.js';
import { shareUnused, touchCampaigns } from './write-queries.js';

// As it was, under its id, without media that are gone for good; and into the drafts that miss it since. What is not in
// the trash any more is passed over.
export async function restorePlaylist({ db, clock }: Deps, principal: PersonPrincipal, id: string): Promise<void> {
  const { merchantId } = principal;
  const playlistId = parsePlaylistId(id);
  const at = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    const deleted = await lockDeleted(db, merchantId, 'playlist', playlistId);
    if (deleted === undefined) return;
    const { name, content } = deleted;
    const { items, gaps } = content;
    const mediaIds = items.map(({ mediaId }) => mediaId);
    const there = new Set((await lockMediaThere(db, merchantId, mediaIds)).map((media) => media.id));
    const restored = await insertRestored(db, merchantId, { ...content, id: playlistId, name });
    if (restored === undefined)
      throw new ApiError('conflict', 'There is another playlist under this id.', 'id_conflict');
    const kept = items.filter(({ mediaId }) => there.has(mediaId));
    if (kept.length > 0) await insertItemsAt(db, merchantId, playlistId, kept);
    const lineageIds = gaps.map(({ lineageId }) => lineageId);
    await lockCampaigns(db, merchantId, lineageIds);
    const filled = [];
    for (const gap of gaps) filled.push(await fillGap(db, merchantId, playlistId, gap));
    const changed = filled.flatMap((row) => row?.lineageId ?? []);
    await touchCampaigns(db, merchantId, changed, at);
    const using = await selectUses(db, merchantId, [playlistId]);
    const unused = await shareUnused(db, merchantId, [playlistId]);
    await removeDeleted(db, merchantId, 'playlist', playlistId);
    const changes = [
      ...changesOf('playlist.created', content.shared || unused.length > 0 ? [playlistId] : []),
      ...campaignChanges(using.map(({ lineageId: id, archived }) => ({ id, archived }))),
    ];
    await recordActivity(db, principal, { kind: 'playlist.undeleted', at, details: { playlistId, name } }, changes);
  });
}
