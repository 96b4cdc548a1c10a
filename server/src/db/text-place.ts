import { hash } from 'node:crypto';
import { sql, type Statement } from './sql.js';

// Where a list that is ordered by a text goes on: behind the row of this id, which had this text. A long one is how it begins, and
// a mark of the whole. What the release before wrote has no mark, and opens; it takes one with a mark for one without.
export type TextPlace = readonly [text: string, id: string, mark?: string];

// A cursor has at most 512 characters, whatever the names (decisions, Shapes): a character takes at most 6 bytes of it as JSON
// writes it, and base64 makes 4 of 3. 66 bits of a hash are enough for the names that one row has had.
const CHARACTERS_MAX = 50;
const MARK_CHARACTERS = 11;

export function placeOf(text: string, id: string): TextPlace {
  const start = startOf(text);
  return start === text ? [text, id] : [start, id, markOf(text)];
}

const startOf = (text: string): string =>
  text.length <= CHARACTERS_MAX ? text : Array.from(text).slice(0, CHARACTERS_MAX).join('');

const markOf = (text: string): string => hash('sha256', text, 'base64').slice(0, MARK_CHARACTERS);

// Whether a row that has this text now stands where the place says.
export function isAt([text, id, mark]: TextPlace, now: string): boolean {
  const [start, , markNow] = placeOf(now, id);
  return start === text && markNow === mark;
}

// The text that a page goes on behind, whatever its row is called by now. One that was cut is that of its row; where that one has
// another, or is gone, the page begins where it began: then those that begin alike may come twice, and none is missed.
// `rows` ends in a condition.
export function textAt([text, id, mark]: TextPlace, column: Statement, rows: Statement): Statement {
  if (mark === undefined && !mayBeCut(text)) return sql`${text}::text`;
  const isIts =
    mark === undefined
      ? sql`starts_with(${column}, ${text})`
      : sql`left(encode(sha256(convert_to(${column}, 'UTF8')), 'base64'), ${MARK_CHARACTERS}::integer) = ${mark}`;
  return sql`coalesce((select ${column} from ${rows} and id = ${id}::uuid and ${isIts}), ${text}::text)`;
}

// The release before cut without a mark. While both answer, each must go on where the other ended.
const mayBeCut = (text: string): boolean => Array.from(text).length === CHARACTERS_MAX;
