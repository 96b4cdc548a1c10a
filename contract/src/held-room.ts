// What holds room without being in the library, for people.
import type { Static } from 'typebox';
import { endpoint, person } from './endpoint.js';
import { count, dateTime, exact, flag, listOf, nullable, text, uuid } from './fields.js';
import { Type } from './type.js';

const HeldUpload = exact('An upload that was begun and not finished.', {
  id: uuid('The upload.'),
  name: text('The name it would have.'),
  bytes: count('The room that is kept for it.'),
  lastAskedAt: dateTime('When it last got an address to send to.'),
  heldUntil: dateTime('When the room is free again, if nothing more comes of it.'),
});

export const HeldRoom = exact('Room that is taken by what is not in the library.', {
  uploads: listOf(HeldUpload, 'Begun and not finished, the newest first; at most 200.'),
  otherBytes: count('For what was deleted or finished within the last day.'),
  otherUntil: nullable(Type.String({ format: 'date-time' }), 'When the last of that is free again.'),
  canFree: flag('Whether storage can refuse what would still be sent, so that room is free at once.'),
});
export type HeldRoom = Static<typeof HeldRoom>;

export const FreedRoom = exact('What came of it.', {
  freedBytes: count('Free now.'),
  heldUntil: nullable(
    Type.String({ format: 'date-time' }),
    'When the rest is free; null when nothing is held any more.',
  ),
});
export type FreedRoom = Static<typeof FreedRoom>;

export const heldRoomEndpoints = {
  listHeldRoom: endpoint('GET /media/uploads', person('staff'), {
    summary: 'See what holds room without being in the library',
    response: HeldRoom,
  }),
  cancelUpload: endpoint('POST /media/uploads/:id/cancel', person('staff'), {
    summary: 'Give up an upload',
    params: { id: 'The upload.' },
    response: FreedRoom,
  }),
  freeHeldRoom: endpoint('POST /media/uploads/free', person('staff'), {
    summary: 'Free the room of what was deleted or finished',
    response: FreedRoom,
  }),
};
