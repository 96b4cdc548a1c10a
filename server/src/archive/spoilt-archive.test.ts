// A good archive, spoilt at one place after another: the fault names that very place, and nothing is taken.
import { expect, test } from 'vitest';
import { faultOf } from '../../../tests/harness/archive-fault.js';
import { exampleArchive } from '../../../tests/harness/archive-fixture.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const good = exampleArchive({ media: 9, campaigns: 8 });

type Change = { readonly keys: readonly string[]; readonly value: unknown };

// Every place, as the keys that lead there.
function placesOf(value: unknown, keys: readonly string[] = []): Change[] {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [{ keys, value }, ...children.flatMap(([key, child]) => placesOf(child, [...keys, key]))];
}

const places = placesOf(good).slice(1);
const isIndex = (key: string | undefined): boolean => /^\d+$/.test(key ?? '');
const toPath = (keys: readonly string[]): string =>
  keys.map((key, at) => (isIndex(key) ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');

// The example with one value put elsewhere; undefined takes the key away.
function spoil(target: object, [key = '', ...rest]: readonly string[], value: unknown): object {
  const copy: object = Array.isArray(target) ? [...target] : { ...target };
  const spoilt = rest.length === 0 ? value : spoil(Object(Reflect.get(target, key)), rest, value);
  if (spoilt === undefined) Reflect.deleteProperty(copy, key);
  else Reflect.set(copy, key, spoilt);
  return copy;
}

const blamedElsewhere = (changes: readonly Change[]): { path: string; value: unknown; fault: string }[] =>
  changes
    .map(({ keys, value }) => ({ path: toPath(keys), value, fault: faultOf(spoil(good, keys, value)) }))
    .filter(({ path, fault }) => !fault.startsWith(`${path}: `));

test('unspoilt it is accepted', () => {
  expect(faultOf(good)).toBe('accepted');
});

test('a value of another type', () => {
  const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
  // Where null stands, a text, a number or an object may stand too.
  const othersOf = (value: unknown): unknown[] =>
    value === null ? [true, []] : [true, 5, 'x', [], {}].filter((other) => kindOf(other) !== kindOf(value));
  const changes = places.flatMap(({ keys, value }) => othersOf(value).map((other) => ({ keys, value: other })));
  expect(changes.length).toBeGreaterThan(1_500);
  expect(blamedElsewhere(changes)).toEqual([]);
});

test('a key that the format does not have', () => {
  const objects = places.filter(({ value }) => value instanceof Object && !Array.isArray(value));
  expect(objects.length).toBeGreaterThan(50);
  expect(blamedElsewhere(objects.map(({ keys }) => ({ keys: [...keys, 'surplus'], value: 1 })))).toEqual([]);
});

// Besides lists, which are empty then.
const OPTIONAL = ['description', 'thumbnail', 'fileName', 'withdrawnAt', 'password', 'addedBy'];

test('a key that is missing', () => {
  const required = places.filter(
    ({ keys, value }) => !isIndex(keys.at(-1)) && !Array.isArray(value) && !OPTIONAL.includes(keys.at(-1) ?? ''),
  );
  expect(required.length).toBeGreaterThan(250);
  expect(blamedElsewhere(required.map(({ keys }) => ({ keys, value: undefined })))).toEqual([]);
});

test('an id that names nothing', () => {
  const references = places.filter(({ keys, value }) => {
    const path = toPath(keys);
    return typeof value === 'string' && /tagIds\[|mediaId$|PlaylistId$/.test(path);
  });
  expect(references.length).toBeGreaterThan(30);
  expect(blamedElsewhere(references.map(({ keys }) => ({ keys, value: NOWHERE })))).toEqual([]);
});

test('an id that another entry has', () => {
  const ids = (['tokens', 'tags', 'media', 'playlists'] as const).flatMap((list) =>
    good[list].slice(1).map((_, at) => ({ keys: [list, String(at + 1), 'id'], value: good[list][0]?.id })),
  );
  expect(blamedElsewhere(ids)).toEqual([]);
});
