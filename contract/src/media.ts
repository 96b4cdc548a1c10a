import { Type, type Static } from 'typebox';
import { endpoint, token } from './endpoint.js';
import { dateTime, nullable, uuid } from './fields.js';
import { SIGNED_URL_TTL_SECONDS } from './limits.js';
import { pageOf, taggedListQuery } from './page.js';
import { Tag } from './tags.js';

export const MEDIA_TYPES = ['image', 'video', 'web'] as const;
export const MediaType = Type.Enum([...MEDIA_TYPES], { type: 'string', description: 'What a screen does with it.' });
export type MediaType = Static<typeof MediaType>;

const pixels = Type.Integer({ minimum: 1 });
const signedUrl = Type.String({ format: 'uri', 'x-valid-seconds': SIGNED_URL_TTL_SECONDS });

export const Media = Type.Object(
  {
    id: uuid('The media item.'),
    name: Type.String({ description: 'Shown in the media library.' }),
    type: MediaType,
    width: nullable(pixels, 'Pixels; null when unknown and for web pages.'),
    height: nullable(pixels, 'Pixels; null when unknown and for web pages.'),
    durationSeconds: nullable(Type.Number(), "A video's length; null for images and web pages."),
    tags: Type.Array(Tag, { description: 'The tags it carries, by name.' }),
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
  },
  { $id: 'Media', title: 'Media', description: 'A picture, a video or a web page in the media library.' },
);
export type Media = Static<typeof Media>;

export const MediaPage = pageOf(Media, 'MediaPage');
export type MediaPage = Static<typeof MediaPage>;

export const mediaEndpoints = {
  listMedia: endpoint({
    method: 'GET',
    path: '/media',
    access: token('media:read'),
    summary: 'List media',
    description: 'Ready media, newest first. `fileUrl` is there only with scope `media:files`.',
    query: taggedListQuery('name or description'),
    response: MediaPage,
    errors: [400, 401, 403, 429],
  }),
  getMedia: endpoint({
    method: 'GET',
    path: '/media/:id',
    access: token('media:read'),
    summary: 'Get a media item',
    description:
      '`fileUrl` is there only with scope `media:files`. An item of another merchant looks the same as a missing one.',
    params: { id: 'The media item.' },
    response: Media,
    errors: [401, 403, 404, 429],
  }),
};
