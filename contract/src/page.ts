import { Type, type TSchema } from 'typebox';
import { uuid } from './fields.js';
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX, SEARCH_CHARACTERS_MAX } from './limits.js';

const cursor = Type.Optional(Type.String({ minLength: 1, description: "The previous page's `nextCursor`." }));
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: PAGE_ITEMS_MAX, default: PAGE_ITEMS_DEFAULT, description: 'Items on a page.' }),
);
const search = (fields: string) =>
  Type.Optional(
    Type.String({
      maxLength: SEARCH_CHARACTERS_MAX,
      description: `Text to find in ${fields}, whatever its case and accents.`,
    }),
  );
const tag = Type.Optional(
  Type.Array(uuid('A tag id.'), { description: 'Tags that an item must all carry; repeat the parameter for several.' }),
);

const CLOSED = { additionalProperties: false } as const;

export const listQuery = (searched: string) => Type.Object({ cursor, limit, q: search(searched) }, CLOSED);
export const taggedListQuery = (searched: string) => Type.Object({ cursor, limit, q: search(searched), tag }, CLOSED);

export const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object(
    {
      items: Type.Array(item, { description: 'The items of this page, in the order of the list.' }),
      nextCursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Pass it as `cursor` to get the next page; null on the last page. Opaque.',
      }),
    },
    { $id: title, title, description: 'One page of a list.' },
  );
