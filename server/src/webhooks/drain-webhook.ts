import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { MerchantId, WebhookId } from '../ids.js';
import { wakeSender } from './clock-queries.js';
import { FAILURES_APART_MS_MAX, hasFailedTooLong, planRetry } from './retry-schedule.js';
import { isTaken, sendMessage, type Outcome, type SendDeps } from './send-message.js';
import {
  findDue,
  recordDelivered,
  recordFailed,
  releaseWebhook,
  takeWebhook,
  type DueRow,
  type Lease,
  type StoppedReason,
} from './sending-queries.js';
import { stopWebhook, type StopDeps } from './stop-webhook.js';

export type AttemptOutcome = 'delivered' | 'retried' | 'failed';

export type DrainDeps = StopDeps &
  SendDeps & {
    readonly random: () => number;
    readonly count: (outcome: AttemptOutcome) => void;
    // Aborted when the service stops.
    readonly stopping: AbortSignal;
    readonly cutting: AbortSignal;
  };

// Longer than any attempt, so that nobody else sends what is on its way.
export const LEASE_MS = 40_000;

const GONE = 410;

// Then it is the turn of others, and it waits for its next.
const TURN_MS = 20_000;

// How long a message took, on the average.
type Drained = { readonly messageMs: number };

// What is due for one webhook, one message after the other, in the order of the feed, for as long as they are taken and its
// turn lasts. Nothing while another instance is at it.
export async function drainWebhook(
  deps: DrainDeps,
  merchantId: MerchantId,
  webhookId: WebhookId,
  turnMs = TURN_MS,
): Promise<Drained> {
  const { db, clock } = deps;
  const lease = { webhookId, leaseId: randomUUID() };
  const taken = await takeWebhook(db, merchantId, { ...lease, ...leaseFrom(clock) });
  if (taken === undefined) return { messageMs: 0 };
  const begun = performance.now();
  const spentMs = (): number => performance.now() - begun;
  let messages = 0;
  let next: Next = { goesOn: true };
  try {
    while (!deps.stopping.aborted && next.goesOn) {
      next = await sendNext(deps, merchantId, lease);
      if (next.goesOn) messages += 1;
      if (spentMs() >= turnMs) break;
    }
  } finally {
    await releaseWebhook(db, merchantId, lease);
    // What is left is for the other instances, who would wait for the end of the lease.
    if (deps.stopping.aborted) await wakeSender(db, merchantId, iso(clock.now()));
  }
  const drained = { messageMs: spentMs() / Math.max(messages, 1) };
  await next.notify?.();
  return drained;
}

// Whether to go on, and what to tell people of once the webhook is given back.
type Next = { readonly goesOn: boolean; readonly notify?: () => Promise<void> };

const leaseFrom = (clock: Clock) => ({ now: iso(clock.now()), until: iso(clock.now() + LEASE_MS) });

const momentOf = (clock: Clock) => ({ now: iso(clock.now()), since: iso(clock.now() - FAILURES_APART_MS_MAX) });

const iso = (ms: number): string => new Date(ms).toISOString();

async function sendNext(deps: DrainDeps, merchantId: MerchantId, lease: Lease): Promise<Next> {
  const { db, clock } = deps;
  const due = await findDue(db, merchantId, lease, momentOf(clock));
  if (due === undefined) return { goesOn: false };
  const [at, begun] = [iso(clock.now()), performance.now()];
  const outcome = await sendMessage(deps, lease.webhookId, due, deps.cutting);
  if (outcome === undefined) return { goesOn: false };
  const { statusCode, problem, answer } = outcome;
  const durationMs = Math.round(performance.now() - begun);
  const attempt = { deliveryId: due.id, at, durationMs, statusCode, problem, answer };
  if (isTaken(outcome)) {
    await recordDelivered(db, merchantId, { ...lease, ...leaseFrom(clock) }, { ...attempt, url: due.url });
    deps.count('delivered');
    return { goesOn: true };
  }
  return { goesOn: false, ...(await fail(deps, merchantId, lease, { due, outcome, attempt })) };
}

type Failed = {
  readonly due: DueRow;
  readonly outcome: Outcome;
  readonly attempt: Parameters<typeof recordFailed>[3];
};

async function fail(
  deps: DrainDeps,
  merchantId: MerchantId,
  lease: Lease,
  { due, outcome: { statusCode, retryAfterMs }, attempt }: Failed,
): Promise<Pick<Next, 'notify'>> {
  const now = deps.clock.now();
  const isEarly = Date.parse(due.next_at) > Date.parse(attempt.at);
  const failing = { triesLeft: due.tries_left, failures: due.failures + 1, retryAfterMs, isEarly };
  const { isLast, delayMs, restMs, askedMs } = planRetry(failing, deps.random);
  await recordFailed(deps.db, merchantId, lease, attempt, {
    read: due,
    failingSince: due.type === 'webhook.test' ? null : (due.failing_since ?? attempt.at),
    isLast,
    isEarly,
    nextAt: iso(now + delayMs),
    restUntil: restMs === 0 ? null : iso(now + restMs),
    retryAfterUntil: askedMs === 0 ? null : iso(now + askedMs),
  });
  deps.count(isLast ? 'failed' : 'retried');
  const reason = reasonToStop(due, statusCode, now);
  if (reason === undefined) return {};
  return { notify: await stopWebhook(deps, merchantId, lease.webhookId, { reason, url: due.url }) };
}

function reasonToStop(due: DueRow, statusCode: number | null, now: number): StoppedReason | undefined {
  if (statusCode === GONE) return 'gone';
  return due.type !== 'webhook.test' && hasFailedTooLong(due.failing_since, now) ? 'failing' : undefined;
}
