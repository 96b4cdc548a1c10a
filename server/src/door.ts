import { audienceOf, pathOf, type Endpoint, type TokenEndpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import type { Me } from '@vitrine/contract/session';
import type { Static } from 'typebox';
import {
  addCookie,
  hangUpOf,
  Redirect,
  sendJson,
  sendLines,
  sendRedirect,
  sendVersioned,
  Versioned,
  type Exchange,
} from './http/exchange.js';
import { assistantWay, type AssistantGateDeps } from './assistant-way.js';
import type { HttpApp } from './http/http-app.js';
import type { WrittenJson } from './http/written-json.js';
import { McpAnswer, sendMcp, type McpInput } from './http/mcp-answer.js';
import { readAdmitted } from './http/read-admitted.js';
import { inputParser, queryText, requireFilledPath, type InputOf } from './http/parse-input.js';
import {
  passWriteBudget,
  refuseOwnWay,
  requireProvenEmail,
  requireRecentProof,
  requireRole,
  requireSession,
  slideSession,
  type PersonGateDeps,
  requireOrigin,
} from './identity/admit-person.js';
import {
  authenticate,
  passRateLimit,
  requireRights,
  toTokenPrincipal,
  type TokenGateDeps,
} from './identity/admit-token.js';
import type { ScreenGateDeps } from './identity/admit-screen.js';
import type { CompanyReturn, CompanyStart } from './identity/company.js';
import { browserCookie, companyCookie, sessionCookie } from './identity/cookies.js';
import type { KnownToken } from './identity/known-tokens.js';
import type { SignedIn } from './identity/complete-sign-in.js';
import { OAuthAnswer, oauthWay, sendOAuth, type OAuthGateDeps } from './oauth-way.js';
import { USER_AGENT_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { MerchantId } from './ids.js';
import { callerAddress } from './ip-address.js';
import type {
  Guest,
  PersonPrincipal,
  Principal,
  Principals,
  Session,
  SessionWithGuest,
  TokenPrincipal,
} from './principal.js';
import { screenWay } from './screen-way.js';

// The one way in. A row of the endpoint table says who may come; the door finds out who is calling, counts, asks for the
// rights, reads the input, and calls the handler of the row's name.

type PrincipalOf<Row extends Endpoint> = Principals[Row['access']['by']];

// A file comes line by line, so that its length does not matter.
type OutputOf<Row extends Endpoint> = Row extends { session: 'begins' }
  ? SignedIn | Exclude<Static<Row['response']>, Me>
  : Row extends { company: infer Step }
    ? Step extends 'starts'
      ? CompanyStart
      : CompanyReturn
    : Row extends { responseType: string }
      ? AsyncIterable<string>
      : Row extends { versioned: true }
        ? Versioned<Static<Row['response']>>
        : Static<Row['response']> | WrittenJson<Static<Row['response']>>;

type Handler<Row extends Endpoint, Deps> = (
  deps: Deps,
  principal: PrincipalOf<Row>,
  input: Row extends { access: { by: 'aiKey' } } ? McpInput : InputOf<Row>,
) => Promise<Row extends { access: { by: 'aiKey' } } ? McpAnswer : OutputOf<Row>>;

// A handler for every row: a table that lacks one does not compile.
type Handlers<Deps> = { readonly [Name in keyof typeof endpoints]: Handler<(typeof endpoints)[Name], Deps> };

type DoorDeps = TokenGateDeps &
  PersonGateDeps &
  AssistantGateDeps &
  OAuthGateDeps &
  ScreenGateDeps & { readonly baseUrl: string; readonly isTrustedProxy: (address: string) => boolean };

type Way = (exchange: Exchange) => Promise<unknown>;
type Handle = (principal: Principal, input: unknown) => Promise<unknown>;

// It may differ for programs and for people; a token's requests are answered where the content of its merchant is.
type Given<Deps> = { readonly programs: Deps; readonly people: Deps; readonly token: (merchantId: MerchantId) => Deps };

export function openDoor<Deps extends DoorDeps>(app: HttpApp, given: Given<Deps>, handlers: Handlers<Deps>): void {
  for (const [name, row] of Object.entries<Endpoint>(endpoints)) {
    const deps = audienceOf(row.access) === 'console' ? given.people : given.programs;
    const depsOf = (who: Principal) => (who.kind === 'token' ? given.token(who.merchantId) : deps);
    const handle: Handle = (principal, input) => handlerNamed(handlers, name)(depsOf(principal), principal, input);
    const way = wayOf(row)(deps, row, handle);
    app.on(row.method, pathOf(row), async (exchange) => {
      // Signed URLs, people and secrets are in these answers: no cache may keep them.
      exchange.headers['cache-control'] = 'private, no-store';
      requireFilledPath(exchange);
      return send(exchange, row, await way(exchange));
    });
  }
}

type MakeWay = (deps: DoorDeps, row: Endpoint, handle: Handle) => Way;

function wayOf(row: Endpoint): MakeWay {
  if (isForTokens(row)) return (deps, _row, handle) => tokenWay(deps, row, handle);
  if (row.access.by === 'aiKey') return assistantWay;
  if (row.access.by === 'oauthClient') return oauthWay;
  return audienceOf(row.access) === 'screens' ? screenWay : personWay;
}

const isForTokens = (row: Endpoint): row is TokenEndpoint => row.access.by === 'token';

// The row has said who comes in and what with, which the type system cannot follow over a table.
const handlerNamed = <Deps>(handlers: Handlers<Deps>, name: string) =>
  handlers[name as keyof typeof handlers] as (deps: Deps, principal: unknown, input: unknown) => Promise<unknown>;

// Token, rate limit, scope, plan, then body and parameters, then the handler (decisions, Order of the gates). Here and below those
// who may be shut out by then are looked at again behind a body that was on its way (readAdmitted).
function tokenWay(deps: DoorDeps, row: TokenEndpoint, handle: Handle): Way {
  const parseInput = inputParser(row);
  const answer = async (exchange: Exchange, passed: KnownToken, counted: TokenPrincipal['counted']) => {
    requireRights(row, passed);
    const readmit = async () => {
      const now = await authenticate(deps, exchange.request.headers.authorization);
      requireRights(row, now);
      return now;
    };
    const [known, input] = await readAdmitted(exchange, passed, parseInput, readmit);
    const call = { hangUp: () => hangUpOf(exchange), readmit };
    return handle(toTokenPrincipal(known, { requestId: exchange.id, counted, call }), input);
  };
  return async (exchange) => {
    const known = await authenticate(deps, exchange.request.headers.authorization);
    exchange.caller = known;
    const passing = passRateLimit(deps, row, known);
    // A read of content does not wait for a count that is kept elsewhere: both are under way, and the count has the first
    // word. What is read without a scope is the token itself, which counting reads anew.
    const runsBeside = passing instanceof Promise && row.method === 'GET' && row.access.scope !== null;
    const early = runsBeside ? answer(exchange, known, undefined) : undefined;
    early?.catch(() => {});
    const passed = await passing;
    Object.assign(exchange.headers, passed.headers);
    return early ?? answer(exchange, passed.known, passed.counted);
  };
}

// Origin (writes), session, merchant and role, proof (what is dangerous), rate (uploads), then body and parameters, then the handler.
function personWay(deps: DoorDeps, row: Endpoint, handle: Handle): Way {
  const parseInput = inputParser(row);
  const cookies = {
    session: sessionCookie(deps.baseUrl),
    browser: browserCookie(deps.baseUrl),
    company: companyCookie(deps.baseUrl),
  };
  return async (exchange) => {
    if (row.method !== 'GET') requireOrigin(deps.baseUrl, exchange.request.headers);
    refuseOwnWay(deps, row);
    const admitted = await admit(exchange);
    const readmit = async () => {
      if (admitted.kind === 'guest') return admitted;
      // Where they are by now at another merchant alone, it is not the one that the request was about.
      const merchantId = admitted.kind === 'person' ? admitted.merchantId : undefined;
      return requirePrincipal(deps, row, { ...(await look(exchange, merchantId)), guest: toGuest(exchange) });
    };
    const [principal, input] = await readAdmitted(exchange, admitted, parseInput, readmit);
    const output = await handle(principal, input);
    if (row.company === 'starts') return startedAt(exchange, output as CompanyStart);
    if (row.company === 'returns') return leadOn(exchange, output as CompanyReturn);
    if (row.session === 'ends') addCookie(exchange, cookies.session.drop());
    if (row.session !== 'begins') return output;
    if (!isSignedIn(output)) return output;
    const { secret, browser, me } = output;
    addCookie(exchange, cookies.session.keep(secret));
    addCookie(exchange, cookies.browser.keep(browser));
    return me;
  };

  function startedAt(exchange: Exchange, { url, flow }: CompanyStart) {
    addCookie(exchange, cookies.company.keep(flow));
    return { url };
  }

  function leadOn(exchange: Exchange, { to, isOver, arrived }: CompanyReturn): Redirect {
    if (isOver) addCookie(exchange, cookies.company.drop());
    if (arrived !== undefined) {
      addCookie(exchange, cookies.session.keep(arrived.session));
      addCookie(exchange, cookies.browser.keep(arrived.browser));
    }
    return new Redirect(new URL(deps.baseUrl).pathname.replace(/\/$/, '') + to);
  }

  async function admit(exchange: Exchange): Promise<Guest | SessionWithGuest | PersonPrincipal> {
    const { headers } = exchange.request;
    const guest = toGuest(exchange);
    if (row.company === 'returns') {
      return { ...guest, returned: { flow: cookies.company.find(headers.cookie), query: queryText(exchange) } };
    }
    if (row.access.by === 'anyone') return guest;
    const session = await look(exchange);
    const secret = cookies.session.find(headers.cookie);
    if (secret !== undefined && (await slideSession(deps, session, guest))) {
      addCookie(exchange, cookies.session.keep(secret));
    }
    const principal = requirePrincipal(deps, row, { ...session, guest });
    const merchantId = principal.kind === 'person' ? principal.merchantId : session.membership?.merchantId;
    if (merchantId !== undefined) await passWriteBudget(deps, row, { merchantId, person: session.person });
    return principal;
  }

  function look({ request: { headers } }: Exchange, merchantId?: MerchantId): Promise<Session> {
    const asked = merchantId ?? headers['x-merchant']?.toString();
    return requireSession(deps, cookies.session.find(headers.cookie), asked);
  }

  function toGuest({ request, id: requestId }: Exchange): Guest {
    const { headers } = request;
    return {
      kind: 'guest',
      address: callerAddress(deps.isTrustedProxy, request),
      browser: cookies.browser.find(headers.cookie),
      userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS_MAX),
      requestId,
    };
  }
}

// Merchant and role where the row names one, and proof.
function requirePrincipal(
  deps: DoorDeps,
  row: Endpoint,
  session: SessionWithGuest,
): SessionWithGuest | PersonPrincipal {
  const { access } = row;
  const principal = access.by === 'person' ? requireRole(access.role, session, session.guest.requestId) : session;
  if (row.dangerous === true) requireRecentProof(deps, session);
  if (row.addsSignInMethod === true) requireProvenEmail(deps, session);
  return principal;
}

// A first step that wants a second one gives the browser nothing yet.
const isSignedIn = (output: unknown): output is SignedIn =>
  typeof output === 'object' && output !== null && 'secret' in output;

function send(exchange: Exchange, { path }: Endpoint, body: unknown): Promise<void> | void {
  if (body instanceof Redirect) return sendRedirect(exchange, body);
  if (body instanceof Versioned) return sendVersioned(exchange, body);
  if (body instanceof McpAnswer) return sendMcp(exchange, body);
  if (body instanceof OAuthAnswer) return sendOAuth(exchange, body);
  if (!isLines(body)) return sendJson(exchange, body);
  exchange.headers['content-disposition'] = `attachment; filename="${path.split('/').at(-1)}"`;
  return sendLines(exchange, 'text/csv; charset=utf-8; header=present', body);
}

const isLines = (body: unknown): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
