import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CounterConfiguration,
  type GaugeConfiguration,
} from 'prom-client';
import { API_PATH, SCREENS_PATH } from '@vitrine/contract/endpoint';
import { STATUS } from '@vitrine/contract/errors';
import type { Db } from '../db/db.js';
import type { Mailer } from '../mail/mail.js';
import type { BucketCredentials } from '../storage/credentials/bucket-credentials.js';
import type { ObjectStore, Room } from '../storage/object-store.js';
import type { Refusals } from '../storage/upload-room.js';
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
  readonly store: Pick<ObjectStore, 'credentials' | 'room'>;
  readonly refusals?: Refusals | undefined;
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
  const { db, guard, mail, screens, followers, webhooks, backups, tracer, store, refusals } = watched;
  const registry = new Registry();
  const registers = [registry];
  const answers = countAnswers(app);
  counter(
    {
      name: 'vitrine_http_requests_total',
      help: 'Answers by route, method and status',
      labelNames: ['route', 'method', 'status'],
      registers,
    },
    () => [...answers.all()].map(({ count, ...labels }) => [count, labels]),
  );
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
  counter({ name: 'vitrine_tokens_refused_total', help: 'Requests answered 401', registers }, () =>
    answers.of(STATUS.unauthorized),
  );
  counter({ name: 'vitrine_rate_limits_hit_total', help: 'Requests answered 429', registers }, () =>
    answers.of(STATUS.rate_limited),
  );
  // Refused before any route is known, so they are in none of the counts by route.
  const overload = 'Requests refused at once because more came than can be answered';
  counter({ name: 'vitrine_overload_refusals_total', help: overload, registers }, () => guard.refused());
  counter({ name: 'vitrine_screen_beats_total', help: 'Beats of screens', registers }, screens.beats);
  watchScreens(screens, answers, registers);
  gauge({ name: 'vitrine_changes_waiting', help: 'Requests that wait for changes', registers }, followers);
  if (mail !== undefined) watchMail(mail, registers);
  if (backups !== undefined) watchBackups(backups, registers);
  if (tracer !== undefined) watchTraces(tracer, registers);
  if (store.credentials !== undefined) watchBucketKeys(store.credentials, registers);
  watchStorage({ store, refusals }, registers);
  watchWebhooks(webhooks, registers);
  watchPool(db, registers);
  collectDefaultMetrics({ register: registry });
  return registry;
}

const PROGRAM = `${SCREENS_PATH}/program`;
const WAITING_ROUTES: ReadonlySet<string> = new Set([PROGRAM, `${SCREENS_PATH}/pairing`, `${API_PATH}/changes`]);

type Sample = readonly [value: number, labels: Readonly<Record<string, string | number>>];
type Read = () => number | Iterable<Sample>;

// What both show is read when somebody asks.
function counter(settings: CounterConfiguration<string>, read: Read): void {
  const collect = function (this: Counter): void {
    this.reset();
    for (const [value, labels] of toSamples(read())) this.inc(labels, value);
  };
  new Counter({ ...settings, collect });
}

function gauge(settings: GaugeConfiguration<string>, read: Read): void {
  const collect = function (this: Gauge): void {
    for (const [value, labels] of toSamples(read())) this.set(labels, value);
  };
  new Gauge({ ...settings, collect });
}

const toSamples = (found: ReturnType<Read>): Iterable<Sample> => (typeof found === 'number' ? [[found, {}]] : found);

const byOutcome = (counts: Iterable<readonly [string, number]>): Sample[] =>
  [...counts].map(([outcome, count]) => [count, { outcome }]);

function watchScreens(screens: ScreenCounts, answers: ReturnType<typeof countAnswers>, registers: Registry[]): void {
  gauge(
    {
      name: 'vitrine_screens',
      help: 'Screens that were heard of within two and a half minutes, and requests of screens that wait',
      labelNames: ['state'],
      registers,
    },
    () => [
      [screens.on(), { state: 'on' }],
      [screens.waiting(), { state: 'waiting' }],
    ],
  );
  counter(
    {
      name: 'vitrine_screen_programs_total',
      help: 'Programs that screens asked for: new ones, and those that the screen had already',
      labelNames: ['outcome'],
      registers,
    },
    () =>
      [...answers.all()]
        .filter(({ route, status }) => route === PROGRAM && (status === 200 || status === 304))
        .map(({ status, count }) => [count, { outcome: status === 200 ? 'new' : 'same' }]),
  );
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

export function watchMail(mail: Pick<Mailer, 'counts'>, registers: Registry[]): void {
  const help = 'Mails by kind and by whether the mail server took them';
  counter({ name: 'vitrine_mails_total', help, labelNames: ['kind', 'outcome'], registers }, () =>
    [...mail.counts()].map(({ kind, outcome, count }) => [count, { kind, outcome }]),
  );
}

function watchTraces({ counts }: TraceCounts, registers: Registry[]): void {
  const help = 'Spans of traces by whether the collector took them';
  counter({ name: 'vitrine_trace_spans_total', help, labelNames: ['outcome'], registers }, () =>
    byOutcome(Object.entries(counts())),
  );
}

function watchBucketKeys({ expiresAt, counts }: BucketCredentials, registers: Registry[]): void {
  // Keys that do not end have no such moment.
  if (expiresAt() !== undefined) {
    const [name, help] = ['vitrine_bucket_keys_expiry_timestamp_seconds', 'When the keys of the bucket end'];
    gauge({ name, help, aggregator: 'min', registers }, () => (expiresAt() ?? 0) / 1000);
  }
  const help = 'Keys of the bucket that took the place of others, and questions for new ones that failed';
  counter({ name: 'vitrine_bucket_key_renewals_total', help, labelNames: ['outcome'], registers }, () =>
    byOutcome(Object.entries(counts())),
  );
}

export function watchBackups({ newestAt }: BackupMoments, registers: Registry[]): void {
  const help = 'When the newest backup in BACKUP_DIR was made; 0 while there is none';
  gauge({ name: 'vitrine_newest_backup_timestamp_seconds', help, registers }, () => (newestAt() ?? 0) / 1000);
}

/** Metrics of the disk that holds the files. `refusals` are known to the process that receives the uploads. */
export function watchStorage(
  { store: { room }, refusals }: Pick<Watched, 'store' | 'refusals'>,
  registers: Registry[],
): void {
  if (room === undefined || refusals === undefined) return;
  const help = 'Uploads that were refused with 507 because the disk is full';
  counter({ name: 'vitrine_storage_refusals_total', help, registers }, refusals.count);
  const figures: readonly (readonly [name: string, help: string, figure: keyof Room])[] = [
    ['vitrine_storage_free_bytes', 'Free space on the disk that holds the files', 'freeBytes'],
    ['vitrine_storage_reserve_bytes', 'Space that uploads leave free on that disk', 'reserveBytes'],
  ];
  for (const [name, help, figure] of figures) {
    const collect = async function (this: Gauge): Promise<void> {
      this.set((await room())[figure]);
    };
    new Gauge({ name, help, registers, collect });
  }
}

function watchWebhooks({ counts, sending, lateMs }: WebhookCounts, registers: Registry[]): void {
  const attempts = 'Attempts to send a message to a webhook: delivered, to be retried, or failed for good';
  counter({ name: 'vitrine_webhook_attempts_total', help: attempts, labelNames: ['outcome'], registers }, () =>
    byOutcome(counts()),
  );
  gauge({ name: 'vitrine_webhooks_sending', help: 'Webhooks that this instance is sending to', registers }, sending);
  const late = 'How late the message is that waits longest for its turn, of all instances';
  gauge({ name: 'vitrine_webhook_late_seconds', help: late, aggregator: 'max', registers }, () => lateMs() / 1000);
}

function watchPool({ pool }: Db, registers: Registry[]): void {
  const help = 'Connections of the pool by state';
  gauge({ name: 'vitrine_database_connections', help, labelNames: ['state'], registers }, () => [
    [pool.totalCount - pool.idleCount, { state: 'busy' }],
    [pool.idleCount, { state: 'idle' }],
    [pool.waitingCount, { state: 'waiting' }],
  ]);
}
