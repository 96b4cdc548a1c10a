import { Type, type Static } from 'typebox';
import { endpoint, token } from './endpoint.js';
import { uuid } from './fields.js';
import { TAG_NAME_CHARACTERS_MAX, TAG_NAMES_PER_CALL_MAX } from './limits.js';
import { listQuery, pageOf } from './page.js';
import { NOT_BLANK } from './patterns.js';

export const Tag = Type.Object(
  {
    id: uuid('The tag.'),
    name: Type.String({ description: 'As first written, trimmed, runs of white space made one space.' }),
  },
  { $id: 'Tag', title: 'Tag', description: "A word that groups a merchant's media and campaigns." },
);
export type Tag = Static<typeof Tag>;

export const TagPage = pageOf(Tag, 'TagPage');
export type TagPage = Static<typeof TagPage>;

export const AddTagsRequest = Type.Object(
  {
    add: Type.Array(
      Type.String({
        maxLength: TAG_NAME_CHARACTERS_MAX,
        pattern: NOT_BLANK,
        description: 'A tag name.',
        'x-must-be': `a text of 1 to ${TAG_NAME_CHARACTERS_MAX} characters that is not blank`,
      }),
      {
        minItems: 1,
        maxItems: TAG_NAMES_PER_CALL_MAX,
        description:
          'A name that the merchant has, whatever its case and spacing, reuses that tag; others make new tags.',
      },
    ),
    remove: Type.Optional(
      Type.Unsafe<never>({ not: {}, description: 'Removing tags is not offered: 422.', 'x-unprocessable': ['not'] }),
    ),
  },
  {
    $id: 'AddTagsRequest',
    title: 'AddTagsRequest',
    description: 'Tags to add to a media item.',
    additionalProperties: false,
  },
);
export type AddTagsRequest = Static<typeof AddTagsRequest>;

export const AddTagsResult = Type.Object(
  {
    mediaId: uuid('The media item.'),
    tags: Type.Array(Tag, { description: 'The tags that the names resolved to, each once, by name.' }),
    added: Type.Integer({ minimum: 0, description: 'How many of them the item did not have before.' }),
  },
  { $id: 'AddTagsResult', title: 'AddTagsResult', description: 'What adding tags did.' },
);
export type AddTagsResult = Static<typeof AddTagsResult>;

export const tagEndpoints = {
  addTags: endpoint({
    method: 'POST',
    path: '/media/:id/tags',
    access: token('tags:write'),
    summary: 'Add tags to a media item',
    description:
      'Adds only: removing tags is not offered. Repeating a call is safe, since a tag is never added twice. An item carries at most 50 tags.',
    params: { id: 'The media item.' },
    body: AddTagsRequest,
    response: AddTagsResult,
    errors: [400, 401, 403, 404, 413, 422, 429],
  }),
  listTags: endpoint({
    method: 'GET',
    path: '/tags',
    access: token('tags:read'),
    summary: 'List tags',
    description: "The merchant's tags by name, in the order of the names without regard to case.",
    query: listQuery('the name'),
    response: TagPage,
    errors: [400, 401, 403, 429],
  }),
};
