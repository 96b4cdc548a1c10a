import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { notFound } from '../errors.js';
import type { Exchange } from './exchange.js';
import { parseQuery } from './parse-query.js';
import { readBody } from './read-body.js';
import { compileCheck, refuseFaults } from './validator.js';

// What a row of an endpoint table says about its input.
export type InputRow = {
  readonly method: string;
  readonly path: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly bodyBytesMax?: number;
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
};

// A write takes no query parameter; a single read does not look at its query (contract, Errors: no 400 there).
const NO_QUERY = Type.Object({}, { additionalProperties: false });

export function inputParser<Row extends InputRow>(row: Row) {
  const querySchema = row.query ?? (row.method === 'GET' ? undefined : NO_QUERY);
  const checkQuery = querySchema && compileCheck(querySchema);
  const checkBody = row.body && compileCheck(row.body);
  const emptyBody = row.bodyOptional ? {} : undefined;
  return async (exchange: Exchange): Promise<InputOf<Row>> => {
    const sent = checkBody && (await readBody(exchange.request, row.bodyBytesMax));
    const body = sent === undefined ? emptyBody : sent;
    const query = querySchema && parseQuery(querySchema, queryText(exchange));
    refuseFaults([...(query?.faults ?? []), ...(checkQuery?.(query?.values) ?? []), ...(checkBody?.(body) ?? [])]);
    return asInput<Row>(exchange.params, query?.values, body);
  };
}

const queryText = ({ url }: Exchange): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

// The schemas have just been checked, which the type system cannot follow.
const asInput = <Row extends InputRow>(params: object, query: unknown, body: unknown): InputOf<Row> =>
  ({ params, query, body }) as InputOf<Row>;

// The router takes `/media/` for an empty id; it is a path that does not exist.
export function requireFilledPath({ params }: Exchange): void {
  if (Object.values(params).includes('')) throw notFound('path');
}
