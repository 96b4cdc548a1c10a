const UPLOAD = 'components schemas UploadRequest properties';
const LIST = 'paths /media get parameters';
const ADD_TAGS = 'components schemas AddTagsRequest properties add';

// Where each limit of the contract stands in the document, and its number. MB, GB and KB are binary.
export const LIMITS: readonly (readonly [string, unknown])[] = [
  ['paths /media get x-requests-per-minute', 120],
  ['paths /token get x-requests-per-minute', 120],
  ['paths /media/uploads post x-requests-per-minute', 30],
  ['paths /media/uploads/{id}/finalize post x-requests-per-minute', 30],
  ['paths /media/{id}/tags post x-requests-per-minute', 30],
  ['components headers Retry-After schema minimum', 1],
  ['components headers Retry-After schema maximum', 60],
  [`${LIST} 1 name`, 'limit'],
  [`${LIST} 1 schema minimum`, 1],
  [`${LIST} 1 schema maximum`, 200],
  [`${LIST} 1 schema default`, 50],
  [`${LIST} 2 name`, 'q'],
  [`${LIST} 2 schema maxLength`, 200],
  ['paths /media/uploads post requestBody x-max-bytes', 16_384],
  ['paths /media/uploads/{id}/finalize post requestBody x-max-bytes', 16_384],
  ['paths /media/{id}/tags post requestBody x-max-bytes', 16_384],
  [`${UPLOAD} name maxLength`, 200],
  [`${UPLOAD} fileName maxLength`, 500],
  [`${UPLOAD} codec maxLength`, 50],
  [`${UPLOAD} checksum pattern`, '^[0-9a-f]{64}$'],
  [`${UPLOAD} fileSize minimum`, 0],
  [`${UPLOAD} fileSize maximum`, 2_147_483_648],
  ['components schemas UploadRequest allOf 1 if properties mimeType pattern', '^image/'],
  ['components schemas UploadRequest allOf 1 then properties fileSize maximum', 52_428_800],
  [`${UPLOAD} duration exclusiveMinimum`, 0],
  [`${UPLOAD} width exclusiveMinimum`, 0],
  [`${UPLOAD} height exclusiveMinimum`, 0],
  [`${UPLOAD} thumbnailSize exclusiveMinimum`, 0],
  [`${UPLOAD} thumbnailSize maximum`, 1_048_576],
  [`${ADD_TAGS} minItems`, 1],
  [`${ADD_TAGS} maxItems`, 10],
  [`${ADD_TAGS} items maxLength`, 200],
  ['components schemas PresignedUpload properties url x-valid-seconds', 900],
  ['components schemas Media properties thumbnailUrl x-valid-seconds', 900],
  ['components schemas Media properties fileUrl x-valid-seconds', 900],
];

// What only words can say: active tokens, and how long a token lasts.
export const TOKEN_WORDS = ['at most 90 days with a write scope', '365 days without', 'at most 10 active'];
