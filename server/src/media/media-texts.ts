// Media as texts, which cost less to read than rows. write-media.ts makes the JSON that integrations receive.
import { forIds, ONE, readRowsTogether, SEVERAL } from '../db/read-together.js';
import { sql, type Statement } from '../db/sql.js';
import type { Position } from '../http/cursor.js';
import { UUID_CHARACTERS, type MediaId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type MediaTexts = [
  // `<id> 2026-01-31T12:00:00.000Z <type> <width> <height> <seconds> {<tag id>,<tag id>}`; `-` stands for null.
  values: string,
  // As JSON, which has no line break.
  name: string,
  // Empty where there is none.
  thumbnailKey: ObjectKey | '',
  // Of a web page its address, as JSON.
  file: ObjectKey | WebAddress,
  // The version of the merchant's tags at this row's moment; null while it never had one.
  tagVersion: string | null,
];
type WebAddress = `"${string}"`;

// An id and a moment are always as long.
const MOMENT_LENGTH = '2026-01-31T12:00:00.000Z'.length;

const MOMENT_START = UUID_CHARACTERS + 1;
const FIELDS_START = MOMENT_START + MOMENT_LENGTH + 1;

export const idOf = ([values]: MediaTexts): string => values.slice(0, UUID_CHARACTERS);
export const momentOf = ([values]: MediaTexts): string => values.slice(MOMENT_START, FIELDS_START - 1);
export const positionOf = (texts: MediaTexts): Position => [momentOf(texts), idOf(texts)];

type Fields = { type: string; width: string; height: string; seconds: string; tagIds: string };

export function fieldsOf([values]: MediaTexts): Fields {
  const [type = '', width = NULL, height = NULL, seconds = NULL, tagIds = ''] = values.slice(FIELDS_START).split(' ');
  return { type, width, height, seconds, tagIds };
}

export const NULL = '-';

export const tagVersionOf = ([, , , , version]: MediaTexts): number | null =>
  version === null ? null : Number(version);

export const isWebAddress = (file: ObjectKey | WebAddress): file is WebAddress => file.startsWith('"');

const VALUES = sql`concat_ws(' ', id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), type,
      coalesce(width::text, '-'), coalesce(height::text, '-'), coalesce(duration_seconds::text, '-'), tag_ids)`;
const FILE = sql`coalesce(object_key, to_json(page_url)::text)`;
const versionOf = (merchantId: Statement): Statement =>
  sql`(select version from tag_versions where merchant_id = ${merchantId})`;

// Those of a merchant who are asked for at once are read at once.
export const selectMediaTexts = readRowsTogether<[id: string, ...MediaTexts], MediaId>((db, merchantId, ids) =>
  db.texts(forIds(merchantId, ids, ONE_MEDIA, MANY_MEDIA)),
);

const mediaNamed = (ids: Statement): Statement => sql`
    select id, ${VALUES}, to_json(name), coalesce(thumbnail_key, ''), ${FILE}, ${versionOf(sql`$1`)}
    from media
    where merchant_id = ${sql`$1`} and id ${ids} and state = 'ready'`;

const [ONE_MEDIA, MANY_MEDIA] = [mediaNamed(ONE), mediaNamed(SEVERAL)];

// What a page's statement reads of each item.
export const pageColumns = sql`id, created_at, type, width, height, duration_seconds, tag_ids, name, thumbnail_key,
        object_key, page_url`;

// Such items, in their order, as one row: each of their texts with a line for each of them, which no JSON breaks. As rows of their
// own they cost node half as much again to read. Names are apart, because one letter beyond ASCII makes all of a text slow to read.
export const asLines = (merchantId: Statement, items: Statement, end: Statement = sql``): Statement => sql`
    select string_agg(${VALUES}, E'\\n'), string_agg(to_json(name)::text, E'\\n'),
      string_agg(coalesce(thumbnail_key, ''), E'\\n'), string_agg(${FILE}, E'\\n'), ${versionOf(merchantId)}${end}
    from ${items}`;

// Null where there is no item.
type Lines = string | null;
export type PageTexts = [values: Lines, names: Lines, keys: Lines, files: Lines, version: string | null];
// A page that a scan found, and where the scan ended.
export type ScannedTexts = [...PageTexts, end: string | null];

export function toItems([page]: readonly (PageTexts | ScannedTexts)[]): MediaTexts[] {
  const [values, names, keys, files, version = null] = page ?? [];
  const [nameLines, keyLines, fileLines] = [toLines(names), toLines(keys), toLines(files)];
  return toLines(values).map((item, at) => asTexts([item, nameLines[at], keyLines[at], fileLines[at], version]));
}

const toLines = (lines: Lines | undefined): string[] => lines?.split('\n') ?? [];

// Each list has as many lines.
const asTexts = (texts: readonly unknown[]): MediaTexts => texts as unknown as MediaTexts;
