import type { TSchema } from 'typebox';
import { exact, listOf, named, nullable, says, uuid } from './fields.js';
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX, SEARCH_CHARACTERS_MAX } from './limits.js';
import { Type } from './type.js';

export const pageFields = {
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      description: "The previous page's `nextCursor`.",
      'x-when-empty': 'is empty. Leave it out for the first page',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_ITEMS_MAX, default: PAGE_ITEMS_DEFAULT, description: 'Items on a page.' }),
  ),
};
const search = (fields: string) =>
  Type.Optional(
    Type.String({
      maxLength: SEARCH_CHARACTERS_MAX,
      description: `Text to find in ${fields}, whatever its case and accents.`,
    }),
  );
const tagId = {
  ...uuid('A tag id.'),
  ...says('{value} is not a tag id. Look the id up with GET /tags?q=…, and repeat the parameter for several'),
};
const tag = Type.Optional(listOf(tagId, 'Tags that an item must all carry; repeat the parameter for several.'));

const CLOSED = { additionalProperties: false } as const;

export const listQuery = (searched: string) => Type.Object({ ...pageFields, q: search(searched) }, CLOSED);
export const taggedListQuery = (searched: string) => Type.Object({ ...pageFields, q: search(searched), tag }, CLOSED);

export const pageOf = <Item extends TSchema>(item: Item, name: string) =>
  named(name, 'One page of a list.', {
    items: listOf(item, 'The items of this page, in the order of the list.'),
    nextCursor: nullable(Type.String(), 'Pass it as `cursor` to get the next page; null on the last page. Opaque.'),
  });

// A page of what the console alone lists.
export const pageOfExactly = <Item extends TSchema>(item: Item, order: string) =>
  exact('One page of a list.', {
    items: listOf(item, order),
    nextCursor: nullable(Type.String(), 'Pass it as `cursor` to get the next page; null on the last page.'),
  });
