import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { toOtlp, type Sender, type Span } from './to-otlp.js';

// As the exporters of OpenTelemetry have them.
const WAITING_MAX = 2048;
const BATCH_MAX = 512;
const EVERY_MS = 5_000;
const ANSWER_MS_MAX = 10_000;
// The end of the process waits no longer.
const LAST_MS_MAX = 2_000;

type Collector = Sender & {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Pick<Log, 'warn'>;
};

// Gathers spans and sends them in batches, one at a time. What does not fit, and what the collector does not take, is dropped
// and counted: traces are for looking, and must never cost an answer.
export function sendSpans(collector: Collector) {
  let waiting: Span[] = [];
  let isAway = false;
  let sending: Promise<void> | undefined;
  const counts = { sent: 0, dropped: 0 };

  const sendBatch = async (msMax: number): Promise<void> => {
    const batch = waiting.splice(0, BATCH_MAX);
    const problem = await post(collector, batch, msMax);
    counts[problem === undefined ? 'sent' : 'dropped'] += batch.length;
    // Once, not for every batch of a night.
    if (problem !== undefined && !isAway) collector.log.warn({ problem }, 'the collector does not take traces');
    isAway = problem !== undefined;
  };
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) await sendBatch(ANSWER_MS_MAX);
  };
  const begin = (): void => void (sending ??= sendAll().finally(() => (sending = undefined)));
  const timer = setInterval(() => waiting.length > 0 && begin(), EVERY_MS).unref();

  return {
    add(span: Span): void {
      if (waiting.length >= WAITING_MAX) {
        counts.dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= BATCH_MAX) begin();
    },
    counts: () => counts,
    async stop(): Promise<void> {
      clearInterval(timer);
      await Promise.race([sending, sleep(LAST_MS_MAX, undefined, { ref: false })]);
      if (sending === undefined && !isAway) while (waiting.length > 0 && !isAway) await sendBatch(LAST_MS_MAX);
      counts.dropped += waiting.length;
      waiting = [];
    },
  };
}

// Undefined when it took them; else why not, without a word of what was sent.
async function post(collector: Collector, spans: readonly Span[], msMax: number): Promise<string | undefined> {
  try {
    const response = await fetch(`${collector.endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...collector.headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(collector, spans)),
      redirect: 'error',
      signal: AbortSignal.timeout(msMax),
    });
    await response.arrayBuffer();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    const { name, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    return cause?.code ?? name;
  }
}
