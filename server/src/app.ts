import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import { WEBHOOK_ANSWER_SECONDS_MAX } from '@vitrine/contract/console-limits';
import { AI_READS_PER_MINUTE_MAX, AI_WRITES_PER_MINUTE_MAX } from '@vitrine/contract/ai-limits';
import { WAITING_MAX } from '@vitrine/contract/screen-limits';
import { activityHandlers } from './activity/handlers.js';
import { assistantHandlers } from './assistants/handlers.js';
import type { AssistantLimits } from './assistants/tool-call.js';
import { boundConnections, CONNECTION_BOUNDS } from './bound-connections.js';
import { campaignHandlers } from './campaigns/handlers.js';
import { changeHandlers } from './changes/list-changes.js';
import type { ChangeRow } from './changes/queries.js';
import { findChanged } from './changes/record-changes.js';
import { createShareReads } from './changes/share-reads.js';
import type { Clock } from './clock.js';
import { createClientDocuments } from './connections/client-documents.js';
import { connectionHandlers } from './connections/handlers.js';
import { CONSOLE_LIMITS, type ConsoleLimits } from './console-limits.js';
import type { Connection, Db } from './db/db.js';
import { openHomes } from './db/homes.js';
import { listen } from './db/listen.js';
import { logOutages } from './db/log-outages.js';
import { createSignals, SIGNALS, type Signals } from './db/signals.js';
import { findSharedKey } from './db/shared-key.js';
import { docsRoutes } from './docs/routes.js';
import { openDoor } from './door.js';
import { answerAdmin } from './http/admin.js';
import { answerHealth } from './http/health.js';
import { createAfterwards, createHttpApp, type HttpApp, type Note } from './http/http-app.js';
import { watch, type BackupMoments, type TraceCounts } from './http/metrics.js';
import { withSecurityHeaders } from './http/security-headers.js';
import { shedLoad } from './http/shed-load.js';
import type { Tracer } from './http/trace-context.js';
import type { CompanyConfig } from './config.js';
import { createCompany } from './identity/company-provider.js';
import { countInDatabase, countInProcess } from './identity/count-request.js';
import { identityHandlers } from './identity/handlers.js';
import { createKnownTokens, type KnownTokens } from './identity/known-tokens.js';
import { argon2id, queueHashing, type Hashing } from './identity/password.js';
import { isUuid, parseMerchantId } from './ids.js';
import { toTrust } from './ip-address.js';
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
import type { Refusals } from './storage/upload-room.js';
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
  // Where changes are listened for, if not there.
  readonly direct?: Connection;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  // Where browsers reach the service: for links, for the cookie and for telling whose page a write came from.
  readonly baseUrl: string;
  // Addresses and networks of those who may say whom they speak for.
  readonly trustedProxies: readonly string[];
  // How often a cluster is asked which node has what; a test waits for less.
  readonly homesLookMs?: number | undefined;
  // True when other instances may serve the same database: then requests are counted there.
  readonly isShared: boolean;
  // Where the built console lies, if not in its own folder of the repository.
  readonly consoleDist?: string | undefined;
  // The same of the player.
  readonly screenDist?: string | undefined;
  // Where people sign in with accounts of a company, if anywhere.
  readonly company?: CompanyConfig | undefined;
  // Seals the secrets of authenticator apps and webhooks.
  readonly secretKey: string;
  // How addresses are called that strangers name, if not by the internet alone.
  readonly outside?: Outside | undefined;
  // How passwords are hashed, if not as they are kept.
  readonly hashing?: Hashing | undefined;
  // Sends mail, where the operator has named a server for it.
  readonly mail?: Mailer | undefined;
  readonly backups?: BackupMoments | undefined;
  readonly refusals?: Refusals | undefined;
  // Sends traces, where the operator has named a collector.
  readonly tracer?: (Tracer & TraceCounts & { readonly note: Note }) | undefined;
  // How long a file's own header is read for; a test on a busy machine gives more.
  readonly metadataLimitMs?: number | undefined;
  // How long the receiver of a webhook may take; a test of one that hangs waits for less.
  readonly webhookAnswerMs?: number | undefined;
  // Of what assistants call; the contract's numbers unless a test needs others.
  readonly assistantLimits?: AssistantLimits;
  readonly limits: {
    readonly readsPerMinute: number;
    readonly writesPerMinute: number;
    readonly maxTagsPerMedia: number;
  } & Partial<ConsoleLimits>;
};

// `admin` is for a server of its own. `sender` sends webhooks once it is started.
export type App = HttpApp & { readonly admin: RequestListener; readonly metrics: Registry; readonly sender: Sender };

// The whole service over its parts; tests and production build the same one.
export async function buildApp(deps: AppDeps): Promise<App> {
  const { db, clock, store, log } = deps;
  logOutages(db, log);
  const signals = createSignals(WAITING_MAX);
  const tokens = createKnownTokens(db);
  const screens = createScreenParts(deps, signals);
  const { homes, stopListening } = await listenToAll(deps, signals, tokens);
  const guard = shedLoad({ log, waiting: homes.waiting, idle: () => signals.waiting() });
  const isTrustedProxy = toTrust(deps.trustedProxies);
  const secure = { baseUrl: deps.baseUrl, isTrustedProxy };
  const app = createHttpApp(log, (handle) => withSecurityHeaders(secure, guard.around(handle)), deps.tracer);
  boundConnections(app.server, { ...CONNECTION_BOUNDS, isExempt: isTrustedProxy });
  app.onClose(guard.stop);
  app.onClose(stopListening);
  if (deps.tracer !== undefined) app.onAnswered(deps.tracer.note);
  app.onClosing(signals.stop);

  const outside = deps.outside ?? onInternet([]);
  const sender = openSender(deps, signals, outside);
  const beats = collectBeats(app, deps);
  const metrics = watch(app, {
    ...deps,
    guard,
    webhooks: sender,
    screens: { on: beats.on, waiting: () => signals.waiting('screens'), beats: beats.count },
    followers: () => signals.waiting('changes'),
  });
  const admin = answerAdmin({ log, metrics, ready: answerHealth(app, deps) });
  docsRoutes(app, deps);
  pageRoutes(app, deps);
  const playerVersion = screenRoutes(app, deps);

  const counter = deps.isShared ? countInDatabase(db, homes, deps.limits) : countInProcess();
  const parts = {
    db,
    store,
    clock,
    tokens,
    counter,
    limits: { ...CONSOLE_LIMITS, ...deps.limits },
    maxTagsPerMedia: deps.limits.maxTagsPerMedia,
    metadataLimitMs: deps.metadataLimitMs ?? METADATA_LIMIT_MS,
    ...(await findKeys(db)),
    shareReads: createShareReads<ChangeRow[]>(),
    tagDictionaries: createTagDictionaries(homes.of),
    baseUrl: deps.baseUrl,
    isTrustedProxy,
    hashing: queueHashing(deps.hashing ?? argon2id),
    company: deps.company && createCompany(deps.company, deps),
    log,
    outside,
    clientDocuments: createClientDocuments(outside, clock),
    assistantLimits: deps.assistantLimits ?? ASSISTANT_LIMITS,
    secretKey: deps.secretKey,
    usage: collectUsage(app, { ...deps, homeOf: homes.of }),
    signals,
    ...screens,
    beats,
    afterwards: createAfterwards(app),
    mail: deps.mail,
    playerVersion,
  };
  // Before the work after answers is waited for: a mail that is tried again and again would hold the stop.
  app.onClose(() => deps.mail?.stop());
  const people = { ...parts, store: rememberWindows(store, clock) };
  const partsAt = createPartsAt(parts);
  openDoor(app, { programs: parts, people, token: (merchantId) => partsAt(homes.of(merchantId)) }, handlers);
  return { ...app, admin, metrics, sender };
}

// Of changes the process is told by the database and, on a cluster, by each of its nodes.
async function listenToAll(deps: AppDeps, signals: Signals, tokens: KnownTokens) {
  let heard = { database: false, nodes: true };
  const hear = (now: Partial<typeof heard>): void => {
    heard = { ...heard, ...now };
    // Of what is told at a silent node nothing is heard; of other merchants, and of what belongs to none, all is.
    const isDeafTo = (topic: string): boolean => {
      if (!heard.database || heard.nodes) return !heard.database;
      const merchantId = findChanged(topic) ?? topic;
      return isUuid(merchantId) && homes.isSilent(parseMerchantId(merchantId));
    };
    signals.setListening(heard.database && heard.nodes, isDeafTo);
  };
  const homes = await openHomes(deps, {
    channels: { [SIGNALS]: signals.raise },
    onListening: (nodes) => hear({ nodes }),
  });
  const listener = listen(deps.direct ?? deps.connection, {
    channels: { [ACCESS_CHANGED]: (payload) => tokens.drop(parseMerchantId(payload)), [SIGNALS]: signals.raise },
    onListening(listening) {
      tokens.setListening(listening);
      hear({ database: listening });
    },
    onPooled: () =>
      deps.log.warn('DATABASE_URL leads to a pooler: without DATABASE_DIRECT_URL, who waits asks every 2 seconds'),
  });
  await listener.ready;
  const stopListening = async (): Promise<void> => {
    await listener.close();
    await homes.close();
  };
  return { homes, stopListening };
}

// The same parts on another node, put together once for each.
function createPartsAt<Parts extends { readonly db: Db }>(parts: Parts): (db: Db) => Parts {
  const made = new WeakMap<Db, Parts>([[parts.db, parts]]);
  return (db) => {
    const known = made.get(db) ?? { ...parts, db };
    made.set(db, known);
    return known;
  };
}

function openSender(deps: AppDeps, signals: Signals, outside: Outside): Sender {
  const { db, clock, log, mail, baseUrl, secretKey, webhookAnswerMs } = deps;
  const answerMs = webhookAnswerMs ?? WEBHOOK_ANSWER_SECONDS_MAX * 1000;
  return createSender({ db, clock, log, signals, outside, mail, baseUrl, secretKey, answerMs });
}

// What seals cursors, what a browser keeps, challenges of passkeys, what an assistant has seen, and what a program says of
// itself.
async function findKeys(db: Db) {
  const [cursorKey, browserKey, challengeKey, previewKey, clientKey] = await Promise.all([
    findSharedKey(db, 'cursor'),
    findSharedKey(db, 'browser'),
    findSharedKey(db, 'challenge'),
    findSharedKey(db, 'preview'),
    findSharedKey(db, 'client'),
  ]);
  return { cursorKey, browserKey, challengeKey, previewKey, clientKey };
}

const ASSISTANT_LIMITS = { readsPerMinute: AI_READS_PER_MINUTE_MAX, writesPerMinute: AI_WRITES_PER_MINUTE_MAX };

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
  ...assistantHandlers,
  ...connectionHandlers,
};
