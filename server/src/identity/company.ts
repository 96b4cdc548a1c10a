import { COMPANY_FLOW_MINUTES, SIGN_IN_FAILURES_PER_ADDRESS_MAX } from '@vitrine/contract/console-limits';
import type {
  CompanyRefusal,
  SignInWays,
  StartCompanyRequest,
  StartCompanySignInRequest,
} from '@vitrine/contract/company';
import type { Deps } from '../db/db.js';
import { ApiError, notFound } from '../errors.js';
import type { Log } from '../log.js';
import { hasMerchants } from '../merchants/queries.js';
import type { Guest, Session } from '../principal.js';
import { isStateOf } from './company-flow.js';
import type { CompletionDeps } from './complete-sign-in.js';
import type { Company } from './company-provider.js';
import {
  dropOldFlows,
  findCompanyAccount,
  insertFlow,
  takeFlow,
  type FlowRow,
  type Purpose,
} from './company-queries.js';
import {
  CompanyRefusedError,
  joinByCompany,
  linkCompany,
  proveByCompany,
  signInByCompany,
  type Arrival,
  type Arrived,
} from './company-arrivals.js';
import { requireOpenInvitation } from './invitations.js';
import { uncountAttempts } from './session-queries.js';
import { limitNetworks, passLimits, type Limit } from './throttle.js';
import { hashSecret, newSecret } from './token-secret.js';

export type CompanyDeps = Deps & { readonly company: Company | undefined; readonly log: Log };

// `flow` is what the browser keeps until it is back.
export type CompanyStart = { readonly url: string; readonly flow: string };

// `to` is a path of this site. `arrived` is what the browser keeps of a session that begins with it. `isOver`: the browser forgets the way.
export type CompanyReturn = { readonly to: string; readonly isOver: boolean; readonly arrived?: Arrived };

export const getSignInWays = async ({
  db,
  company,
  mail,
}: CompanyDeps & { readonly mail: unknown }): Promise<SignInWays> => ({
  company: company === undefined ? null : { name: company.name },
  onlyCompany: company?.isOnly ?? false,
  mail: mail !== undefined,
  isEmpty: !(await hasMerchants(db)),
});

export async function startCompanySignIn(
  deps: CompanyDeps,
  guest: Guest,
  { body }: { readonly body: StartCompanySignInRequest },
): Promise<CompanyStart> {
  const invitation = body.invitation === undefined ? undefined : await requireOpenInvitation(deps, body.invitation);
  const limits = limitNetworks('company address', guest.address, SIGN_IN_FAILURES_PER_ADDRESS_MAX);
  return start(deps, limits, {
    purpose: invitation === undefined ? 'sign-in' : 'join',
    session_id: null,
    invited_to: invitation?.merchant_id ?? null,
    invitation_id: invitation?.id ?? null,
    invitation_mailed: invitation?.mailed ?? false,
    return_to: body.to ?? '/today',
  });
}

export async function startCompanyLink(
  deps: CompanyDeps,
  session: Session,
  { body }: { readonly body: StartCompanyRequest },
): Promise<CompanyStart> {
  if (deps.company !== undefined && (await findCompanyAccount(deps.db, session.person.id, deps.company.issuer))) {
    throw new ApiError('conflict', 'An account is connected already. Take it away first.');
  }
  return startInSession(deps, session, 'link', body.to);
}

export async function startCompanyProof(
  deps: CompanyDeps,
  session: Session,
  { body }: { readonly body: StartCompanyRequest },
): Promise<CompanyStart> {
  return startInSession(deps, session, 'prove', body.to);
}

function startInSession(
  deps: CompanyDeps,
  { id, person }: Session,
  purpose: Purpose,
  returnTo = '/account',
): Promise<CompanyStart> {
  const limits: readonly Limit[] = [[`company person ${person.id}`, SIGN_IN_FAILURES_PER_ADDRESS_MAX]];
  const flow = {
    purpose,
    session_id: id,
    invited_to: null,
    invitation_id: null,
    invitation_mailed: false,
    return_to: returnTo,
  };
  return start(deps, limits, flow);
}

const FLOW_MS = COMPANY_FLOW_MINUTES * 60_000;

// A person who leaves for the company's page and does not come back counts like a wrong password.
async function start(
  deps: CompanyDeps,
  limits: readonly Limit[],
  flow: Omit<FlowRow, 'counters'>,
): Promise<CompanyStart> {
  const { db, clock, company } = deps;
  if (company === undefined) throw notFound('company to sign in with');
  const now = clock.now();
  await passLimits(deps, limits);
  const secret = newSecret();
  const url = await company.begin(secret, { again: flow.purpose === 'prove' }).catch((error: unknown) => {
    noteFailure(deps, error);
    throw new ApiError('conflict', `The sign-in of ${company.name} does not answer. Try again in a minute.`);
  });
  await dropOldFlows(db, new Date(now).toISOString());
  const counters = limits.map(([key]) => key);
  await insertFlow(db, hashSecret(secret), { ...flow, counters, expires_at: new Date(now + FLOW_MS).toISOString() });
  return { url, flow: secret };
}

// Where the company sends the browser back to. It is only listened to in the browser that was sent there, once, within ten
// minutes; whatever goes wrong leads to a page that says so.
export async function finishCompany(deps: CompanyDeps & CompletionDeps, guest: Guest): Promise<CompanyReturn> {
  const { db, clock, company } = deps;
  const { flow: secret, query = '' } = guest.returned ?? {};
  const state = new URLSearchParams(query).get('state');
  // A link that somebody else made must not end a way that is under way.
  if (company === undefined || secret === undefined || !isStateOf(secret, state))
    return { ...refusedAt('sign-in', 'expired'), isOver: false };
  const flow = await takeFlow(db, hashSecret(secret), new Date(clock.now()).toISOString());
  if (flow === undefined) return refusedAt('sign-in', 'expired');
  try {
    const claims = await company.finish(secret, query);
    const arrived = await arrive(deps, flow, { claims, guest });
    await uncountAttempts(db, flow.counters);
    return arrived;
  } catch (error) {
    if (error instanceof CompanyRefusedError) return refusedAt(flow.purpose, error.reason);
    if (error instanceof ApiError && error.code === 'account_disabled') return refusedAt(flow.purpose, 'disabled');
    noteFailure(deps, error);
    return refusedAt(flow.purpose, isAway(error) ? 'unavailable' : 'refused');
  }
}

async function arrive(deps: CompanyDeps & CompletionDeps, flow: FlowRow, arrival: Arrival): Promise<CompanyReturn> {
  switch (flow.purpose) {
    case 'sign-in':
      return arrivedAt(flow, await signInByCompany(deps, arrival));
    case 'join':
      return arrivedAt(flow, await joinByCompany(deps, flow, arrival));
    case 'link':
      await linkCompany(deps, flow, arrival);
      return { to: flow.return_to, isOver: true };
    case 'prove':
      await proveByCompany(deps, flow, arrival);
      return { to: flow.return_to, isOver: true };
  }
}

// The account page says that other ways to sign in were removed, and that a mail lists them.
const arrivedAt = ({ return_to: to }: FlowRow, arrived: Arrived): CompanyReturn => ({
  to: arrived.hasRemoved ? '/account?removed=true' : to,
  isOver: true,
  arrived,
});

const PAGES: Readonly<Record<Purpose, string>> = {
  'sign-in': '/sign-in',
  join: '/join',
  link: '/account',
  prove: '/proved',
};

const refusedAt = (purpose: Purpose, reason: CompanyRefusal): CompanyReturn => ({
  to: `${PAGES[purpose]}?company=${reason}`,
  isOver: true,
});

// By name and code alone: what the company answered may hold a token, what was asked for holds a code.
function noteFailure({ log }: CompanyDeps, error: unknown): void {
  const { name, code, error: oauth }: Readonly<Record<string, unknown>> = Object(error);
  log.warn({ name, code, oauth: typeof oauth === 'string' ? oauth.slice(0, 60) : undefined }, 'company sign-in failed');
}

const AWAY = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

// A connection that failed is a TypeError of fetch.
const isAway = (error: unknown): boolean => error instanceof TypeError || AWAY.has(String(Object(error)['code']));
