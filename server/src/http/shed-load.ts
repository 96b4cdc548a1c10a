import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { toErrorResponse } from './error-response.js';

export type ShedLimits = { readonly underWayMax: number; readonly lateMsMax: number };

// Ten for each connection of the pool. More, on a machine so slow that they are late, would wait for the database longer
// than the pool lets them: work for nothing.
const UNDER_WAY_MAX = 100;
// How late the process may be with everything it does, and how long even the quickest answer of the last second may have
// taken: one that is slow for reasons of its own (a finalize at a slow store) is no overload. Beyond, more work only makes
// all answers later.
const LATE_MS_MAX = 1_000;
const TICK_MS = 250;

// Under more than it can carry a process has no time left to say so: requests wait unread, no limit of the database is
// ever met, and callers give up on answers that still cost their whole price. So when many requests are under way and the
// process or its answers are late, further ones are refused before any work. Health and metrics are not.
export function shedLoad(
  app: FastifyInstance,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { underWayMax, lateMsMax }: ShedLimits = { underWayMax: UNDER_WAY_MAX, lateMsMax: LATE_MS_MAX },
): void {
  const lag = watchLag();
  const answers = watchAnswers();
  let underWay = 0;
  let refused = 0;
  const tick = (): void => {
    const lagMs = lag.tick();
    answers.tick(underWay > 0);
    if (refused > 0) log.warn({ refused, lagMs: Math.round(lagMs) }, 'overloaded: requests were refused');
    refused = 0;
  };
  const timer = setInterval(tick, TICK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    const isLate = underWay >= underWayMax && Math.max(answers.quickestMs(), lag.ms()) > lateMsMax;
    if (isLate && request.url.startsWith('/api/')) {
      refused += 1;
      const { status, body } = toErrorResponse(undefined);
      return void reply.code(status).send(body);
    }
    underWay += 1;
    const startedAt = performance.now();
    // Not the hook for answers: a caller who hangs up gets none.
    reply.raw.once('close', () => {
      underWay -= 1;
      answers.note(performance.now() - startedAt);
    });
    done();
  });
}

// How late the last tick was, or the next one is by now.
function watchLag() {
  let lastAt = performance.now();
  let lastMs = 0;
  const lateMs = (): number => performance.now() - lastAt - TICK_MS;
  return {
    tick(): number {
      lastMs = lateMs();
      lastAt = performance.now();
      return lastMs;
    },
    ms: () => Math.max(lastMs, lateMs()),
  };
}

const WINDOW_TICKS = 4;

// The quickest answer of the last whole window. A window without any says nothing new while requests are under way.
function watchAnswers() {
  let ticks = 0;
  let quickestMs = Infinity;
  let lastMs = 0;
  return {
    note: (ms: number): void => void (quickestMs = Math.min(quickestMs, ms)),
    tick(isBusy: boolean): void {
      ticks += 1;
      if (ticks % WINDOW_TICKS !== 0) return;
      if (Number.isFinite(quickestMs)) lastMs = quickestMs;
      else if (!isBusy) lastMs = 0;
      quickestMs = Infinity;
    },
    quickestMs: () => lastMs,
  };
}
