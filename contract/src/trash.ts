import type { Static } from 'typebox';
import { RESTORE_BODY_BYTES_MAX, RESTORED_MEDIA_MAX, TRASH_DAYS } from './console-limits.js';
import { endpoint, person } from './endpoint.js';
import { count, dateTime, Deleted, exact, listOf, nullable, text, uuid } from './fields.js';
import { MediaType } from './media.js';
import { pageFields, pageOfExactly } from './page.js';
import { Type } from './type.js';

export const TrashedMedia = exact('A media item in the trash.', {
  id: uuid('The media item.'),
  name: text('Its name.'),
  type: MediaType,
  thumbnailUrl: nullable(Type.String(), 'Signed. Null when there is no thumbnail.'),
  sizeBytes: count('What it takes of the storage until it is gone for good.'),
  trashedAt: dateTime('When it was deleted.'),
  goneAt: dateTime(`When it will be gone for good: ${TRASH_DAYS} days later.`),
});
export type TrashedMedia = Static<typeof TrashedMedia>;

export const TrashPage = pageOfExactly(TrashedMedia, 'Deleted last first.');
export type TrashPage = Static<typeof TrashPage>;

export const RestoreMediaRequest = exact('What to bring back.', {
  ids: Type.Array(uuid('A media item.'), {
    minItems: 1,
    maxItems: RESTORED_MEDIA_MAX,
    description: 'Media items. What is not in the trash any more is passed over.',
  }),
});
export type RestoreMediaRequest = Static<typeof RestoreMediaRequest>;

export const RestoredMedia = exact('What is in the library again.', {
  ids: listOf(uuid('A media item.'), 'Those of the ids that are in the library now.'),
});
export type RestoredMedia = Static<typeof RestoredMedia>;

export const EmptiedTrash = exact('What is gone for good.', {
  items: count('How many items.'),
  bytes: count('How many bytes of the storage.'),
});
export type EmptiedTrash = Static<typeof EmptiedTrash>;

export const trashEndpoints = {
  listTrash: endpoint('GET /trash', person('staff'), {
    summary: 'What was deleted and can be brought back, deleted last first',
    query: Type.Object(pageFields, { additionalProperties: false }),
    response: TrashPage,
  }),
  restoreMedia: endpoint('POST /trash/restore', person('staff'), {
    summary: 'Bring media items back from the trash, to their places in playlists too',
    body: RestoreMediaRequest,
    bodyBytesMax: RESTORE_BODY_BYTES_MAX,
    response: RestoredMedia,
    errors: [404],
  }),
  purgeMedia: endpoint('DELETE /trash/:id', person('admin'), {
    summary: 'Delete a media item in the trash for good',
    response: Deleted,
  }),
  emptyTrash: endpoint('DELETE /trash', person('admin'), {
    summary: 'Delete everything in the trash for good',
    response: EmptiedTrash,
  }),
};
