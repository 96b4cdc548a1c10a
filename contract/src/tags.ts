import type { Static } from 'typebox';
import { endpoint, person, token } from './endpoint.js';
import {
  count,
  Deleted,
  exact,
  listOf,
  mustBe,
  named,
  oneOf,
  says,
  text,
  unprocessable,
  uuid,
  visible,
} from './fields.js';
import { TAG_NAME_CHARACTERS_MAX, TAG_NAMES_PER_CALL_MAX } from './limits.js';
import { listQuery, pageOf, pageOfExactly } from './page.js';
import { NOT_BLANK } from './patterns.js';
import { Type } from './type.js';

export const Tag = named('Tag', "A word that groups a merchant's media and campaigns.", {
  id: uuid('The tag.'),
  name: text('As first written, trimmed, runs of white space made one space.'),
});
export type Tag = Static<typeof Tag>;

export const TagPage = pageOf(Tag, 'TagPage');
export type TagPage = Static<typeof TagPage>;

export const tagName = Type.String({
  maxLength: TAG_NAME_CHARACTERS_MAX,
  pattern: NOT_BLANK,
  ...visible,
  description: 'A tag name.',
});

export const tagNames = (max: number, description: string) => Type.Array(tagName, { maxItems: max, description });

export const AddTagsRequest = named(
  'AddTagsRequest',
  'Tags to add to a media item.',
  {
    add: Type.Array(tagName, {
      minItems: 1,
      maxItems: TAG_NAMES_PER_CALL_MAX,
      description:
        'A name that the merchant has, whatever its case and spacing, reuses that tag; others make new tags.',
      ...mustBe(`a list of 1 to ${TAG_NAMES_PER_CALL_MAX} tag names`),
    }),
    remove: Type.Optional(
      Type.Unsafe<never>({
        not: {},
        description: 'Removing tags is not offered: 422.',
        ...says('tags cannot be removed through this API'),
        ...unprocessable('not'),
      }),
    ),
  },
  { additionalProperties: false },
);
export type AddTagsRequest = Static<typeof AddTagsRequest>;

export const AddTagsResult = named('AddTagsResult', 'What adding tags did.', {
  mediaId: uuid('The media item.'),
  tags: listOf(Tag, 'The tags that the names resolved to, each once, by name.'),
  added: count('How many of them the item did not have before.'),
});
export type AddTagsResult = Static<typeof AddTagsResult>;

const listTags = endpoint('GET /tags', token('tags:read'), {
  summary: 'List tags',
  description: "The merchant's tags by name, in the order of the names without regard to case.",
  query: listQuery('the name'),
  ownFaults: 'invalid_request',
  response: TagPage,
});

export const CountedTag = exact('A tag, and what carries it.', {
  ...Tag.properties,
  mediaCount: count('How many media items carry it.'),
  campaignCount: count('How many campaigns carry it, archived ones too.'),
  screenCount: count('How many screens play only what carries one of their tags, this one among them.'),
});
export type CountedTag = Static<typeof CountedTag>;

const TAG_SORTS = ['name', 'most'] as const;
export type TagSort = (typeof TAG_SORTS)[number];

const TagCountsQuery = exact('What to list.', {
  ...listQuery('the name').properties,
  sort: Type.Optional(oneOf(TAG_SORTS, 'The order: by name unless given, or what most things carry first.')),
  unused: Type.Optional(
    oneOf(['true', 'false'], '`true`: only tags that no media item, no campaign and no screen carries.'),
  ),
});
export type TagCountsQuery = Static<typeof TagCountsQuery>;

export const RenameTagRequest = exact('A new name.', { name: tagName });
export type RenameTagRequest = Static<typeof RenameTagRequest>;

export const MergeTagRequest = exact('Another tag.', { into: uuid('The tag that stays.') });
export type MergeTagRequest = Static<typeof MergeTagRequest>;

export const CountedTagPage = exact('One page of a list.', {
  ...pageOfExactly(CountedTag, 'In the order that was asked for.').properties,
  counts: exact('How many there are that the search finds, on every page.', {
    all: count('All of them.'),
    unused: count('Those that nothing carries.'),
  }),
});
export type CountedTagPage = Static<typeof CountedTagPage>;

export const tagEndpoints = {
  listTagCounts: endpoint('GET /tags/counts', person('staff'), {
    summary: 'Tags, with how many media items, campaigns and screens carry each',
    query: TagCountsQuery,
    response: CountedTagPage,
  }),
  renameTag: endpoint('PATCH /tags/:id', person('staff'), {
    summary: 'Give a tag another name; a name that another tag has is refused',
    body: RenameTagRequest,
    response: CountedTag,
    errors: [409],
  }),
  mergeTag: endpoint('POST /tags/:id/merge', person('staff'), {
    summary: 'Put another tag wherever this one is, and move this one into the trash',
    body: MergeTagRequest,
    response: CountedTag,
    errors: [409, 422],
  }),
  deleteTag: endpoint('DELETE /tags/:id', person('staff'), {
    summary: 'Take a tag off everything, and move it into the trash',
    response: Deleted,
    errors: [409],
  }),
  addTags: endpoint('POST /media/:id/tags', token('tags:write'), {
    summary: 'Add tags to a media item',
    description:
      'Adds only: removing tags is not offered. Repeating a call is safe, since a tag is never added twice. An item carries at most 50 tags.',
    params: { id: 'The media item.' },
    body: AddTagsRequest,
    ownFaults: 'unprocessable',
    response: AddTagsResult,
    errors: [422],
  }),
  listTags,
  listConsoleTags: { ...listTags, access: person('staff') },
};
