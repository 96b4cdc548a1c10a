import { PROOF_MINUTES } from '@vitrine/contract/console-limits';
import type { Endpoint } from '@vitrine/contract/endpoint';
import type { Clock } from '../clock.js';
import type { Db } from '../db/db.js';
import { ApiError, rateLimited } from '../errors.js';
import { findAddress } from '../ip-address.js';
import type { Guest, PersonPrincipal, Session } from '../principal.js';
import type { Company } from './company-provider.js';
import { minuteOf, secondsToNextMinute, type CountedPerson, type RequestCounter } from './count-request.js';
import { touchSession } from './session-queries.js';
import { findSession, notSignedIn, sessionEnd } from './session.js';

export type PersonGateDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly counter: RequestCounter;
  readonly limits: { readonly uploadCallsPerMinute: number; readonly consoleWritesPerMinute: number };
  readonly company: Pick<Company, 'isOnly' | 'name'> | undefined;
  readonly mail?: object | undefined;
};

// `merchant` is what X-Merchant names.
export async function requireSession(
  deps: PersonGateDeps,
  secret: string | undefined,
  merchant: string | undefined,
): Promise<Session> {
  const session = secret === undefined ? undefined : await findSession(deps, secret, merchant);
  // Where only the company's account is taken, what came from anything else ends at once.
  const isStranger = deps.company?.isOnly === true && session?.factors !== 'company';
  if (session === undefined || isStranger) throw notSignedIn();
  return session;
}

const SEEN_AGAIN_MS = 5 * 60_000;

// A session ends 30 days after it was last used. That, and with what browser and from where, is written down every
// five minutes, not with every request; true when it was, and the cookie is to be renewed with it.
export async function slideSession(
  { db, clock }: PersonGateDeps,
  session: Session,
  { userAgent, address }: Guest,
): Promise<boolean> {
  const now = clock.now();
  if (now - session.lastSeenAt < SEEN_AGAIN_MS) return false;
  const lastSeenAt = new Date(now).toISOString();
  await touchSession(db, session.id, { lastSeenAt, expiresAt: sessionEnd(now, session), userAgent, address });
  return true;
}

// Whoever finds a browser open is not its person yet.
export function requireRecentProof(
  { clock }: { readonly clock: Clock },
  { provedAt = 0 }: { readonly provedAt?: number },
): void {
  if (clock.now() - provedAt < PROOF_MINUTES * 60_000) return;
  throw new ApiError('forbidden', 'Show once more that it is you: this needs a fresh proof.', 'proof_required');
}

// The first proof of an email removes what was set up before. So the proof comes before there is anything to lose.
export function requireProvenEmail(
  { mail }: Pick<PersonGateDeps, 'mail'>,
  { isEmailProven }: Pick<Session, 'isEmailProven'>,
): void {
  if (isEmailProven || mail === undefined) return;
  throw new ApiError(
    'forbidden',
    'Confirm your email first. Ask for the link under My account and open it in this browser.',
    'email_unproven',
  );
}

// A password, a passkey or a link of ours would open what the company has closed.
export function refuseOwnWay({ company }: Pick<PersonGateDeps, 'company'>, { ownWay }: Pick<Endpoint, 'ownWay'>): void {
  if (ownWay !== true || company?.isOnly !== true) return;
  throw new ApiError('forbidden', `Sign in with ${company.name}: nothing else is taken here.`, 'company_only');
}

// The merchant is never taken from the URL: it is the membership of the session, or the one that X-Merchant names.
export function requireRole(
  least: 'staff' | 'admin',
  { id: sessionId, membership, person, provedAt }: Session,
  requestId: string,
): PersonPrincipal {
  if (membership === undefined)
    throw new ApiError('forbidden', 'You do not belong to a merchant. Ask for an invitation.');
  if (membership.needsSecondFactor) {
    throw new ApiError(
      'forbidden',
      `${membership.merchantName} needs a second factor of everybody. Set one up for your account first.`,
      'second_factor_required',
    );
  }
  const { merchantId, role, timeZone } = membership;
  if (least === 'admin' && role === 'staff') {
    throw new ApiError('forbidden', 'Only owners and admins may do this.');
  }
  return { kind: 'person', merchantId, person, role, timeZone, requestId, sessionId, provedAt };
}

type BudgetDeps<Limit extends string> = {
  readonly counter: Pick<RequestCounter, 'countPerson'>;
  readonly clock: Clock;
  readonly limits: Readonly<Record<Limit, number>>;
};

/** Counts a write of a person at a merchant. Throws 429 when the person has used up the budget of this minute. */
export async function passWriteBudget(
  { counter, clock, limits }: BudgetDeps<'uploadCallsPerMinute' | 'consoleWritesPerMinute'>,
  { method, isUploadCall, session }: Pick<Endpoint, 'method' | 'isUploadCall' | 'session'>,
  who: CountedPerson,
): Promise<void> {
  // Signing out must always work.
  if (method === 'GET' || session === 'ends') return;
  const [budget, max, noun] =
    isUploadCall === true
      ? (['upload', limits.uploadCallsPerMinute, 'uploads'] as const)
      : (['write', limits.consoleWritesPerMinute, 'changes'] as const);
  const now = clock.now();
  if ((await counter.countPerson(who, { budget, minute: minuteOf(now), amount: 1 })) > max)
    throw tooMany(max, noun, now);
}

export type ItemBudgetDeps = BudgetDeps<'playlistItemsPerMinute'>;

/** Counts the playlist items that a person writes at a merchant. Throws 429 when the budget of this minute is used up. */
export async function passItemBudget(
  { counter, clock, limits }: ItemBudgetDeps,
  person: PersonPrincipal,
  amount: number,
): Promise<void> {
  if (amount === 0) return;
  const now = clock.now();
  const items = await counter.countPerson(person, { budget: 'item', minute: minuteOf(now), amount });
  const max = limits.playlistItemsPerMinute;
  if (items > max) throw tooMany(max, 'playlist items', now);
}

function tooMany(max: number, noun: string, now: number): ApiError {
  const seconds = secondsToNextMinute(now);
  return rateLimited(`More than ${max} ${noun} in this minute. Try again in ${seconds} s.`, seconds);
}

type Heading = { readonly origin?: string | undefined; readonly host?: string | undefined };

// A write must come from a page of this very site: browsers say with `Origin` where a request was made, and no page can
// make them say otherwise. Over plain http, which is a machine of one's own or a network around it, addresses by number and
// localhost will do too: the session's cookie belongs to them. Other names will not, for whoever owns one may point it
// here, and then their page has this host and this origin.
export function requireOrigin(baseUrl: string, { origin, host = '' }: Heading): void {
  const own = new URL(baseUrl).origin;
  if (origin === own) return;
  if (own.startsWith('http:') && origin === `http://${host}` && isNobodysName(host)) return;
  throw new ApiError(
    'forbidden',
    `Changes are taken from pages of ${own} only. If people are to use another address, the operator sets BASE_URL to it.`,
  );
}

const isNobodysName = (host: string): boolean => /^localhost(?::\d+)?$/.test(host) || findAddress(host) !== undefined;
