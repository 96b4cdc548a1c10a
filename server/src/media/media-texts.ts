// A media item as the text that an integration is sent, but for what is another for each answer: the names of its tags and
// its signed URLs.
import { forIds, ONE, readRowsTogether, SEVERAL } from '../db/read-together.js';
import { sql, type Statement } from '../db/sql.js';
import type { Position } from '../http/cursor.js';
import { UUID_CHARACTERS, type MediaId } from '../ids.js';
import type { ObjectKey } from '../storage/object-key.js';

export type MediaTexts = [
  // `<id>,"type":…,"durationSeconds":…{<tag id>,<tag id>}2026-01-31T12:00:00.000Z`, made by the database (written_media).
  written: string,
  // As JSON.
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

export const idOf = ([written]: MediaTexts): string => written.slice(0, UUID_CHARACTERS);
export const momentOf = ([written]: MediaTexts): string => written.slice(-MOMENT_LENGTH);
export const positionOf = (texts: MediaTexts): Position => [momentOf(texts), idOf(texts)];

// What stands between the name and the tags, and the tags' ids as PostgreSQL writes an array.
export function fieldsOf([written]: MediaTexts): [fields: string, tagIds: string] {
  const tags = written.indexOf('{', UUID_CHARACTERS);
  return [written.slice(UUID_CHARACTERS, tags), written.slice(tags, -MOMENT_LENGTH)];
}

export const tagVersionOf = ([, , , , version]: MediaTexts): number | null =>
  version === null ? null : Number(version);

export const isWebAddress = (file: ObjectKey | WebAddress): file is WebAddress => file.startsWith('"');

const FILE = sql`coalesce(object_key, to_json(page_url)::text)`;
const versionOf = (merchantId: Statement): Statement =>
  sql`(select version from tag_versions where merchant_id = ${merchantId})`;

// Those of a merchant who are asked for at once are read at once.
export const selectMediaTexts = readRowsTogether<[id: string, ...MediaTexts], MediaId>((db, merchantId, ids) =>
  db.texts(forIds(merchantId, ids, ONE_MEDIA, MANY_MEDIA)),
);

const mediaNamed = (ids: Statement): Statement => sql`
    select id, written, to_json(name), coalesce(thumbnail_key, ''), ${FILE}, ${versionOf(sql`$1`)}
    from media
    where merchant_id = ${sql`$1`} and id ${ids} and state = 'ready'`;

const [ONE_MEDIA, MANY_MEDIA] = [mediaNamed(ONE), mediaNamed(SEVERAL)];

// What a page's statement reads of each item.
export const pageColumns = sql`written, name, thumbnail_key, object_key, page_url`;

// Such items, in their order, as one row: each of their texts with a line for each of them, which no JSON breaks. As rows of their
// own they cost node half as much again to read. Names are apart, because one letter beyond ASCII makes all of a text slow to read.
export const asLines = (merchantId: Statement, items: Statement, end: Statement = sql``): Statement => sql`
    select string_agg(written, E'\\n'), string_agg(to_json(name)::text, E'\\n'),
      string_agg(coalesce(thumbnail_key, ''), E'\\n'), string_agg(${FILE}, E'\\n'), ${versionOf(merchantId)}${end}
    from ${items}`;

// Null where there is no item.
type Lines = string | null;
export type PageTexts = [written: Lines, names: Lines, keys: Lines, files: Lines, version: string | null];
// A page that a scan found, and where the scan ended.
export type ScannedTexts = [...PageTexts, end: string | null];

export function toItems([page]: readonly (PageTexts | ScannedTexts)[]): MediaTexts[] {
  const [written, names, keys, files, version = null] = page ?? [];
  const [nameLines, keyLines, fileLines] = [toLines(names), toLines(keys), toLines(files)];
  return toLines(written).map((item, at) => asTexts([item, nameLines[at], keyLines[at], fileLines[at], version]));
}

const toLines = (lines: Lines | undefined): string[] => lines?.split('\n') ?? [];

// Each list has as many lines.
const asTexts = (texts: readonly unknown[]): MediaTexts => texts as unknown as MediaTexts;
