import type { KeyObject } from 'node:crypto';
import { PAGE_ITEMS_DEFAULT } from '@vitrine/contract/limits';
import { foldSearch } from '../fold.js';
import type { ContentPrincipal } from '../principal.js';
import {
  findPosition,
  looksLikeCursor,
  notOursOf,
  openCursor,
  sealCursor,
  type Position,
  type CursorScope,
} from './cursor.js';
import { refuseFaults, type Fault } from './faults.js';

export type ListQuery = {
  readonly cursor?: string;
  readonly limit?: number;
  readonly q?: string;
  readonly tag?: string[];
};

export type ListInput = { readonly query: ListQuery; readonly faults?: readonly Fault[] | undefined };

// A 400 names every faulty field, the cursor too, which only its list can judge. Where a filter is faulty nobody knows what the
// cursor was made under: then it is named only where no list can have given it.
export function refuseList(
  key: KeyObject,
  scope: CursorScope,
  { query: { cursor }, faults = [] }: ListInput,
  notOurs: string = notOursOf(scope),
): void {
  if (faults.length === 0) return;
  const isGood = (cursor: string): boolean =>
    faults.some(isOfFilter) ? looksLikeCursor(cursor) : findPosition(key, scope, cursor) !== undefined;
  const isFaulty = cursor !== undefined && !isGood(cursor);
  refuseFaults(isFaulty ? [...faults, { field: 'cursor', words: notOurs, kind: 'invalid' }] : faults);
}

const isOfFilter = ({ field }: Fault): boolean => field === 'q' || field === 'tag';

// `q` folded as what is searched; empty matches everything (decisions, Search).
export const toSearch = (q: string | undefined): string => (q === undefined ? '' : foldSearch(q).trim());

// For people, who type words in any order.
export const toWords = (q: string | undefined): string[] => [...new Set(toSearch(q).split(/\s+/u))].filter(Boolean);

// What must all be found: an integration's `q` is one text, a person's is words.
export const toTexts = ({ kind }: ContentPrincipal, q: string | undefined): string[] =>
  kind === 'person' ? toWords(q) : [toSearch(q)].filter(Boolean);

// The set of tags, whatever their order, case and number of mentions.
export const toTagSet = (tag: readonly string[] | undefined): string[] =>
  [...new Set((tag ?? []).map((id) => id.toLowerCase()))].sort();

// The filters that a cursor is bound to.
export const filtersOf = ({ q, tag }: ListQuery): string[] => [toSearch(q), ...toTagSet(tag)];

type Source<Row> = {
  readonly select: (after: Position | undefined, rows: number) => Promise<Row[]>;
  readonly positionOf: (row: Row) => Position;
};

// One page of a list. One row more than asked for is read: it tells whether there is a next page.
export async function readPage<Row>(key: KeyObject, scope: CursorScope, query: ListQuery, source: Source<Row>) {
  const limit = query.limit ?? PAGE_ITEMS_DEFAULT;
  const after = query.cursor === undefined ? undefined : openCursor(key, scope, query.cursor);
  const rows = await source.select(after, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last === undefined ? null : sealCursor(key, scope, source.positionOf(last));
  if (rows.length > limit) rows.length = limit;
  return { rows, nextCursor };
}
