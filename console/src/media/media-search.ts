import type { LibraryFilters, LibrarySort, Orientation } from '@vitrine/contract/library';
import { SEARCH_CHARACTERS_MAX } from '@vitrine/contract/limits';
import type { MediaType } from '@vitrine/contract/media';
import { isId, parseTagIds } from '../ui/tag-ids.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MB = 1024 * 1024;

const TYPES: readonly MediaType[] = ['image', 'video', 'web'];
const FORMS: readonly Orientation[] = ['landscape', 'portrait', 'square'];
const SORTS: readonly LibrarySort[] = ['newest', 'oldest', 'name', 'largest', 'smallest'];
const VIEWS = ['grid', 'list'] as const;

export const SIZES = {
  small: { maxBytes: MB - 1 },
  medium: { minBytes: MB, maxBytes: 10 * MB - 1 },
  large: { minBytes: 10 * MB, maxBytes: 100 * MB - 1 },
  huge: { minBytes: 100 * MB },
} as const;
type SizeClass = keyof typeof SIZES;

// What the address says about the library: ?q=door&tag=id,id&type=video&sort=name.
export type MediaSearch = {
  readonly q?: string;
  readonly tag?: string;
  readonly type?: string;
  readonly form?: Orientation;
  readonly unused?: true;
  readonly by?: string;
  readonly size?: SizeClass;
  readonly from?: string;
  readonly to?: string;
  readonly sort?: LibrarySort;
  readonly view?: 'list';
};

// Nothing wrong in it keeps the page from opening.
export function parseMediaSearch(search: Record<string, unknown>): MediaSearch {
  const texts = Object.fromEntries(Object.entries(search).map(([key, value]) => [key, toText(value)]));
  const { q = '', tag = '', type = '', form, unused, by = '', size, from = '', to = '', sort, view } = texts;
  const [tags, types] = [parseTagIds(tag), typesOf({ type })];
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(tags.length > 0 && { tag: tags.join(',') }),
    ...(types.length > 0 && { type: types.join(',') }),
    ...given('form', oneOf(FORMS, form)),
    ...(unused === 'true' && { unused: true }),
    ...(isId(by.toLowerCase()) && { by: by.toLowerCase() }),
    ...given('size', oneOf(Object.keys(SIZES).filter(isSize), size)),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...given('sort', oneOf(SORTS.slice(1), sort)),
    ...given('view', oneOf(VIEWS.slice(1), view)),
  } as MediaSearch;
}

const given = (name: string, value: string | undefined): object => (value === undefined ? {} : { [name]: value });

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text);

const isSize = (text: string): text is SizeClass => Object.hasOwn(SIZES, text);

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));

export const typesOf = ({ type = '' }: Pick<MediaSearch, 'type'>): MediaType[] =>
  TYPES.filter((one) => type.split(',').includes(one));

// How many of what the panel of filters holds are set; words and tags are seen beside it.
export const countFilters = ({ type, form, unused, by, size, from, to }: MediaSearch): number =>
  [type, form, unused, by, size, from ?? to].filter((value) => value !== undefined).length;

// As the server is asked. How it is shown does not matter there.
export function toFilters(search: MediaSearch): LibraryFilters {
  const [tag, type] = [parseTagIds(search.tag), typesOf(search)];
  const { q, form, unused, by, size, from, to } = search;
  return {
    ...(q !== undefined && { q: q.slice(0, SEARCH_CHARACTERS_MAX) }),
    ...(tag.length > 0 && { tag }),
    ...(type.length > 0 && { type }),
    ...(form !== undefined && { orientation: form }),
    ...(unused === true && { unused: 'true' as const }),
    ...(by !== undefined && { addedBy: by }),
    ...(size !== undefined && SIZES[size]),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

// The router reads a number as a number, and a list where a name stands twice.
const toText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(toText).join(',')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
