import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Db } from '../db/db.js';
import type { HttpApp } from './http-app.js';
import type { LoadGuard } from './shed-load.js';

type Watched = { readonly db: Db; readonly guard: Pick<LoadGuard, 'refused'> };

// What the operator watches, in Prometheus' form. A registry of its own, so that two apps in one process do not mix.
export function watch(app: HttpApp, { db, guard }: Watched): Registry {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Answers by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refusedTokens = new Counter({ name: 'vitrine_tokens_refused_total', help: 'Requests answered 401', registers });
  const limitsHit = new Counter({ name: 'vitrine_rate_limits_hit_total', help: 'Requests answered 429', registers });
  watchPool(db, registers);
  watchRefusals(guard, registers);
  collectDefaultMetrics({ register: registry });

  app.onAnswered(({ route, request, response: { statusCode } }, ms) => {
    const labels = { route, method: request.method ?? '' };
    requests.inc({ ...labels, status: String(statusCode) });
    seconds.observe(labels, ms / 1000);
    if (statusCode === 401) refusedTokens.inc();
    if (statusCode === 429) limitsHit.inc();
  });
  return registry;
}

function watchPool({ pool }: Db, registers: Registry[]): void {
  new Gauge({
    name: 'vitrine_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

// Refused before any route is known, so they are in none of the counts by route.
function watchRefusals({ refused }: Watched['guard'], registers: Registry[]): void {
  new Counter({
    name: 'vitrine_overload_refusals_total',
    help: 'Requests refused at once because more came than can be answered',
    registers,
    collect() {
      this.reset();
      this.inc(refused());
    },
  });
}
