// Every number of the contract, once. KB, MB and GB are binary.
const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

export const READS_PER_MINUTE_MAX = 120;
export const WRITES_PER_MINUTE_MAX = 30;

export const PAGE_ITEMS_MAX = 200;
export const PAGE_ITEMS_DEFAULT = 50;
export const SEARCH_CHARACTERS_MAX = 200;

// How long an answer of GET /changes may wait, and how long changes are kept.
export const CHANGE_WAIT_SECONDS_MAX = 25;
export const CHANGE_DAYS_KEPT = 30;

export const BODY_BYTES_MAX = 16 * KB;
export const IMAGE_BYTES_MAX = 50 * MB;
export const VIDEO_BYTES_MAX = 2 * GB;
export const THUMBNAIL_BYTES_MAX = MB;
// Of an upload in parts: the store's least for all but the last, and as many checksums as a request holds.
export const PART_BYTES_MIN = 5 * MB;
export const PARTS_MAX = 200;
export const SIGNED_URL_TTL_SECONDS = 15 * 60;

export const MEDIA_NAME_CHARACTERS_MAX = 200;
export const FILE_NAME_CHARACTERS_MAX = 500;
export const CODEC_CHARACTERS_MAX = 50;
export const PIXELS_MAX = 2_147_483_647;
export const DURATION_SECONDS_MAX = 10_000_000;

export const TAG_NAME_CHARACTERS_MAX = 200;
export const TAG_NAMES_PER_CALL_MAX = 10;
export const TAGS_PER_MEDIA_MAX = 50;

export const ACTIVE_TOKENS_MAX = 10;
export const WRITE_TOKEN_DAYS_MAX = 90;
export const READ_TOKEN_DAYS_MAX = 365;
export const TOKEN_DAYS_OFFERED = [7, 30, 60, 90, 180, 365] as const;
