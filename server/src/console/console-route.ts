import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { CONSOLE_PATH, type ConsoleEndpoint, type ConsoleRole } from '@vitrine/contract/console/console-endpoint';
import type { Member, Visitor } from '../access/visitor.js';
import { callerAddress } from '../http/caller-address.js';
import { inputParser, requireFilledPath, type InputOf } from '../http/parse-input.js';
import { WrittenJson } from '../http/written-json.js';
import {
  notSignedIn,
  passUploadBudget,
  requireMember,
  requireVisitor,
  slideSession,
  type ConsoleDeps,
} from './console-gates.js';
import { browserCookie, sessionCookie, type Cookie } from './cookies.js';
import { requireOrigin } from './require-origin.js';

type Who<Role extends ConsoleRole> = Role extends 'anyone'
  ? object
  : Role extends 'person'
    ? { readonly visitor: Visitor }
    : { readonly visitor: Visitor; readonly member: Member };

export type ConsoleCall<Row extends ConsoleEndpoint> = InputOf<Row> &
  Who<Row['role']> & {
    // Where the request came from, for throttling.
    readonly address: string;
    // What the browser knows of who has signed in with it.
    readonly browser: string | undefined;
    readonly keepBrowser: (browser: string) => void;
    readonly keepSession: (secret: string) => void;
    readonly dropSession: () => void;
  };

// A file comes line by line, so that its length does not matter.
type ConsoleAnswer<Row extends ConsoleEndpoint> = Row extends { responseType: string }
  ? AsyncIterable<string>
  : Static<Row['response']> | WrittenJson<Static<Row['response']>>;

// Wires a row of the console's table to its function. The way of a request: origin (writes), session, merchant and role,
// rate (uploads), body and parameters, then the function.
export function consoleRoute<Row extends ConsoleEndpoint>(
  app: FastifyInstance,
  deps: ConsoleDeps,
  endpoint: Row,
  handle: (call: ConsoleCall<Row>) => Promise<ConsoleAnswer<Row>>,
): void {
  const cookie = sessionCookie(deps.baseUrl);
  const browser = browserCookie(deps.baseUrl);
  const parseInput = inputParser(endpoint);
  app.route({
    method: endpoint.method,
    url: CONSOLE_PATH + endpoint.path,
    async handler(request, reply) {
      // People and secrets are in these answers: no cache may keep them.
      void reply.header('cache-control', 'private, no-store');
      requireFilledPath(request);
      if (endpoint.method !== 'GET') requireOrigin(deps.baseUrl, request.headers);
      const who = endpoint.role === 'anyone' ? {} : await passGates(deps, endpoint, cookie, { request, reply });
      const call = parseConsoleCall<Row>(await parseInput(request), {
        ...who,
        address: callerAddress(deps.isTrustedProxy, request),
        browser: browser.find(request.headers.cookie),
        keepBrowser: (value: string) => void reply.header('set-cookie', browser.keep(value)),
        keepSession: (secret: string) => void reply.header('set-cookie', cookie.keep(secret)),
        dropSession: () => void reply.header('set-cookie', cookie.drop()),
      });
      return send(reply, await handle(call));
    },
  });
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

async function passGates(
  deps: ConsoleDeps,
  { role, isUploadCall }: ConsoleEndpoint,
  cookie: Cookie,
  { request, reply }: Exchange,
): Promise<{ visitor: Visitor; member?: Member }> {
  const secret = cookie.find(request.headers.cookie);
  if (secret === undefined) throw notSignedIn();
  const visitor = await requireVisitor(deps, secret, request.headers['x-merchant']?.toString());
  if (await slideSession(deps, visitor)) void reply.header('set-cookie', cookie.keep(secret));
  if (role === 'person') return { visitor };
  const member = requireMember(role, visitor);
  if (isUploadCall === true) await passUploadBudget(deps, member);
  return { visitor, member };
}

// The gates have just put in who is calling, which the type system cannot follow.
function parseConsoleCall<Row extends ConsoleEndpoint>(input: InputOf<Row>, rest: object): ConsoleCall<Row> {
  return { ...input, ...rest } as ConsoleCall<Row>;
}

function send(reply: FastifyReply, body: object): FastifyReply {
  if (isLines(body)) return sendFile(reply, Readable.from(body));
  const bytes = body instanceof WrittenJson ? body.toBytes() : Buffer.from(JSON.stringify(body));
  return reply.type('application/json; charset=utf-8').send(bytes);
}

const sendFile = (reply: FastifyReply, lines: Readable): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', 'attachment; filename="activity.csv"')
    .send(lines);

const isLines = (body: object): body is AsyncIterable<string> => Symbol.asyncIterator in body;
