import { hash } from 'node:crypto';
import { sql, type Statement } from './sql.js';

// Where a list that is ordered by a text goes on: behind the row of this id, which had this text. A long one is how it begins, and
// a mark of the whole.
export type TextPlace = readonly [text: string, id: string, mark?: string];

// A cursor has at most 512 characters, whatever the names (decisions, Shapes): with an id, a mark and a number this is what is
// left for a text, in bytes as JSON writes it. 66 bits of a hash are enough for the names that one row has had.
const BYTES_MAX = 300;
const MARK_CHARACTERS = 11;

export function placeOf(text: string, id: string): TextPlace {
  const start = startOf(text);
  return start === text && !mayBeCut(text) ? [text, id] : [start, id, markOf(text)];
}

function startOf(text: string): string {
  if (bytesOf(text) <= BYTES_MAX) return text;
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > BYTES_MAX) break;
    end += character.length;
  }
  return text.slice(0, end);
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - '""'.length;

const markOf = (text: string): string => hash('sha256', text, 'base64').slice(0, MARK_CHARACTERS);

// Whether a row that has this text now stands where the place says.
export const isAt = ([text, , mark]: TextPlace, now: string): boolean =>
  mark === undefined ? now === text : now.startsWith(text) && markOf(now) === mark;

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

// Releases before cut at this many characters, at first without a mark: such a text is looked for, and has a mark of ours.
const CHARACTERS_CUT = 50;
const mayBeCut = (text: string): boolean => Array.from(text).length === CHARACTERS_CUT;
