import type { RequestListener } from 'node:http';
import { UPLOAD_CALLS_PER_MINUTE_MAX, WEBHOOK_ANSWER_SECONDS_MAX } from '@vitrine/contract/console-limits';
import { WAITING_MAX } from '@vitrine/contract/screen-limits';
import { activityHandlers } from './activity/handlers.js';
import { campaignHandlers } from './campaigns/handlers.js';
import { changeHandlers } from './changes/list-changes.js';
import type { ChangeRow } from './changes/queries.js';
import { createShareReads } from './changes/share-reads.js';
import type { Clock } from './clock.js';
import type { Connection, Db } from './db/db.js';
import { listen } from './db/listen.js';
import { createSignals, SIGNALS, type Signals } from './db/signals.js';
import { findSharedKey } from './db/shared-key.js';
import { docsRoutes } from './docs/routes.js';
import { openDoor } from './door.js';
import { answerAdmin } from './http/admin.js';
import { answerHealth } from './http/health.js';
import { createAfterwards, createHttpApp, type HttpApp } from './http/http-app.js';
import { watch } from './http/metrics.js';
import { shedLoad } from './http/shed-load.js';
import type { CompanyConfig } from './config.js';
import { createCompany } from './identity/company-provider.js';
import { countInDatabase, countInProcess } from './identity/count-request.js';
import { identityHandlers } from './identity/handlers.js';
import { createKnownTokens } from './identity/known-tokens.js';
import { argon2id, boundHashing, type Hashing } from './identity/password.js';
import { parseMerchantId } from './ids.js';
import { findNetworks } from './ip-address.js';
import type { Log } from './log.js';
import type { Mailer } from './mail/mail.js';
import { mediaHandlers } from './media/handlers.js';
import { merchantHandlers } from './merchants/handlers.js';
import { ACCESS_CHANGED } from './merchants/queries.js';
import { onInternet, type Outside } from './outside/check-outside.js';
import { pageRoutes } from './pages/routes.js';
import { screenRoutes } from './pages/screen-routes.js';
import { playlistHandlers } from './playlists/handlers.js';
import { createScreenParts } from './screens/screen-parts.js';
import { collectBeats } from './screens/collect-beats.js';
import { screenHandlers } from './screens/handlers.js';
import type { ObjectStore } from './storage/object-store.js';
import { rememberUrls } from './storage/remember-urls.js';
import { rememberWindows } from './storage/remember-windows.js';
import { tagHandlers } from './tags/handlers.js';
import { createTagDictionaries } from './tags/tag-dictionary.js';
import { todayHandlers } from './today/handlers.js';
import { trashHandlers } from './trash/handlers.js';
import { uploadHandlers } from './uploads/handlers.js';
import { METADATA_LIMIT_MS } from './uploads/metadata/read-metadata.js';
import { webhookHandlers } from './webhooks/handlers.js';
import { createSender, type Sender } from './webhooks/sender.js';
import { collectUsage } from './usage/collect-usage.js';

export type AppDeps = {
  readonly db: Db;
  readonly connection: Connection;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  // Where browsers reach the service: for links, for the cookie and for telling whose page a write came from.
  readonly baseUrl: string;
  // Addresses and networks of those who may say whom they speak for.
  readonly trustedProxies: readonly string[];
  // True when other instances may serve the same database: then requests are counted there.
  readonly isShared: boolean;
  // Where the built console lies, if not in its own folder of the repository.
  readonly consoleDist?: string | undefined;
  // The same of the player.
  readonly screenDist?: string | undefined;
  // Where people sign in with accounts of a company, if anywhere.
  readonly company?: CompanyConfig | undefined;
  // Seals what must be read again, the secrets of authenticator apps; without one they are kept as they are.
  readonly secretKey?: string | undefined;
  // How addresses are called that strangers name, if not by the internet alone.
  readonly outside?: Outside | undefined;
  // How passwords are hashed, if not as they are kept.
  readonly hashing?: Hashing | undefined;
  // Sends mail, where the operator has named a server for it.
  readonly mail?: Mailer | undefined;
  // How long a file's own header is read for; a test on a busy machine gives more.
  readonly metadataLimitMs?: number | undefined;
  // How long the receiver of a webhook may take; a test of one that hangs waits for less.
  readonly webhookAnswerMs?: number | undefined;
  readonly limits: {
    readonly readsPerMinute: number;
    readonly writesPerMinute: number;
    readonly maxTagsPerMedia: number;
    // Of the console; the contract's number unless a test needs a smaller one.
    readonly uploadCallsPerMinute?: number;
  };
};

// `admin` is for a server of its own. `sender` sends webhooks once it is started.
export type App = HttpApp & { readonly admin: RequestListener; readonly sender: Sender };

// The whole service over its parts; tests and production build the same one.
export async function buildApp(deps: AppDeps): Promise<App> {
  const { db, clock, store, log } = deps;
  const signals = createSignals(WAITING_MAX);
  const guard = shedLoad({ log, waiting: () => db.pool.waitingCount, idle: () => signals.waiting() });
  const app = createHttpApp(log, guard.around);
  app.onClose(guard.stop);
  app.onClosing(signals.stop);
  const tokens = createKnownTokens(db);
  const screens = createScreenParts(deps, signals);
  const listener = listen(deps.connection, {
    channels: { [ACCESS_CHANGED]: (payload) => tokens.drop(parseMerchantId(payload)), [SIGNALS]: signals.raise },
    onListening(listening) {
      tokens.setListening(listening);
      signals.setListening(listening);
    },
  });
  app.onClose(() => listener.close());
  await listener.ready;

  const outside = deps.outside ?? onInternet([]);
  const sender = openSender(deps, signals, outside);
  const beats = collectBeats(app, deps);
  const admin = answerAdmin({
    log,
    metrics: watch(app, {
      db,
      guard,
      mail: deps.mail,
      webhooks: sender,
      screens: { on: beats.on, waiting: () => signals.waiting('screens'), beats: beats.count },
      followers: () => signals.waiting('changes'),
    }),
    ready: answerHealth(app, deps),
  });
  docsRoutes(app, deps);
  pageRoutes(app, deps);
  const playerVersion = screenRoutes(app, deps);

  const [cursorKey, browserKey, challengeKey] = await Promise.all([
    findSharedKey(db, 'cursor'),
    findSharedKey(db, 'browser'),
    findSharedKey(db, 'challenge'),
  ]);
  const counter = deps.isShared ? countInDatabase(db) : countInProcess();
  const parts = {
    db,
    store: rememberUrls(store, clock),
    clock,
    tokens,
    counter,
    limits: { uploadCallsPerMinute: UPLOAD_CALLS_PER_MINUTE_MAX, ...deps.limits },
    maxTagsPerMedia: deps.limits.maxTagsPerMedia,
    metadataLimitMs: deps.metadataLimitMs ?? METADATA_LIMIT_MS,
    cursorKey,
    shareReads: createShareReads<ChangeRow[]>(),
    tagDictionaries: createTagDictionaries(db),
    baseUrl: deps.baseUrl,
    isTrustedProxy: findNetworks(deps.trustedProxies) ?? (() => false),
    hashing: boundHashing(deps.hashing ?? argon2id),
    browserKey,
    company: deps.company && createCompany(deps.company, deps),
    log,
    outside,
    challengeKey,
    secretKey: deps.secretKey,
    usage: collectUsage(app, deps),
    signals,
    ...screens,
    beats,
    afterwards: createAfterwards(app),
    mail: deps.mail,
    playerVersion,
  };
  // Before the work after answers is waited for: a mail that is tried again and again would hold the stop.
  app.onClose(() => deps.mail?.stop());
  openDoor(app, parts, { ...parts, store: rememberWindows(store, clock) }, handlers);
  return { ...app, admin, sender };
}

function openSender(deps: AppDeps, signals: Signals, outside: Outside): Sender {
  const { db, clock, log, mail, baseUrl, secretKey, webhookAnswerMs } = deps;
  const answerMs = webhookAnswerMs ?? WEBHOOK_ANSWER_SECONDS_MAX * 1000;
  return createSender({ db, clock, log, signals, outside, mail, baseUrl, secretKey, answerMs });
}

const handlers = {
  ...identityHandlers,
  ...merchantHandlers,
  ...activityHandlers,
  ...mediaHandlers,
  ...uploadHandlers,
  ...tagHandlers,
  ...changeHandlers,
  ...playlistHandlers,
  ...campaignHandlers,
  ...screenHandlers,
  ...todayHandlers,
  ...trashHandlers,
  ...webhookHandlers,
};
