// A file in parts: for what is too large to be sent anew whenever a connection breaks.
import type { Static } from 'typebox';
import { endpoint, person, token } from './endpoint.js';
import { count, listOf, mustBe, named, nullable, oneOf, unprocessable, uuid } from './fields.js';
import { PART_BYTES_MIN, PARTS_MAX, VIDEO_BYTES_MAX } from './limits.js';
import { SHA256_HEX } from './patterns.js';
import { byPerson, PresignedUpload, UploadWarning } from './uploads.js';
import { Type } from './type.js';

export const PartsRequest = named(
  'PartsRequest',
  'How the file is divided.',
  {
    partSize: Type.Integer({
      minimum: PART_BYTES_MIN,
      maximum: VIDEO_BYTES_MAX,
      description: 'Bytes of every part but the last, which has the rest. At least 5 MB (5,242,880).',
      'x-unit': 'bytes',
    }),
    checksums: Type.Array(
      Type.String({
        pattern: SHA256_HEX,
        ...mustBe('a SHA-256 as 64 lower-case hex digits'),
        ...unprocessable('pattern'),
      }),
      {
        minItems: 1,
        maxItems: PARTS_MAX,
        description: 'The SHA-256 of each part as lower-case hex, in their order.',
        ...mustBe(`a list of 1 to ${PARTS_MAX} SHA-256 sums`),
      },
    ),
  },
  { additionalProperties: false },
);
export type PartsRequest = Static<typeof PartsRequest>;

export const UploadPart = named('UploadPart', 'A part that is not stored yet, and where to send it.', {
  number: Type.Integer({ minimum: 1, description: 'Counted from 1.' }),
  offset: count('Its first byte in the file, counted from 0.'),
  size: Type.Integer({ minimum: 1, description: 'Its bytes.' }),
  upload: PresignedUpload,
});
export type UploadPart = Static<typeof UploadPart>;

export const PartsTicket = named('PartsTicket', 'The parts that are missing.', {
  mediaId: uuid('The upload.'),
  partSize: Type.Integer({ minimum: 1, description: 'Bytes of every part but the last.' }),
  parts: listOf(UploadPart, 'Those that are not stored yet, in their order. Empty: finalize.'),
});
export type PartsTicket = Static<typeof PartsTicket>;

export const UPLOAD_STATES = ['awaiting', 'ready'] as const;

export const UploadStatus = named('UploadStatus', 'How far an upload is.', {
  mediaId: uuid('The upload.'),
  state: oneOf(UPLOAD_STATES, '`ready` once it was finalized.'),
  fileSize: count("The file's bytes, as declared."),
  storedBytes: count('How many of them storage has, whole parts only.'),
  partSize: nullable(Type.Integer({ minimum: 1 }), 'Null unless the file comes in parts.'),
  storedParts: Type.Array(Type.Integer({ minimum: 1 }), { description: 'The numbers of the parts that are stored.' }),
  warnings: listOf(UploadWarning, 'What finalize found out about the file; empty before it.'),
});
export type UploadStatus = Static<typeof UploadStatus>;

const startParts = endpoint('POST /media/uploads/:id/parts', token('media:write'), {
  summary: 'Send a file in parts',
  description:
    'For large files: answers with where to PUT each part that is not stored yet. Asked again with the same division it gives fresh URLs for the rest; with another one it begins anew. Finalize puts the parts together and compares the whole file with the declared checksum.',
  params: { id: 'The `mediaId` that the upload was answered with.' },
  body: PartsRequest,
  ownFaults: 'unprocessable',
  response: PartsTicket,
  errors: [409, 422],
});

const getUpload = endpoint('GET /media/uploads/:id', token('media:write'), {
  summary: 'See how far an upload is',
  description: 'What of the file is stored.',
  params: { id: 'The `mediaId` that the upload was answered with.' },
  response: UploadStatus,
});

export const uploadPartEndpoints = {
  startParts,
  getUpload,
  startConsoleParts: { ...startParts, ...byPerson },
  getConsoleUpload: { ...getUpload, access: person('staff') },
};
