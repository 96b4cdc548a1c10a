import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { API_PATH, SCREENS_PATH } from '@vitrine/contract/endpoint';
import { STATUS } from '@vitrine/contract/errors';
import type { Db } from '../db/db.js';
import type { Mailer } from '../mail/mail.js';
import type { BucketCredentials } from '../storage/credentials/bucket-credentials.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { HttpApp } from './http-app.js';
import type { LoadGuard } from './shed-load.js';

type Watched = {
  readonly db: Db;
  readonly guard: Pick<LoadGuard, 'refused'>;
  readonly mail?: Pick<Mailer, 'counts'> | undefined;
  readonly screens: ScreenCounts;
  // Requests that wait for changes.
  readonly followers: () => number;
  readonly webhooks: WebhookCounts;
  readonly backups?: BackupMoments | undefined;
  readonly tracer?: TraceCounts | undefined;
  readonly store: Pick<ObjectStore, 'credentials'>;
};

// Spans that the collector took, and those that it was not there for.
export type TraceCounts = { readonly counts: () => Readonly<Record<'sent' | 'dropped', number>> };

// When the newest was made, in milliseconds; undefined while there is none.
export type BackupMoments = { readonly newestAt: () => number | undefined };

// Attempts by what became of them, receivers that are being sent to, and how late the message is that waits longest.
type WebhookCounts = {
  readonly counts: () => ReadonlyMap<string, number>;
  readonly sending: () => number;
  readonly lateMs: () => number;
};

// Screens that were heard of lately, requests that wait for something new, and beats since the start.
type ScreenCounts = Readonly<Record<'on' | 'waiting' | 'beats', () => number>>;

// What the operator watches, in Prometheus' form. A registry of its own, so that two apps in one process do not mix.
export function watch(app: HttpApp, watched: Watched): Registry {
  const { db, guard, mail, screens, followers, webhooks, backups, tracer, store } = watched;
  const registry = new Registry();
  const registers = [registry];
  const answers = countAnswers(app);
  new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Answers by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { route, method, status, count } of answers.all()) this.inc({ route, method, status }, count);
    },
  });
  const seconds = new Histogram({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.onAnswered(({ route, request }, ms) => {
    // How long these take is how long they were told to wait.
    if (!WAITING_ROUTES.has(route)) seconds.observe({ route, method: request.method ?? '' }, ms / 1000);
  });
  const counter = (name: string, help: string, read: () => number): void => {
    const collect = function (this: Counter): void {
      this.reset();
      this.inc(read());
    };
    new Counter({ name, help, registers, collect });
  };
  counter('vitrine_tokens_refused_total', 'Requests answered 401', () => answers.of(STATUS.unauthorized));
  counter('vitrine_rate_limits_hit_total', 'Requests answered 429', () => answers.of(STATUS.rate_limited));
  // Refused before any route is known, so they are in none of the counts by route.
  counter('vitrine_overload_refusals_total', 'Requests refused at once because more came than can be answered', () =>
    guard.refused(),
  );
  counter('vitrine_screen_beats_total', 'Beats of screens', screens.beats);
  watchScreens(screens, answers, registers);
  new Gauge({
    name: 'vitrine_changes_waiting',
    help: 'Requests that wait for changes',
    registers,
    collect() {
      this.set(followers());
    },
  });
  if (mail !== undefined) watchMail(mail, registers);
  if (backups !== undefined) watchBackups(backups, registers);
  if (tracer !== undefined) watchTraces(tracer, registers);
  if (store.credentials !== undefined) watchBucketKeys(store.credentials, registers);
  watchWebhooks(webhooks, registers);
  watchPool(db, registers);
  collectDefaultMetrics({ register: registry });
  return registry;
}

const PROGRAM = `${SCREENS_PATH}/program`;
const WAITING_ROUTES: ReadonlySet<string> = new Set([PROGRAM, `${SCREENS_PATH}/pairing`, `${API_PATH}/changes`]);

function watchScreens(screens: ScreenCounts, answers: ReturnType<typeof countAnswers>, registers: Registry[]): void {
  new Gauge({
    name: 'vitrine_screens',
    help: 'Screens that were heard of within two and a half minutes, and requests of screens that wait',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'on' }, screens.on());
      this.set({ state: 'waiting' }, screens.waiting());
    },
  });
  new Counter({
    name: 'vitrine_screen_programs_total',
    help: 'Programs that screens asked for: new ones, and those that the screen had already',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const { route, status, count } of answers.all()) {
        if (route === PROGRAM && status === 200) this.inc({ outcome: 'new' }, count);
        if (route === PROGRAM && status === 304) this.inc({ outcome: 'same' }, count);
      }
    },
  });
}

type Answers = { readonly route: string; readonly method: string; readonly status: number; count: number };

// Counted here and told to the library when somebody asks: for each request it would put the labels together anew.
function countAnswers(app: HttpApp) {
  const counts = new Map<string, Answers>();
  app.onAnswered(({ route, request: { method = '' }, response: { statusCode: status } }) => {
    const key = `${status} ${method} ${route}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { route, method, status, count: 1 });
    else known.count += 1;
  });
  return {
    all: () => counts.values(),
    of: (status: number): number =>
      [...counts.values()].reduce((sum, one) => sum + (one.status === status ? one.count : 0), 0),
  };
}

function watchMail(mail: Pick<Mailer, 'counts'>, registers: Registry[]): void {
  new Counter({
    name: 'vitrine_mails_total',
    help: 'Mails by kind and by whether the mail server took them',
    labelNames: ['kind', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { kind, outcome, count } of mail.counts()) this.inc({ kind, outcome }, count);
    },
  });
}

function watchTraces({ counts }: TraceCounts, registers: Registry[]): void {
  new Counter({
    name: 'vitrine_trace_spans_total',
    help: 'Spans of traces by whether the collector took them',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count);
    },
  });
}

function watchBucketKeys({ expiresAt, counts }: BucketCredentials, registers: Registry[]): void {
  // Keys that do not end have no such moment.
  if (expiresAt() !== undefined)
    new Gauge({
      name: 'vitrine_bucket_keys_expiry_timestamp_seconds',
      help: 'When the keys of the bucket end',
      aggregator: 'min',
      registers,
      collect() {
        this.set((expiresAt() ?? 0) / 1000);
      },
    });
  new Counter({
    name: 'vitrine_bucket_key_renewals_total',
    help: 'Keys of the bucket that took the place of others, and questions for new ones that failed',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts())) this.inc({ outcome }, count);
    },
  });
}

export function watchBackups({ newestAt }: BackupMoments, registers: Registry[]): void {
  new Gauge({
    name: 'vitrine_newest_backup_timestamp_seconds',
    help: 'When the newest backup in BACKUP_DIR was made; 0 while there is none',
    registers,
    collect() {
      this.set((newestAt() ?? 0) / 1000);
    },
  });
}

function watchWebhooks({ counts, sending, lateMs }: WebhookCounts, registers: Registry[]): void {
  new Counter({
    name: 'vitrine_webhook_attempts_total',
    help: 'Attempts to send a message to a webhook: delivered, to be retried, or failed for good',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of counts()) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'vitrine_webhooks_sending',
    help: 'Webhooks that this instance is sending to',
    registers,
    collect() {
      this.set(sending());
    },
  });
  new Gauge({
    name: 'vitrine_webhook_late_seconds',
    help: 'How late the message is that waits longest for its turn, of all instances',
    aggregator: 'max',
    registers,
    collect() {
      this.set(lateMs() / 1000);
    },
  });
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
