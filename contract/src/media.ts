import type { Static } from 'typebox';
import { DESCRIPTION_CHARACTERS_MAX, PAGE_URL_CHARACTERS_MAX } from './console-limits.js';
import { endpoint, person, token } from './endpoint.js';
import {
  count,
  dateTime,
  Deleted,
  exact,
  flag,
  listOf,
  mustBe,
  named,
  nameText,
  nullable,
  oneOf,
  revision,
  text,
  uuid,
} from './fields.js';
import {
  MEDIA_NAME_CHARACTERS_MAX,
  SIGNED_URL_TTL_SECONDS,
  TAGS_PER_MEDIA_MAX,
  THUMBNAIL_BYTES_MAX,
} from './limits.js';
import { pageOf, taggedListQuery } from './page.js';
import { NO_NUL, PAGE_ADDRESS, SHA256_HEX } from './patterns.js';
import { CampaignRef, PlaylistRef } from './references.js';
import { Tag, tagNames } from './tags.js';
import { Type } from './type.js';

export const MEDIA_TYPES = ['image', 'video', 'web'] as const;
export const MediaType = oneOf(MEDIA_TYPES, 'What a screen does with it.');
export type MediaType = Static<typeof MediaType>;

const pixels = Type.Integer({ minimum: 1 });
const signedUrl = Type.String({ format: 'uri', 'x-valid-seconds': SIGNED_URL_TTL_SECONDS });

export const Media = named('Media', 'A picture, a video or a web page in the media library.', {
  id: uuid('The media item.'),
  name: text('Shown in the media library.'),
  type: MediaType,
  width: nullable(pixels, 'Pixels; null when unknown and for web pages.'),
  height: nullable(pixels, 'Pixels; null when unknown and for web pages.'),
  durationSeconds: nullable(Type.Number(), "A video's length; null for images and web pages."),
  tags: listOf(Tag, 'The tags it carries, by name.'),
  thumbnailUrl: nullable(
    signedUrl,
    'Signed; stops working 15 minutes after the response. Null when there is no thumbnail.',
  ),
  createdAt: dateTime('When the item became ready.'),
  fileUrl: Type.Optional(
    nullable(
      signedUrl,
      'Only with scope `media:files`. Signed, stops working 15 minutes after the response; for a web page its own address.',
    ),
  ),
});
export type Media = Static<typeof Media>;

export const MediaPage = pageOf(Media, 'MediaPage');
export type MediaPage = Static<typeof MediaPage>;

const name = nameText(MEDIA_NAME_CHARACTERS_MAX, 'Shown in the media library.');
const description = nullable(
  Type.String({
    maxLength: DESCRIPTION_CHARACTERS_MAX,
    pattern: NO_NUL,
  }),
  'For people; searched like the name. Null or blank: none.',
);

export const ConsoleMedia = exact('A media item with everything that the console shows of it.', {
  ...Media.properties,
  fileUrl: nullable(Type.String(), 'Signed for 15 minutes; for a web page its own address.'),
  description: nullable(Type.String(), 'Null: none.'),
  revision,
  file: nullable(
    exact('The stored file.', {
      fileName: nullable(Type.String(), 'As it was named where it came from.'),
      mimeType: text('What the file is.'),
      sizeBytes: count('Bytes.'),
    }),
    'Null for a web page.',
  ),
  warnings: listOf(
    exact('Something that may not play well.', { code: text('What it is about.'), message: text('For people.') }),
    "What the merchant's screens, as they are set now, will make of it.",
  ),
  isBroken: flag('True when a browser could not make a picture of its file.'),
  usedIn: exact('What would miss it.', {
    playlists: listOf(PlaylistRef, 'Playlists that have it, by name.'),
    campaigns: listOf(CampaignRef, 'Campaigns whose live version plays it, by name.'),
  }),
  createdAt: dateTime('When it became ready.'),
});
export type ConsoleMedia = Static<typeof ConsoleMedia>;

const pageAddress = Type.String({
  maxLength: PAGE_URL_CHARACTERS_MAX,
  pattern: PAGE_ADDRESS,
  description: 'The address, http or https.',
  ...mustBe(`an address that begins with http:// or https://, at most ${PAGE_URL_CHARACTERS_MAX} characters`),
});

export const AddPageRequest = exact('A web page to show on screens.', {
  id: uuid("The console's own id for it. Sending the same again is a safe retry."),
  name,
  url: pageAddress,
});
export type AddPageRequest = Static<typeof AddPageRequest>;

export const CheckPageRequest = exact('A web page that may be added.', { url: pageAddress });
export type CheckPageRequest = Static<typeof CheckPageRequest>;

export const PageCheck = exact('Whether screens can show it, as far as one look can tell.', {
  framing: oneOf(
    ['allowed', 'refused', 'insecure', 'unknown'],
    '`refused`: the page forbids to be shown inside of another one. `insecure`: it has no https and the service has. `unknown`: it was not reached from here, which says nothing of the screens.',
  ),
});
export type PageCheck = Static<typeof PageCheck>;

export const UpdateMediaRequest = exact('What is left out stays as it is.', {
  revision,
  name: Type.Optional(name),
  description: Type.Optional(description),
});
export type UpdateMediaRequest = Static<typeof UpdateMediaRequest>;

export const ChangeTagsRequest = exact('Tags to take off, then tags to add.', {
  add: Type.Optional(tagNames(TAGS_PER_MEDIA_MAX, 'Names to add; new ones make new tags.')),
  remove: Type.Optional(
    Type.Array(uuid('A tag.'), { maxItems: TAGS_PER_MEDIA_MAX, description: 'Tags to take off; others are left.' }),
  ),
});
export type ChangeTagsRequest = Static<typeof ChangeTagsRequest>;

export const StartThumbnailRequest = exact('A thumbnail that a browser made: a JPEG.', {
  sizeBytes: Type.Integer({ minimum: 1, maximum: THUMBNAIL_BYTES_MAX, description: 'Its bytes.' }),
  checksum: Type.String({ pattern: SHA256_HEX, description: 'Its SHA-256 as lower-case hex.' }),
});
export type StartThumbnailRequest = Static<typeof StartThumbnailRequest>;

export const ThumbnailTicket = exact('Where to send it.', {
  ticket: nullable(Type.String(), 'For the call that finishes it; null when the item has a thumbnail.'),
  upload: nullable(
    exact('Where and how.', { url: Type.String(), headers: Type.Record(Type.String(), Type.String()) }),
    'PUT it there; null when the item has a thumbnail.',
  ),
});
export type ThumbnailTicket = Static<typeof ThumbnailTicket>;

export const FinishThumbnailRequest = exact('A thumbnail that was sent.', {
  ...StartThumbnailRequest.properties,
  ticket: Type.String({ maxLength: 200, description: 'Of the call that started it.' }),
});
export type FinishThumbnailRequest = Static<typeof FinishThumbnailRequest>;

export const MediaThumbnail = exact('The thumbnail of a media item.', {
  thumbnailUrl: nullable(Type.String(), 'Signed. That of another browser if it was first.'),
});
export type MediaThumbnail = Static<typeof MediaThumbnail>;

export const ReplaceMediaRequest = exact('What takes the place.', { by: uuid('Another media item, which is ready.') });
export type ReplaceMediaRequest = Static<typeof ReplaceMediaRequest>;

export const ReplacedMedia = exact('What has taken the place of what.', {
  id: uuid('The item that stands in the places now.'),
  playlists: listOf(PlaylistRef, 'The playlists that were changed, by name.'),
  playedIn: listOf(CampaignRef, 'Campaigns that go on playing the old item until they are published again.'),
});
export type ReplacedMedia = Static<typeof ReplacedMedia>;

export const mediaEndpoints = {
  listMedia: endpoint('GET /media', token('media:read'), {
    summary: 'List media',
    description: 'Ready media, newest first. `fileUrl` is there only with scope `media:files`.',
    query: taggedListQuery('name or description'),
    ownFaults: 'invalid_request',
    response: MediaPage,
  }),
  getMedia: endpoint('GET /media/:id', token('media:read'), {
    summary: 'Get a media item',
    description:
      '`fileUrl` is there only with scope `media:files`. An item of another merchant looks the same as a missing one.',
    params: { id: 'The media item.' },
    response: Media,
  }),
  getConsoleMedia: endpoint('GET /media/:id', person('staff'), {
    summary: 'A media item, and what it is used in',
    response: ConsoleMedia,
  }),
  addPage: endpoint('POST /media/pages', person('staff'), {
    summary: 'Add a web page',
    body: AddPageRequest,
    isUploadCall: true,
    response: ConsoleMedia,
    errors: [409, 422],
  }),
  checkPage: endpoint('POST /media/pages/check', person('staff'), {
    summary: 'Look whether screens can show a web page',
    body: CheckPageRequest,
    response: PageCheck,
    errors: [422, 429],
  }),
  updateMedia: endpoint('PATCH /media/:id', person('staff'), {
    summary: 'Change name and description',
    body: UpdateMediaRequest,
    response: ConsoleMedia,
    errors: [409],
  }),
  changeMediaTags: endpoint('POST /media/:id/tags', person('staff'), {
    summary: 'Add tags to a media item and take tags off it',
    body: ChangeTagsRequest,
    response: ConsoleMedia,
    errors: [422],
  }),
  startThumbnail: endpoint('POST /media/:id/thumbnail', person('staff'), {
    summary: 'Offer a thumbnail for a media item that has none',
    body: StartThumbnailRequest,
    isUploadCall: true,
    response: ThumbnailTicket,
    errors: [409],
  }),
  finishThumbnail: endpoint('POST /media/:id/thumbnail/finish', person('staff'), {
    summary: 'Keep the thumbnail that was sent; the first one stays',
    body: FinishThumbnailRequest,
    isUploadCall: true,
    response: MediaThumbnail,
    errors: [422],
  }),
  reportBroken: endpoint('POST /media/:id/broken', person('staff'), {
    summary: 'Say that no picture can be made of the file',
    isUploadCall: true,
    response: exact('What is noted.', { isBroken: flag('False when somebody made a thumbnail of it.') }),
  }),
  replaceMedia: endpoint('POST /media/:id/replace', person('staff'), {
    summary:
      'Put another media item in all places of this one, which goes to the trash unless a live campaign plays it',
    body: ReplaceMediaRequest,
    response: ReplacedMedia,
    errors: [422],
  }),
  deleteMedia: endpoint('DELETE /media/:id', person('staff'), {
    summary: 'Move a media item into the trash; refused while a live campaign plays it',
    response: Deleted,
    errors: [409],
  }),
};
