import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import { API_PATH, type Endpoint } from '@vitrine/contract/endpoint';
import type { Caller } from '../access/caller.js';
import { notFound } from '../errors.js';
import { authenticate, passRateLimit, requireRights, type GateDeps, type Passed } from './gates.js';
import { parseQuery } from './parse-query.js';
import { readBody } from './read-body.js';
import { compileCheck, refuseFaults } from './validator.js';

type QueryOf<Row extends Endpoint> = Row extends { query: infer Query extends TObject } ? Static<Query> : undefined;
type BodyOf<Row extends Endpoint> = Row extends { body: infer Body extends TSchema } ? Static<Body> : undefined;
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

export type Call<Row extends Endpoint> = {
  readonly caller: Caller;
  readonly params: ParamsOf<Row['path']>;
  readonly query: QueryOf<Row>;
  readonly body: BodyOf<Row>;
  readonly requestId: string;
  // What the rate limit says of this request; a read may run before it is known.
  readonly passing: Passed | Promise<Passed>;
};

// Wires a row of the endpoint table to its function. The way of a request, gate by gate: token, rate limit, scope, plan,
// then body and parameters, then the function (decisions, Order of the gates).
export function route<Row extends Endpoint>(
  app: FastifyInstance,
  deps: GateDeps,
  endpoint: Row,
  handle: (call: Call<Row>) => Promise<Static<Row['response']>>,
): void {
  const parseInput = inputParser(endpoint);
  const answer = async (request: FastifyRequest, caller: Caller, passing: Passed | Promise<Passed>) => {
    requireRights(endpoint, caller);
    return handle(parseCall<Row>({ caller, passing }, request, await parseInput(request)));
  };
  app.route({
    method: endpoint.method,
    url: API_PATH + endpoint.path,
    async handler(request, reply) {
      requireFilledPath(request);
      const known = await authenticate(deps, request.headers.authorization);
      request.caller = known;
      const passing = passRateLimit(deps, endpoint, known);
      // A read does not wait for a count that is kept elsewhere: both are under way, and the count has the first word.
      const early = endpoint.method === 'GET' && passing instanceof Promise ? answer(request, known, passing) : undefined;
      early?.catch(() => {});
      const passed = await passing;
      void reply.headers(passed.headers);
      return send(reply, await (early ?? answer(request, passed.caller, passed)));
    },
  });
}

// The router takes `/media/` for an empty id; it is a path that does not exist.
function requireFilledPath({ params }: FastifyRequest): void {
  if (Object.values(params ?? {}).includes('')) throw notFound('path');
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

// A write takes no query parameter; a single read does not look at its query (contract, Errors: no 400 there).
const NO_QUERY = Type.Object({}, { additionalProperties: false });

function inputParser(endpoint: Endpoint) {
  const querySchema = endpoint.query ?? (endpoint.method === 'POST' ? NO_QUERY : undefined);
  const checkQuery = querySchema && compileCheck(querySchema);
  const checkBody = endpoint.body && compileCheck(endpoint.body);
  const emptyBody = endpoint.bodyOptional ? {} : undefined;
  return async (request: FastifyRequest) => {
    const sent = checkBody && (await readBody(request.raw));
    const body = sent === undefined ? emptyBody : sent;
    const query = querySchema && parseQuery(querySchema, queryText(request));
    refuseFaults([...(query?.faults ?? []), ...(checkQuery?.(query?.values) ?? []), ...(checkBody?.(body) ?? [])]);
    return { query: query?.values, body };
  };
}

const queryText = (request: FastifyRequest): string => {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

// The schemas have just been checked, which the type system cannot follow.
function parseCall<Row extends Endpoint>(
  gates: Pick<Call<Row>, 'caller' | 'passing'>,
  request: FastifyRequest,
  input: { query: unknown; body: unknown },
): Call<Row> {
  return { ...gates, params: request.params, ...input, requestId: request.id } as Call<Row>;
}
