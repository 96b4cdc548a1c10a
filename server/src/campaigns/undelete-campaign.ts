import { recordActivity } from '../activity/queries.js';
import { changesOf } from '../changes/record-changes.js';
import type { Deps } from '../db/db.js';
import { lockDeleted, removeDeleted } from '../deleted/queries.js';
import { ApiError } from '../errors.js';
import { parseLineageId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { insertRestored, lockSharedPlaylists } from './restore-queries.js';
import { writeVersion } from './write-queries.js';

// As it was, with its tags and dates, without playlists that are gone or that another campaign keeps to itself since.
// What is not in the trash any more is passed over.
export async function undeleteCampaign({ db, clock }: Deps, principal: PersonPrincipal, id: string): Promise<void> {
  const { merchantId } = principal;
  const lineageId = parseLineageId(id);
  const at = new Date(clock.now()).toISOString();
  await db.transaction(async (db) => {
    const deleted = await lockDeleted(db, merchantId, 'campaign', lineageId);
    if (deleted === undefined) return;
    const { name, tagIds, content } = deleted;
    const named = content.versions.flatMap((one) =>
      [one.landscapePlaylistId ?? [], one.portraitPlaylistId ?? []].flat(),
    );
    const usable = new Set((await lockSharedPlaylists(db, merchantId, named)).map((playlist) => playlist.id));
    const restored = await insertRestored(db, merchantId, { ...content, lineageId, name, tagIds });
    if (restored === undefined)
      throw new ApiError('conflict', 'There is another campaign under this id.', 'id_conflict');
    const ifUsable = (playlistId: string | null) => (playlistId !== null && usable.has(playlistId) ? playlistId : null);
    for (const { version, flightStart, flightEnd, landscapePlaylistId, portraitPlaylistId } of content.versions) {
      await writeVersion(db, merchantId, lineageId, {
        version,
        flight: { start: flightStart, end: flightEnd },
        landscapePlaylistId: ifUsable(landscapePlaylistId),
        portraitPlaylistId: ifUsable(portraitPlaylistId),
      });
    }
    await removeDeleted(db, merchantId, 'campaign', lineageId);
    const entry = { kind: 'campaign.undeleted', at, details: { lineageId, name } } as const;
    await recordActivity(db, principal, entry, changesOf('campaign.created', content.archived ? [] : [lineageId]));
  });
}
