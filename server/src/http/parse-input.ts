import { Type } from '@vitrine/contract/type';
import type { Static, TObject, TSchema } from 'typebox';
import { noSuchEndpoint } from '../errors.js';
import type { Exchange } from './exchange.js';
import { findRefusal, refuseFaults, WHOLE_BODY, type Fault } from './faults.js';
import { readBody, readFormText, type BodyLimit } from './read-body.js';
import { compileCheck } from './validator.js';

// What a row of an endpoint table says about its input.
type InputRow = {
  readonly method: string;
  readonly path: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly bodyBytesMax?: number;
  readonly bodyHint?: string;
  readonly bodyType?: 'form';
  readonly ownFaults?: 'invalid_request' | 'unprocessable';
};

type QueryOf<Row> = Row extends { query: infer Query extends TObject } ? Static<Query> : undefined;
type BodyOf<Row> = Row extends { body: infer Body extends TSchema } ? Static<Body> : undefined;
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

export type InputOf<Row extends InputRow> = {
  readonly params: ParamsOf<Row['path']>;
  readonly query: QueryOf<Row>;
  readonly body: BodyOf<Row>;
  // Those that the row leaves to its handler.
  readonly faults: readonly Fault[];
};

// A write takes no query parameter; a single read does not look at its query (contract, Errors: no 400 there).
const NO_QUERY = Type.Object({}, { additionalProperties: false });

export function inputParser<Row extends InputRow>(row: Row) {
  const querySchema = row.query ?? (row.method === 'GET' ? undefined : NO_QUERY);
  const checkQuery = querySchema && compileCheck(querySchema, 'parameter');
  const checkBody = row.body && compileCheck(row.body);
  const emptyBody = row.bodyOptional ? {} : undefined;
  const read = row.bodyType === 'form' ? readForm : readJson;
  const limit = { bytesMax: row.bodyBytesMax, hint: row.bodyHint };
  return async (exchange: Exchange): Promise<InputOf<Row>> => {
    const sent = checkBody && (await read(exchange, limit));
    const body = sent === undefined ? emptyBody : sent.value;
    const query = querySchema && parseQuery(querySchema, queryText(exchange));
    const inQuery = [...(query?.faults ?? []), ...(checkQuery?.(query?.values) ?? [])];
    const inBody = checkBody === undefined ? [] : checkSent(row, checkBody, body, sent);
    const faults = [...inQuery, ...inBody];
    const refusal = findRefusal(faults);
    if (refusal !== undefined && refusal.error !== row.ownFaults) throw refusal;
    const values = refusal === undefined ? query?.values : withoutFaulty(query?.values, inQuery);
    return asInput<Row>({ params: exchange.params, query: values, body, faults });
  };
}

type Sent = { readonly value: unknown; readonly duplicates: readonly string[] };

const readJson = ({ request }: Exchange, limit: BodyLimit): Promise<Sent | undefined> => readBody(request, limit);

async function readForm({ request }: Exchange, limit: BodyLimit): Promise<Sent | undefined> {
  const text = await readFormText(request, limit);
  return text === undefined ? undefined : { value: parseForm(text), duplicates: [] };
}

const emptyBodyFault = ({ bodyType }: InputRow): Fault => ({
  field: WHOLE_BODY,
  words: `is empty: send ${bodyType === 'form' ? 'a form' : 'a JSON object'}`,
  kind: 'invalid',
});

function checkSent(row: InputRow, check: (body: unknown) => Fault[], body: unknown, sent: Sent | undefined): Fault[] {
  if (body === undefined) return [emptyBodyFault(row)];
  const duplicates = new Set(sent?.duplicates);
  // JSON.parse has kept one of the values; what is wrong with that one does not matter.
  const others = check(body).filter(({ field }) => !duplicates.has(field));
  return [
    ...others,
    ...Array.from(duplicates, (field): Fault => ({ problem: 'duplicate', field, words: '', kind: 'invalid' })),
  ];
}

// What a list gets of a query that is refused: as its schema says, all of which is optional.
function withoutFaulty(values: Readonly<Record<string, Value>> = {}, faults: readonly Fault[]) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !faults.some(({ field }) => field === name)));
}

export const queryText = ({ url }: Exchange): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

// The schemas have just been checked, which the type system cannot follow.
const asInput = <Row extends InputRow>(input: Record<keyof InputOf<Row>, unknown>): InputOf<Row> =>
  input as InputOf<Row>;

// The router takes `/media/` for an empty id; it is a path that does not exist.
export function requireFilledPath({ params, url }: Exchange): void {
  if (Object.values(params).includes('')) throw noSuchEndpoint(url);
}

type Value = string | number | string[];

// A query string to the values that its schema speaks of. Nothing is ignored: a name twice, a broken escape or a NUL is a
// fault here; names and values are judged by the validator afterwards (contract, Common list parameters).
function parseQuery(schema: TObject | undefined, text: string): { values: Record<string, Value>; faults: Fault[] } {
  // No prototype: `__proto__` is an unknown parameter like any other.
  const values: Record<string, Value> = Object.create(null);
  const faults: Fault[] = [];
  const refuse = (field: string, words: string): void => void faults.push({ field, words, kind: 'invalid' });
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const sentName = at < 0 ? pair : pair.slice(0, at);
    const name = decode(sentName) ?? sentName;
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    // The validator reports an unknown name; its value does not matter.
    if (schema !== undefined && !Object.hasOwn(schema.properties, name)) values[name] = '';
    else if (value === undefined) refuse(name, 'is not valid percent-encoded UTF-8');
    else if (value.includes('\0')) refuse(name, 'must not contain a NUL character');
    else if (!put(values, name, value, typeOf(schema, name))) refuse(name, 'given more than once');
  }
  return { values, faults };
}

function put(values: Record<string, Value>, name: string, value: string, type: unknown): boolean {
  const before = values[name];
  if (type === 'array') {
    values[name] = [...(Array.isArray(before) ? before : []), value];
    return true;
  }
  if (before !== undefined) return false;
  // Digits only: `1e1`, `0x10`, `+10` and ` 10 ` stay text, which the validator refuses.
  values[name] = type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
  return true;
}

function typeOf(schema: TObject | undefined, name: string): unknown {
  const property: unknown =
    schema !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return typeof property === 'object' && property !== null && 'type' in property ? property.type : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

// What is given twice is refused, what is empty was not given (RFC 6749, 3.1 and 3.2).
export function parseForm(text: string): Readonly<Record<string, string>> {
  const { values, faults } = parseQuery(undefined, text);
  refuseFaults(faults);
  const given = Object.entries(values).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '',
  );
  return Object.fromEntries(given);
}
