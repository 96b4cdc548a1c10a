import type { Static } from 'typebox';
import { endpoint, person, token } from './endpoint.js';
import { flag, listOf, mustBe, named, nullable, text, unprocessable, uuid, visible } from './fields.js';
import {
  CODEC_CHARACTERS_MAX,
  DURATION_SECONDS_MAX,
  FILE_NAME_CHARACTERS_MAX,
  MEDIA_NAME_CHARACTERS_MAX,
  PIXELS_MAX,
  SIGNED_URL_TTL_SECONDS,
  THUMBNAIL_BYTES_MAX,
  VIDEO_BYTES_MAX,
} from './limits.js';
import { Media, MediaType } from './media.js';
import { NO_NUL, NOT_BLANK_NO_CONTROLS, SHA256_HEX } from './patterns.js';
import { IMAGE_SIZE_RULE, THUMBNAIL_RULE } from './upload-rules.js';
import { Type } from './type.js';

export const MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/webm'] as const;
export type MimeType = (typeof MIME_TYPES)[number];

const pixels = Type.Integer({
  exclusiveMinimum: 0,
  maximum: PIXELS_MAX,
  ...mustBe(`a whole number of pixels from 1 to ${PIXELS_MAX.toLocaleString('en-US')}`),
});

export const UploadRequest = named(
  'UploadRequest',
  'What is about to be uploaded.',
  {
    id: uuid("The client's own id for the file (v7 recommended). Sending the same id again is a safe retry."),
    name: Type.String({
      maxLength: MEDIA_NAME_CHARACTERS_MAX,
      pattern: NOT_BLANK_NO_CONTROLS,
      description: 'Shown in the media library. Not blank, no control characters.',
      ...visible,
      ...unprocessable('maxLength', 'pattern', 'x-visible'),
    }),
    fileName: Type.String({
      maxLength: FILE_NAME_CHARACTERS_MAX,
      pattern: NO_NUL,
      description: "The file's name on the client.",
    }),
    mimeType: Type.Enum([...MIME_TYPES], {
      type: 'string',
      description: 'What the file is.',
      'x-instead': { 'image/jpg': 'image/jpeg' },
      ...unprocessable('enum'),
    }),
    fileSize: Type.Integer({
      minimum: 0,
      maximum: VIDEO_BYTES_MAX,
      description: 'Bytes. Images up to 50 MB (52,428,800), videos up to 2 GB (2,147,483,648).',
      ...mustBe(
        'a whole number of bytes, 0 to 2,147,483,648 (2 GB) for a video and to 52,428,800 (50 MB) for an image',
      ),
      'x-over': '2,147,483,648 (2 GB) allowed for a video',
      ...unprocessable('maximum'),
    }),
    checksum: Type.String({
      pattern: SHA256_HEX,
      description: "The file's SHA-256 as lower-case hex.",
      ...mustBe('the SHA-256 as 64 lower-case hex digits'),
      ...unprocessable('pattern'),
    }),
    duration: Type.Optional(
      nullable(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: DURATION_SECONDS_MAX,
          ...mustBe(`a number of seconds above 0 and at most ${DURATION_SECONDS_MAX.toLocaleString('en-US')}`),
        }),
        "A video's length in seconds. Left out, it is read from the file where it can be.",
      ),
    ),
    width: Type.Optional(nullable(pixels, 'Pixels. Left out, it is read from the file where it can be.')),
    height: Type.Optional(nullable(pixels, 'Pixels. Left out, it is read from the file where it can be.')),
    hasThumbnail: Type.Optional(flag('True when a JPEG thumbnail will be PUT too (480 px wide recommended).')),
    thumbnailSize: Type.Optional(
      nullable(
        Type.Integer({
          exclusiveMinimum: 0,
          maximum: THUMBNAIL_BYTES_MAX,
          ...mustBe('a whole number of bytes from 1 to 1,048,576 (1 MB)'),
          'x-over': '1,048,576 (1 MB) allowed for a thumbnail',
          ...unprocessable('maximum'),
        }),
        "The thumbnail's bytes; required together with hasThumbnail, and not allowed without.",
      ),
    ),
    codec: Type.Optional(
      nullable(
        Type.String({
          maxLength: CODEC_CHARACTERS_MAX,
          pattern: NO_NUL,
        }),
        "A video's codec, such as `h264`; used only for warnings.",
      ),
    ),
  },
  { additionalProperties: false, allOf: [THUMBNAIL_RULE, IMAGE_SIZE_RULE] },
);
export type UploadRequest = Static<typeof UploadRequest>;

export const PresignedUpload = named('PresignedUpload', 'Where and how to send bytes.', {
  url: Type.String({
    format: 'uri',
    description: 'PUT the bytes here within 15 minutes.',
    'x-valid-seconds': SIGNED_URL_TTL_SECONDS,
  }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Send every one of these unchanged with the PUT: they are part of the signature.',
  }),
});
export type PresignedUpload = Static<typeof PresignedUpload>;

export const WARNING_CODES = [
  'codec_not_supported',
  'codec_unknown',
  'resolution_above_screens',
  'container_not_supported',
  'not_playable',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export const UploadWarning = named('UploadWarning', 'Something that may not play well. Never blocking.', {
  code: text(`What it is about: ${WARNING_CODES.map((code) => `\`${code}\``).join(', ')}.`),
  message: text('For people: what will happen on which screens.'),
});
export type UploadWarning = Static<typeof UploadWarning>;

export const DuplicateOf = named('DuplicateOf', 'The item that the merchant already has.', {
  id: uuid('The item that has this file.'),
  name: text('Its name.'),
  type: MediaType,
});

export const UploadTicket = named('UploadTicket', 'What to do next with the file.', {
  mediaId: uuid("The client's id, or the existing item's id when duplicateOf is set."),
  duplicateOf: nullable(DuplicateOf, 'Set when the merchant already has this exact file: nothing to PUT or finalize.'),
  upload: nullable(PresignedUpload, 'Where to PUT the file; null for a duplicate.'),
  thumbnailUpload: nullable(PresignedUpload, 'Where to PUT the thumbnail; null when there is none.'),
  warnings: listOf(UploadWarning, "Whether the merchant's screens can play the video."),
});
export type UploadTicket = Static<typeof UploadTicket>;

export const FinalizeRequest = named('FinalizeRequest', 'Empty, or left out.', {}, { additionalProperties: false });

const startUpload = endpoint('POST /media/uploads', token('media:write'), {
  summary: 'Start an upload',
  description:
    'Answers with where to PUT the bytes, or with `duplicateOf` when the merchant already has this exact file. The same id with the same file is a safe retry and gives fresh URLs.',
  body: UploadRequest,
  bodyHint: 'Files go to upload.url, not here.',
  response: UploadTicket,
  errors: [409, 422],
});

const finalizeUpload = endpoint('POST /media/uploads/:id/finalize', token('media:write'), {
  summary: 'Finalize an upload',
  description:
    'Checks that the file was stored with the declared size; the item becomes ready. A second call answers with the item again.',
  params: { id: 'The `mediaId` that the upload was answered with.' },
  body: FinalizeRequest,
  bodyOptional: true,
  response: Media,
  errors: [422],
});

// A person's uploads are counted of their own.
export const byPerson = { access: person('staff'), isUploadCall: true } as const;

export const uploadEndpoints = {
  startUpload,
  finalizeUpload,
  startConsoleUpload: { ...startUpload, ...byPerson },
  finalizeConsoleUpload: { ...finalizeUpload, ...byPerson },
};
