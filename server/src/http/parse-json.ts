import { invalidRequest } from '../errors.js';
import { quoteName } from './quote-name.js';

export type ParsedJson = {
  readonly value: unknown;
  // Names that one object gives more than once. JSON.parse keeps the last value in silence.
  readonly duplicates: readonly string[];
};

/** Parses a request body, or throws a 400 that says where it stops being JSON. */
export function parseJson(bytes: Buffer): ParsedJson {
  const text = decodeText(bytes);
  const { faultAt, duplicates } = scan(text);
  if (faultAt === undefined) return { value: JSON.parse(text), duplicates };
  const found = text.slice(faultAt, faultAt + 2).match(/./su)?.[0];
  if (found === undefined) throw invalidRequest('The body is not JSON: it ends too early.');
  throw invalidRequest(`The body is not JSON: unexpected ${quoteName(found)} at character ${faultAt + 1}.`);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest('The body is not UTF-8. Send JSON in UTF-8.');
  }
}

const SPACE = /[ \t\n\r]*/y;
// Up to the closing quote, or to the first character that may not be in a string.
// oxlint-disable-next-line no-control-regex -- JSON forbids them
const STRING = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

// An array has no names.
type Container = Set<string> | undefined;
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ': and value' | 'comma or end';

// Walks over the tokens once, without recursion: a body may be nested as deep as it is long.
function scan(text: string): { readonly faultAt: number | undefined; readonly duplicates: readonly string[] } {
  const duplicates = new Set<string>();
  const open: Container[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const take = (token: RegExp): string | undefined => {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const takeCharacter = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const close = (): void => {
    open.pop();
    expected = 'comma or end';
  };
  const takeName = (): boolean => {
    const name = take(STRING);
    if (name === undefined || !takeCharacter('"')) return false;
    const names = open.at(-1);
    const unescaped: string = JSON.parse(`${name}"`);
    if (names?.has(unescaped) === true) duplicates.add(unescaped);
    names?.add(unescaped);
    expected = ': and value';
    return true;
  };
  const takeValue = (): boolean => {
    if (takeCharacter('{')) {
      open.push(new Set());
      expected = 'name or }';
      return true;
    }
    if (takeCharacter('[')) {
      open.push(undefined);
      expected = 'value or ]';
      return true;
    }
    const isTaken = take(STRING) === undefined ? take(LITERAL) !== undefined : takeCharacter('"');
    if (!isTaken) return false;
    expected = 'comma or end';
    return true;
  };
  const takeNext = (): boolean => {
    switch (expected) {
      case 'value':
        return takeValue();
      case 'value or ]':
        return takeCharacter(']') ? (close(), true) : takeValue();
      case 'name':
        return takeName();
      case 'name or }':
        return takeCharacter('}') ? (close(), true) : takeName();
      case ': and value':
        if (!takeCharacter(':')) return false;
        expected = 'value';
        return true;
      case 'comma or end':
        if (takeCharacter(',')) {
          expected = open.at(-1) === undefined ? 'value' : 'name';
          return true;
        }
        return takeCharacter(open.at(-1) === undefined ? ']' : '}') ? (close(), true) : false;
    }
  };
  const isWhole = (): boolean => open.length === 0 && expected === 'comma or end';
  for (take(SPACE); !isWhole(); take(SPACE)) {
    if (!takeNext()) return { faultAt: at, duplicates: [] };
  }
  return { faultAt: at === text.length ? undefined : at, duplicates: [...duplicates] };
}
