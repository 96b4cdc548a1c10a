import type { Static } from 'typebox';
import { MANY_BODY_BYTES_MAX, MANY_ITEMS_MAX } from './console-limits.js';
import { endpoint, person } from './endpoint.js';
import { count, dayText, exact, flag, listOf, nullable, oneOf, text, uuid } from './fields.js';
import { TAGS_PER_MEDIA_MAX } from './limits.js';
import { Media, MediaType } from './media.js';
import { pageOfExactly, taggedListQuery } from './page.js';
import { Tag, tagNames } from './tags.js';
import { Type } from './type.js';

// The media library as the console shows it: filtered, sorted, counted, and worked on many at a time.

export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];
const LIBRARY_SORTS = ['newest', 'oldest', 'name', 'largest', 'smallest'] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

const { cursor, limit, q, tag } = taggedListQuery('name or description; its words may stand in any order').properties;
const bytes = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

const filters = {
  q,
  tag,
  type: Type.Optional(listOf(MediaType, 'Only these types; repeat the parameter for several.')),
  orientation: Type.Optional(oneOf(ORIENTATIONS, 'Only items of this form, of those whose size is known.')),
  unused: Type.Optional(
    Type.Enum(['true', 'false'], {
      type: 'string',
      description: '`true`: only what is in no playlist and plays in no campaign.',
    }),
  ),
  addedBy: Type.Optional(uuid('Only what this person or token added.')),
  minBytes: bytes('Only files of at least so many bytes.'),
  maxBytes: bytes('Only files of at most so many bytes.'),
  from: Type.Optional(dayText("Added on this day or later, in the merchant's time zone.")),
  to: Type.Optional(dayText("Added on this day or earlier, in the merchant's time zone.")),
};
const sort = Type.Optional(oneOf(LIBRARY_SORTS, 'The order; `newest` unless given.'));

export const LibraryFilters = exact('What to find.', filters);
export type LibraryFilters = Static<typeof LibraryFilters>;
const LibraryQuery = exact('What to list.', { cursor, limit, ...filters, sort });
export type LibraryQuery = Static<typeof LibraryQuery>;
const LibraryIdsQuery = exact('What to list.', { ...filters, sort });

export const MediaAdder = exact('Who added media.', {
  id: uuid('The person or the token.'),
  kind: oneOf(['person', 'token'], 'Which of the two.'),
  name: text('The name at that time.'),
});
export type MediaAdder = Static<typeof MediaAdder>;

export const LibraryItem = exact('A media item as the library lists it.', {
  ...Media.properties,
  sizeBytes: nullable(count('Bytes.'), 'Of the file; null for a web page.'),
  addedBy: nullable(MediaAdder, 'Null when it is not known, as of an import.'),
  warnings: listOf(text('What it is about.'), "The codes of what the merchant's screens may not play well."),
  isBroken: flag('True when a browser could not make a picture of its file.'),
});
export type LibraryItem = Static<typeof LibraryItem>;

export const LibraryPage = pageOfExactly(
  LibraryItem,
  'In the order that was asked for. A page may be short, or empty, and not be the last.',
);
export type LibraryPage = Static<typeof LibraryPage>;

export const LibraryCount = exact('How many items a filter finds.', {
  count: count('So many at least.'),
  isExact: flag('Whether it is so many exactly. Very large numbers are not counted to their end.'),
  months: nullable(
    listOf(
      exact('What was added in one month.', {
        month: text("The month in the merchant's time zone, such as 2026-06."),
        count: count('How many items.'),
      }),
      'Those with anything in them, newest first.',
    ),
    'Null when they were not counted to their end.',
  ),
});
export type LibraryCount = Static<typeof LibraryCount>;

export const LibraryIds = exact('What a filter finds.', {
  ids: listOf(uuid('A media item.'), 'In the order of the list.'),
  isComplete: flag('Whether these are all. Very long lists are cut.'),
});
export type LibraryIds = Static<typeof LibraryIds>;

const many = {
  ids: Type.Array(uuid('A media item.'), {
    minItems: 1,
    maxItems: MANY_ITEMS_MAX,
    description: 'What to change; what is no longer there is left out.',
  }),
  actionId: uuid("The console's own id of the action. Requests with the same one are one entry of the activity."),
};

export const TagManyRequest = exact('Tags to add to many items, or to take off them.', {
  ...many,
  add: Type.Optional(tagNames(TAGS_PER_MEDIA_MAX, 'Names to add; new ones make new tags.')),
  remove: Type.Optional(
    Type.Array(uuid('A tag.'), { maxItems: TAGS_PER_MEDIA_MAX, description: 'Tags to take off; others are left.' }),
  ),
});
export type TagManyRequest = Static<typeof TagManyRequest>;

const NamedItem = exact('A media item.', { id: uuid('The item.'), name: text('Its name.') });

export const TagManyResult = exact('What it did.', {
  changed: count('How many items are different now.'),
  tags: listOf(
    exact('One tag.', {
      tag: Tag,
      mediaIds: listOf(uuid('A media item.'), 'Items that got it, or lost it; what undoing is about.'),
    }),
    'By name.',
  ),
  refused: listOf(NamedItem, 'Items that would carry more tags than an item can. They are as they were.'),
});
export type TagManyResult = Static<typeof TagManyResult>;

export const DeleteManyRequest = exact('Items to move into the trash.', many);
export type DeleteManyRequest = Static<typeof DeleteManyRequest>;

export const DeleteManyResult = exact('What it did.', {
  deleted: listOf(uuid('A media item.'), 'What is in the trash now.'),
  refused: listOf(
    exact('An item that screens play, now or soon.', {
      ...NamedItem.properties,
      campaigns: listOf(text('The name of a campaign.'), 'What plays it, by name.'),
    }),
    'They are where they were.',
  ),
});
export type DeleteManyResult = Static<typeof DeleteManyResult>;

export const libraryEndpoints = {
  listConsoleMedia: endpoint('GET /media', person('staff'), {
    summary: 'The media library, filtered and sorted',
    query: LibraryQuery,
    response: LibraryPage,
  }),
  countConsoleMedia: endpoint('GET /media/count', person('staff'), {
    summary: 'How many items a filter finds',
    query: LibraryFilters,
    response: LibraryCount,
  }),
  listConsoleMediaIds: endpoint('GET /media/ids', person('staff'), {
    summary: 'The ids of everything that a filter finds',
    query: LibraryIdsQuery,
    response: LibraryIds,
  }),
  listMediaAdders: endpoint('GET /media/adders', person('staff'), {
    summary: 'Who has added media that are there now',
    response: exact('People and tokens.', { items: listOf(MediaAdder, 'By name.') }),
  }),
  tagManyMedia: endpoint('POST /media/tags', person('staff'), {
    summary: 'Add tags to many media items, or take tags off them',
    body: TagManyRequest,
    bodyBytesMax: MANY_BODY_BYTES_MAX,
    response: TagManyResult,
  }),
  deleteManyMedia: endpoint('POST /media/delete', person('staff'), {
    summary: 'Move many media items into the trash; what live campaigns play stays',
    body: DeleteManyRequest,
    bodyBytesMax: MANY_BODY_BYTES_MAX,
    response: DeleteManyResult,
  }),
};
