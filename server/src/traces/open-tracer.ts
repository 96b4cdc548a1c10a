// Traces for an operator's collector (OpenTelemetry): one span a request, and one a statement of it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { TracesConfig } from '../config.js';
import { TIMED_STATEMENTS, type TimedStatement } from '../db/db.js';
import type { Note } from '../http/http-app.js';
import type { TraceCounts } from '../http/metrics.js';
import type { Trace, Tracer } from '../http/trace-context.js';
import type { Log } from '../log.js';
import { ownVersion } from '../shipped.js';
import { sendSpans } from './send-spans.js';
import { toStatementSpan } from './statement-span.js';

const SPAN_ID_BYTES = 8;
const SERVER_FAULT = 500;

type Deps = { readonly clock: Clock; readonly log: Log };

type OpenTracer = Tracer & TraceCounts & { readonly note: Note; readonly stop: () => Promise<void> };

export function openTracer({ clock, log }: Deps, config: TracesConfig): OpenTracer {
  const spans = sendSpans({ ...config, version: ownVersion(), log });
  const current = new AsyncLocalStorage<Trace>();
  const toMoment = momentsOf(clock);

  const noteStatement = (message: unknown): void => {
    const trace = current.getStore();
    if (trace === undefined) return;
    const { text, startedAt, endedAt, isFailed } = message as TimedStatement;
    spans.add({
      traceId: trace.traceId,
      spanId: randomBytes(SPAN_ID_BYTES).toString('hex'),
      parentId: trace.spanId,
      kind: 'client',
      startMs: toMoment(startedAt),
      endMs: toMoment(endedAt),
      isFailed,
      ...toStatementSpan(text),
    });
  };
  TIMED_STATEMENTS.subscribe(noteStatement);

  return {
    samples: toSampler(config),
    follow: (trace, work) => current.run(trace, work),
    // The route's pattern, as in the log: no id and no query is in it.
    note({ trace, request, response, route, id, caller, screen, aiKey }, ms) {
      if (trace?.isSampled !== true) return;
      const startMs = toMoment(trace.startedAt);
      spans.add({
        ...trace,
        name: `${request.method} ${route}`,
        kind: 'server',
        startMs,
        endMs: startMs + ms,
        isFailed: response.statusCode >= SERVER_FAULT,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
          'vitrine.request_id': id,
          'vitrine.merchant_id': caller?.merchantId ?? screen?.merchantId ?? aiKey?.merchantId,
        },
      });
    },
    counts: spans.counts,
    async stop() {
      TIMED_STATEMENTS.unsubscribe(noteStatement);
      await spans.stop();
    },
  };
}

const STEP_MS = 1_000;

// What is timed is timed by a clock that never jumps; when it was is the service's own clock's to say. The two are brought
// together anew only where that one was set, so that spans of one trace lie within each other.
function momentsOf(clock: Clock): (at: number) => number {
  let offset = clock.now() - performance.now();
  return (at) => {
    const seen = clock.now() - performance.now();
    if (Math.abs(seen - offset) > STEP_MS) offset = seen;
    return offset + at;
  };
}

type Sampler = Tracer['samples'];

// Of each trace it is known by its id alone whether it is kept, so that every service decides alike.
export function toSampler({ sampler, ratio }: Pick<TracesConfig, 'sampler' | 'ratio'>): Sampler {
  const roots: Sampler = (traceId) => isChosen(traceId, ratioOf(sampler, ratio));
  // Else callers do not decide: whoever can send requests could have each of them kept.
  if (!sampler.startsWith('parentbased_')) return roots;
  return (traceId, parent) => parent?.isSampled ?? roots(traceId, parent);
}

function ratioOf(sampler: TracesConfig['sampler'], ratio: number): number {
  if (sampler.endsWith('traceidratio')) return ratio;
  return sampler.endsWith('always_on') ? 1 : 0;
}

// By the last 56 bits, which are random (Trace Context, level 2); as many of them as a number holds.
const FIRST_DIGIT = 18;
const DIGITS = 13;
const ALL = 2 ** (4 * DIGITS);

const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(FIRST_DIGIT, FIRST_DIGIT + DIGITS), 16) >= (1 - ratio) * ALL;
