// The contract's tables of fields. A field more is no fault, for version 1 grows; one that is missing or of another kind is.
import assert from 'node:assert/strict';

const isText = (value) => typeof value === 'string';
const isNumber = (value) => typeof value === 'number' && value >= 0;
const isUuid = (value) => isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const isInstant = (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
const isLocalTime = (value) => isText(value) && /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value);
const isAddress = (value) => isText(value) && URL.canParse(value);
const isPixels = (value) => Number.isInteger(value) && value > 0;
const oneOf = (...names) => Object.assign((value) => names.includes(value), { wanted: names.join(', ') });
const orNull = (shape) => ({ orNull: shape });
const optional = (shape) => ({ optional: shape });
const listOf = (shape) => ({ listOf: shape });

const MEDIA_TYPE = oneOf('image', 'video', 'web');

export const ERROR = { error: isText, message: isText, code: optional(isText) };
export const TAG = { id: isUuid, name: isText };
export const MEDIA = {
  id: isUuid,
  name: isText,
  type: MEDIA_TYPE,
  width: orNull(isPixels),
  height: orNull(isPixels),
  durationSeconds: orNull(isNumber),
  tags: listOf(TAG),
  thumbnailUrl: orNull(isAddress),
  createdAt: isInstant,
  fileUrl: optional(orNull(isAddress)),
};
const FLIGHT = { start: orNull(isLocalTime), end: orNull(isLocalTime) };
export const CAMPAIGN = {
  lineageId: isUuid,
  name: isText,
  status: oneOf('running', 'upcoming', 'draft', 'ended', 'withdrawn'),
  flight: FLIGHT,
  tags: listOf(TAG),
};
const PLAY_ITEM = { mediaId: isUuid, type: MEDIA_TYPE, durationSeconds: isNumber };
const CONTENT = { playlistId: orNull(isUuid), items: listOf(PLAY_ITEM) };
export const CAMPAIGN_DETAIL = {
  ...CAMPAIGN,
  mediaIds: listOf(isUuid),
  content: orNull({ landscape: CONTENT, portrait: orNull(CONTENT) }),
};
export const PLAYLIST = { id: isUuid, name: isText, createdAt: isInstant, updatedAt: isInstant };
export const PLAYLIST_DETAIL = { ...PLAYLIST, totalDurationSeconds: isNumber, items: listOf(PLAY_ITEM) };
export const pageOf = (shape) => ({ items: listOf(shape), nextCursor: orNull(isText) });

const isHeaders = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every((header) => isText(header));
const PRESIGNED = { url: isAddress, headers: isHeaders };
export const TICKET = {
  mediaId: isUuid,
  duplicateOf: orNull({ id: isUuid, name: isText, type: MEDIA_TYPE }),
  upload: orNull(PRESIGNED),
  thumbnailUpload: orNull(PRESIGNED),
  warnings: listOf({ code: isText, message: isText }),
};

export function requireShape(value, shape, where) {
  if (typeof shape === 'function') {
    const wanted = shape.wanted ?? shape.name;
    assert.ok(shape(value), `${where}: ${JSON.stringify(value)} is not as the contract says (${wanted})`);
  } else if (shape.orNull !== undefined) {
    if (value !== null) requireShape(value, shape.orNull, where);
  } else if (shape.optional !== undefined) {
    if (value !== undefined) requireShape(value, shape.optional, where);
  } else if (shape.listOf !== undefined) {
    assert.ok(Array.isArray(value), `${where}: ${JSON.stringify(value)} is not a list`);
    value.forEach((item, at) => requireShape(item, shape.listOf, `${where}[${at}]`));
  } else {
    assert.ok(typeof value === 'object' && value !== null, `${where}: ${JSON.stringify(value)} is not an object`);
    for (const [field, inner] of Object.entries(shape)) requireShape(value[field], inner, `${where}.${field}`);
  }
}
