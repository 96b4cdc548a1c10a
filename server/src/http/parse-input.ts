import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '@vitrine/contract/limits';
import { Type } from '@vitrine/contract/type';
import type { Static, TObject, TSchema } from 'typebox';
import { notFound, ApiError, CallerGoneError, invalidRequest } from '../errors.js';
import type { Exchange } from './exchange.js';
import { compileCheck, findRefusal, refuseFaults, type Fault } from './validator.js';

// What a row of an endpoint table says about its input.
type InputRow = {
  readonly method: string;
  readonly path: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly bodyBytesMax?: number;
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
  const checkQuery = querySchema && compileCheck(querySchema);
  const checkBody = row.body && compileCheck(row.body);
  const emptyBody = row.bodyOptional ? {} : undefined;
  const read = row.bodyType === 'form' ? readForm : readBody;
  return async (exchange: Exchange): Promise<InputOf<Row>> => {
    const sent = checkBody && (await read(exchange.request, row.bodyBytesMax));
    const body = sent === undefined ? emptyBody : sent;
    const query = querySchema && parseQuery(querySchema, queryText(exchange));
    const inQuery = [...(query?.faults ?? []), ...(checkQuery?.(query?.values) ?? [])];
    const faults = [...inQuery, ...(checkBody?.(body) ?? [])];
    const refusal = findRefusal(faults);
    if (refusal !== undefined && refusal.error !== row.ownFaults) throw refusal;
    const values = refusal === undefined ? query?.values : withoutFaulty(query?.values, inQuery);
    return asInput<Row>({ params: exchange.params, query: values, body, faults });
  };
}

// What a list gets of a query that is refused: as its schema says, all of which is optional.
function withoutFaulty(values: Readonly<Record<string, Value>> = {}, faults: readonly Fault[]) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !faults.some((fault) => isWithin(fault, name))));
}

// `tag.1` is within `tag`, and `cursor.x` a name of its own: only a list has places.
const isWithin = ({ field }: Fault, name: string): boolean =>
  field === name || (field.startsWith(`${name}.`) && /^\d+$/.test(field.slice(name.length + 1)));

export const queryText = ({ url }: Exchange): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

// The schemas have just been checked, which the type system cannot follow.
const asInput = <Row extends InputRow>(input: Record<keyof InputOf<Row>, unknown>): InputOf<Row> =>
  input as InputOf<Row>;

// The router takes `/media/` for an empty id; it is a path that does not exist.
export function requireFilledPath({ params }: Exchange): void {
  if (Object.values(params).includes('')) throw notFound('path');
}

type Value = string | number | string[];

// A query string to the values that its schema speaks of. Nothing is ignored: a name twice, a broken escape or a NUL is a
// fault here; names and values are judged by the validator afterwards (contract, Common list parameters).
function parseQuery(schema: TObject, text: string): { values: Record<string, Value>; faults: Fault[] } {
  // No prototype: `__proto__` is an unknown parameter like any other.
  const values: Record<string, Value> = Object.create(null);
  const faults: Fault[] = [];
  const refuse = (field: string, words: string): void => void faults.push({ field, words, kind: 'invalid' });
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (name === undefined || value === undefined) refuse(name ?? pair, 'is not valid percent-encoded UTF-8');
    else if (value.includes('\0')) refuse(name, 'must not hold a NUL character');
    else if (!put(values, name, value, typeOf(schema, name))) refuse(name, 'must be given once only');
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

function typeOf(schema: TObject, name: string): unknown {
  const property: unknown = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  return typeof property === 'object' && property !== null && 'type' in property ? property.type : undefined;
}

// Bytes that a client did not escape arrive as Latin-1 characters: they are read as the UTF-8 that they are.
function decode(text: string): string | undefined {
  const escaped = text.replaceAll('+', ' ').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

// The body as parsed JSON; undefined when there is none. Read only after the gates, so that a caller who is refused
// costs nothing.
export async function readBody(request: IncomingMessage, bytesMax: number = BODY_BYTES_MAX): Promise<unknown> {
  const bytes = await readBytes(request, bytesMax);
  if (bytes.length === 0) return undefined;
  if (!isJson(request.headers['content-type'])) {
    throw invalidRequest('The body must be JSON: send the header content-type: application/json.');
  }
  return parseJson(bytes);
}

// The fields of a form; undefined when there is no body.
async function readForm(request: IncomingMessage, bytesMax: number = BODY_BYTES_MAX): Promise<unknown> {
  const bytes = await readBytes(request, bytesMax);
  if (bytes.length === 0) return undefined;
  if (typeOfBody(request.headers['content-type']) !== FORM_TYPE)
    throw invalidRequest(`The body must be that of a form: send the header content-type: ${FORM_TYPE}.`);
  return parseForm(bytes.toString('latin1'));
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

// What is given twice is refused, what is empty was not given (RFC 6749, 3.1 and 3.2).
export function parseForm(text: string): Readonly<Record<string, string>> {
  const { values, faults } = parseQuery(NO_QUERY, text);
  refuseFaults(faults);
  const given = Object.entries(values).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '',
  );
  return Object.fromEntries(given);
}

export async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  // A caller who went away sends no further event.
  if (request.destroyed) throw new CallerGoneError();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // What is too much goes on flowing and is passed over: a request that stood still would keep all that follows it on
    // the connection waiting.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > bytesMax) reject(tooLarge(bytesMax));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', (error) => reject(new CallerGoneError('before the body was whole', { cause: error })));
  });
}

export const isJson = (contentType: string | undefined): boolean => typeOfBody(contentType) === 'application/json';

const typeOfBody = (contentType: string | undefined): string | undefined =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase();

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest('The body is not valid JSON in UTF-8.');
  }
}

const tooLarge = (bytesMax: number): ApiError =>
  new ApiError('payload_too_large', `The body must be at most ${bytesMax} bytes. Files go to upload.url, not here.`);
