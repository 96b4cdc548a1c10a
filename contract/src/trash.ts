import type { Static } from 'typebox';
import { RESTORE_BODY_BYTES_MAX, RESTORED_MAX, TRASH_DAYS } from './console-limits.js';
import { endpoint, person } from './endpoint.js';
import { count, dateTime, Deleted, exact, listOf, nullable, oneOf, text, uuid } from './fields.js';
import { MediaType } from './media.js';
import { listQuery, pageOfExactly } from './page.js';
import { Type } from './type.js';

const TRASHED_KINDS = ['media', 'playlist', 'campaign', 'tag'] as const;

export const Trashed = exact('Something in the trash.', {
  kind: oneOf(TRASHED_KINDS, 'What it is.'),
  id: uuid('The media item, the playlist, the lineage of the campaign, or the tag.'),
  name: text('Its name.'),
  type: nullable(MediaType, 'Of a media item.'),
  mergedInto: nullable(Type.String(), 'Of a tag that was merged: the name of the other, while that is there.'),
  thumbnailUrl: nullable(Type.String(), 'Signed. Null when there is no thumbnail.'),
  sizeBytes: count('What it takes of the storage until it is gone for good.'),
  trashedAt: dateTime('When it was deleted.'),
  goneAt: dateTime(`When it will be gone for good: ${TRASH_DAYS} days later.`),
});
export type Trashed = Static<typeof Trashed>;

export const TrashPage = pageOfExactly(Trashed, 'Deleted last first.');
export type TrashPage = Static<typeof TrashPage>;

export const RestoreTrashedRequest = exact('What to bring back.', {
  ids: Type.Array(uuid('Something in the trash.'), {
    minItems: 1,
    maxItems: RESTORED_MAX,
    description: 'Media items, playlists, campaigns, tags. What is not in the trash any more is passed over.',
  }),
});
export type RestoreTrashedRequest = Static<typeof RestoreTrashedRequest>;

export const Restored = exact('What is there again.', {
  ids: listOf(uuid('What was asked for.'), 'Those of the ids that are in no trash now.'),
  leftOut: count(
    'How many items, campaigns and screens have all the tags they can, and stay without one that is back.',
  ),
});
export type Restored = Static<typeof Restored>;

export const EmptiedTrash = exact('What is gone for good.', {
  items: count('How many items.'),
  bytes: count('How many bytes of the storage.'),
});
export type EmptiedTrash = Static<typeof EmptiedTrash>;

export const trashEndpoints = {
  listTrash: endpoint('GET /trash', person('staff'), {
    summary: 'What was deleted and can be brought back, deleted last first',
    query: listQuery('the name'),
    response: TrashPage,
  }),
  restoreTrashed: endpoint('POST /trash/restore', person('staff'), {
    summary:
      'Bring back from the trash: media to their places in playlists, playlists to drafts that miss them, tags to what had them',
    body: RestoreTrashedRequest,
    bodyBytesMax: RESTORE_BODY_BYTES_MAX,
    response: Restored,
    errors: [404, 409],
  }),
  purgeTrashed: endpoint('DELETE /trash/:id', person('admin'), {
    summary: 'Delete something in the trash for good',
    response: Deleted,
  }),
  emptyTrash: endpoint('DELETE /trash', person('admin'), {
    summary: 'Delete everything in the trash for good',
    response: EmptiedTrash,
  }),
};
