import type { Restored, RestoreTrashedRequest } from '@vitrine/contract/trash';
import { selectLineageIdsAmong } from '../campaigns/restore-queries.js';
import { undeleteCampaign } from '../campaigns/undelete-campaign.js';
import { selectDeletedAmong } from '../deleted/queries.js';
import { ApiError, notFound } from '../errors.js';
import { parseMediaId, type MediaId } from '../ids.js';
import { restoreMedia } from '../media/restore-media.js';
import { restorePlaylist } from '../playlists/restore-playlist.js';
import { selectPlaylistIdsAmong } from '../playlists/restore-queries.js';
import type { PersonPrincipal } from '../principal.js';
import type { AddTagsDeps } from '../tags/add-tags.js';
import { selectDeletedTagsAmong } from '../tags/deleted-queries.js';
import { selectTagsById } from '../tags/queries.js';
import { restoreTag } from '../tags/restore-tag.js';

type RestoreDeps = Omit<AddTagsDeps, 'limits'>;

// Media, then playlists, then campaigns, then tags, so that each finds what it names. Asked for again it answers the same,
// and goes on where it was interrupted: what is there already is passed over.
export async function restoreTrashed(
  deps: RestoreDeps,
  principal: PersonPrincipal,
  { body }: { readonly body: RestoreTrashedRequest },
): Promise<Restored> {
  const { db } = deps;
  const { merchantId } = principal;
  const wanted = [...new Set(body.ids.map(parseMediaId))];
  const media = await restoreMedia(deps, principal, wanted);
  for (const { kind, id } of await selectDeletedAmong(db, merchantId, wanted)) {
    await (kind === 'playlist' ? restorePlaylist : undeleteCampaign)(deps, principal, id);
  }
  const leftOut = await restoreTags(deps, principal, wanted);
  const playlists = await selectPlaylistIdsAmong(db, merchantId, wanted);
  const campaigns = await selectLineageIdsAmong(db, merchantId, wanted);
  const tags = await selectTagsById(db, merchantId, wanted);
  const ids = [...media, ...[...playlists, ...campaigns, ...tags].map(({ id }) => id)];
  if (ids.length === 0) throw notFound('item');
  return { ids, leftOut };
}

// How many things were left out. A name that is taken stops none of the others.
async function restoreTags(deps: RestoreDeps, principal: PersonPrincipal, wanted: readonly MediaId[]): Promise<number> {
  let leftOut = 0;
  const taken: string[] = [];
  for (const { id } of await selectDeletedTagsAmong(deps.db, principal.merchantId, wanted)) {
    const tag = await restoreTag(deps, principal, id);
    if (tag.kind === 'restored') leftOut += tag.leftOut;
    if (tag.kind === 'name_taken') taken.push(tag.name);
  }
  if (taken.length > 0) throw namesTaken(taken);
  return leftOut;
}

const namesTaken = (names: readonly string[]): ApiError =>
  new ApiError(
    'conflict',
    names.length === 1
      ? `There is another tag “${names[0]}” by now. Rename that one, then bring this one back; you can merge the two after that.`
      : `There are other tags ${names.map((name) => `“${name}”`).join(', ')} by now. Rename those, then bring these back; you can merge them after that.`,
    'name_taken',
  );
