import { Type, type Static } from 'typebox';
import { dateTime, mustBe, nullable, uuid } from '../fields.js';
import { MEDIA_NAME_CHARACTERS_MAX, TAG_NAME_CHARACTERS_MAX, TAGS_PER_MEDIA_MAX } from '../limits.js';
import { Media, MediaPage } from '../media.js';
import { listQuery, taggedListQuery } from '../page.js';
import { NO_NUL, NOT_BLANK, PAGE_ADDRESS } from '../patterns.js';
import { TagPage } from '../tags.js';
import { UploadRequest, UploadTicket } from '../uploads.js';
import { CampaignRef } from './campaign-ref.js';
import { endpoint, person } from '../endpoint.js';
import { exact, nameText, revision } from './console-fields.js';
import { DESCRIPTION_CHARACTERS_MAX, PAGE_URL_CHARACTERS_MAX } from './console-limits.js';

const name = nameText(MEDIA_NAME_CHARACTERS_MAX, 'Shown in the media library.');
const description = nullable(
  Type.String({
    maxLength: DESCRIPTION_CHARACTERS_MAX,
    pattern: NO_NUL,
    ...mustBe(`a text of at most ${DESCRIPTION_CHARACTERS_MAX} characters without NUL`),
  }),
  'For people; searched like the name. Null or blank: none.',
);
const tagName = Type.String({
  maxLength: TAG_NAME_CHARACTERS_MAX,
  pattern: NOT_BLANK,
  description: 'A tag name.',
  ...mustBe(`a text of 1 to ${TAG_NAME_CHARACTERS_MAX} characters that is not blank`),
});

export const tagNames = (max: number, words: string) => Type.Array(tagName, { maxItems: max, description: words });

export const ConsoleMedia = exact(
  {
    ...Media.properties,
    fileUrl: nullable(Type.String(), 'Signed for 15 minutes; for a web page its own address.'),
    description: nullable(Type.String(), 'Null: none.'),
    revision,
    file: nullable(
      exact(
        {
          fileName: nullable(Type.String(), 'As it was named where it came from.'),
          mimeType: Type.String({ description: 'What the file is.' }),
          sizeBytes: Type.Integer({ minimum: 0, description: 'Bytes.' }),
        },
        'The stored file.',
      ),
      'Null for a web page.',
    ),
    usedIn: exact(
      {
        playlists: Type.Array(
          exact(
            {
              id: uuid('The playlist.'),
              name: Type.String({ description: 'Its name.' }),
              shared: Type.Boolean({ description: 'Whether every campaign may use it.' }),
            },
            'A playlist.',
          ),
          { description: 'Playlists that have it, by name.' },
        ),
        campaigns: Type.Array(CampaignRef, { description: 'Campaigns whose live version plays it, by name.' }),
      },
      'What would miss it.',
    ),
    createdAt: dateTime('When it became ready.'),
  },
  'A media item with everything that the console shows of it.',
);
export type ConsoleMedia = Static<typeof ConsoleMedia>;

export const AddPageRequest = exact(
  {
    id: uuid("The console's own id for it. Sending the same again is a safe retry."),
    name,
    url: Type.String({
      maxLength: PAGE_URL_CHARACTERS_MAX,
      pattern: PAGE_ADDRESS,
      description: 'The address, http or https.',
      ...mustBe(`an address that begins with http:// or https://, at most ${PAGE_URL_CHARACTERS_MAX} characters`),
    }),
  },
  'A web page to show on screens.',
);
export type AddPageRequest = Static<typeof AddPageRequest>;

export const UpdateMediaRequest = exact(
  { revision, name: Type.Optional(name), description: Type.Optional(description) },
  'What is left out stays as it is.',
);
export type UpdateMediaRequest = Static<typeof UpdateMediaRequest>;

export const ChangeTagsRequest = exact(
  {
    add: Type.Optional(tagNames(TAGS_PER_MEDIA_MAX, 'Names to add; new ones make new tags.')),
    remove: Type.Optional(
      Type.Array(uuid('A tag.'), { maxItems: TAGS_PER_MEDIA_MAX, description: 'Tags to take off; others are left.' }),
    ),
  },
  'Tags to take off, then tags to add.',
);
export type ChangeTagsRequest = Static<typeof ChangeTagsRequest>;

export const DeletedMedia = exact({ id: uuid('What is gone.') }, 'What was deleted.');

export const consoleMediaEndpoints = {
  listConsoleMedia: endpoint({
    method: 'GET',
    path: '/media',
    access: person('staff'),
    summary: 'The media library, newest first, with signed URLs',
    query: taggedListQuery('name or description'),
    response: MediaPage,
    errors: [400, 401, 403, 404],
  }),
  getConsoleMedia: endpoint({
    method: 'GET',
    path: '/media/:id',
    access: person('staff'),
    summary: 'A media item, and what it is used in',
    response: ConsoleMedia,
    errors: [401, 403, 404],
  }),
  startConsoleUpload: endpoint({
    method: 'POST',
    path: '/media/uploads',
    access: person('staff'),
    summary: 'Start an upload: where to PUT the bytes, or which item they are already',
    body: UploadRequest,
    isUploadCall: true,
    response: UploadTicket,
    errors: [400, 401, 403, 404, 409, 413, 422, 429],
  }),
  finalizeConsoleUpload: endpoint({
    method: 'POST',
    path: '/media/uploads/:id/finalize',
    access: person('staff'),
    summary: 'Make an uploaded file a media item',
    isUploadCall: true,
    response: Media,
    errors: [400, 401, 403, 404, 422, 429],
  }),
  addPage: endpoint({
    method: 'POST',
    path: '/media/pages',
    access: person('staff'),
    summary: 'Add a web page',
    body: AddPageRequest,
    isUploadCall: true,
    response: ConsoleMedia,
    errors: [400, 401, 403, 404, 409, 413, 422, 429],
  }),
  updateMedia: endpoint({
    method: 'PATCH',
    path: '/media/:id',
    access: person('staff'),
    summary: 'Change name and description',
    body: UpdateMediaRequest,
    response: ConsoleMedia,
    errors: [400, 401, 403, 404, 409, 413],
  }),
  changeMediaTags: endpoint({
    method: 'POST',
    path: '/media/:id/tags',
    access: person('staff'),
    summary: 'Add tags to a media item and take tags off it',
    body: ChangeTagsRequest,
    response: ConsoleMedia,
    errors: [400, 401, 403, 404, 413, 422],
  }),
  deleteMedia: endpoint({
    method: 'DELETE',
    path: '/media/:id',
    access: person('staff'),
    summary: 'Delete a media item; refused while a live campaign plays it',
    response: DeletedMedia,
    errors: [400, 401, 403, 404, 409],
  }),
  listConsoleTags: endpoint({
    method: 'GET',
    path: '/tags',
    access: person('staff'),
    summary: 'The tags of the merchant, by name',
    query: listQuery('the name'),
    response: TagPage,
    errors: [400, 401, 403, 404],
  }),
};
