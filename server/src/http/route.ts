import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { API_PATH, type Endpoint } from '@vitrine/contract/endpoint';
import type { Caller } from '../access/caller.js';
import { authenticate, passRateLimit, requireRights, type GateDeps, type Passed } from './gates.js';
import { inputParser, requireFilledPath, type InputOf } from './parse-input.js';
import { WrittenJson } from './written-json.js';

type Answer<Row extends Endpoint> = Static<Row['response']> | WrittenJson<Static<Row['response']>>;

export type Call<Row extends Endpoint> = InputOf<Row> & {
  readonly caller: Caller;
  // What the rate limit says of this request; a read may run before it is known.
  readonly passing: Passed | Promise<Passed>;
};

// Wires a row of the endpoint table to its function. The way of a request, gate by gate: token, rate limit, scope, plan,
// then body and parameters, then the function (decisions, Order of the gates).
export function route<Row extends Endpoint>(
  app: FastifyInstance,
  deps: GateDeps,
  endpoint: Row,
  handle: (call: Call<Row>) => Promise<Answer<Row>>,
): void {
  const parseInput = inputParser(endpoint);
  const answer = async (request: FastifyRequest, caller: Caller, passing: Passed | Promise<Passed>) => {
    requireRights(endpoint, caller);
    return handle({ ...(await parseInput(request)), caller, passing });
  };
  app.route({
    method: endpoint.method,
    url: API_PATH + endpoint.path,
    async handler(request, reply) {
      // Signed URLs and a merchant's content are in these answers: no cache may keep them.
      void reply.header('cache-control', 'private, no-store');
      requireFilledPath(request);
      const known = await authenticate(deps, request.headers.authorization);
      request.caller = known;
      const passing = passRateLimit(deps, endpoint, known);
      // A read does not wait for a count that is kept elsewhere: both are under way, and the count has the first word.
      const early =
        endpoint.method === 'GET' && passing instanceof Promise ? answer(request, known, passing) : undefined;
      early?.catch(() => {});
      const passed = await passing;
      void reply.headers(passed.headers);
      return send(reply, await (early ?? answer(request, passed.caller, passed)));
    },
  });
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  const bytes = body instanceof WrittenJson ? body.toBytes() : Buffer.from(JSON.stringify(body));
  return reply.type('application/json; charset=utf-8').send(bytes);
}
