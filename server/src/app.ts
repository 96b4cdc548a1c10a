import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { UPLOAD_CALLS_PER_MINUTE_MAX } from '@vitrine/contract/console/console-limits';
import { API_PATH, pathOf, type Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { ACCESS_CHANGED } from './merchants/access-changes.js';
import { countInDatabase, countInProcess } from './identity/count-request.js';
import { createKnownTokens } from './identity/known-tokens.js';
import { findSharedKey } from './db/shared-key.js';
import type { Clock } from './clock.js';
import { createAfterwards } from './http/afterwards.js';
import type { Connection, Db } from './db/db.js';
import { listen } from './db/listen.js';
import { openDoor } from './door.js';
import { docsRoutes } from './docs/routes.js';
import { answerAdmin } from './http/admin.js';
import { toErrorResponse } from './http/error-response.js';
import { answerHealth } from './http/health.js';
import { watch } from './http/metrics.js';
import { newServer } from './http/new-server.js';
import { refuseOtherMethods } from './http/not-allowed.js';
import { answerOpenApi, OPENAPI_ROUTE } from './http/openapi.js';
import { logRequests } from './http/request-log.js';
import { shedLoad } from './http/shed-load.js';
import { refuseBrokenHttp, tameOddHttp } from './http/tame-odd-http.js';
import { closeUnread } from './http/unread-body.js';
import { parseMerchantId } from './ids.js';
import { findNetworks } from './ip-address.js';
import { pageRoutes } from './pages/routes.js';
import { argon2id, boundHashing, type Hashing } from './identity/hashing.js';
import { activityHandlers } from './activity/handlers.js';
import { campaignHandlers } from './campaigns/handlers.js';
import { identityHandlers } from './identity/handlers.js';
import { mediaHandlers } from './media/handlers.js';
import { merchantHandlers } from './merchants/handlers.js';
import { playlistHandlers } from './playlists/handlers.js';
import { tagHandlers } from './tags/handlers.js';
import { uploadHandlers } from './uploads/handlers.js';
import { METADATA_LIMIT_MS } from './uploads/metadata/read-metadata.js';
import type { ObjectStore } from './storage/object-store.js';
import { rememberUrls } from './storage/remember-urls.js';
import { createTagDictionaries } from './tags/tag-dictionary.js';
import { collectUsage } from './usage/collect-usage.js';

export type AppDeps = {
  readonly db: Db;
  readonly connection: Connection;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  // Where browsers reach the service: for links, for the cookie and for telling whose page a write came from.
  readonly baseUrl: string;
  // Addresses and networks of those who may say whom they speak for.
  readonly trustedProxies: readonly string[];
  // True when other instances may serve the same database: then requests are counted there.
  readonly isShared: boolean;
  // Where the built console lies, if not in its own folder of the repository.
  readonly consoleDist?: string | undefined;
  // How passwords are hashed, if not as they are kept.
  readonly hashing?: Hashing | undefined;
  // How long a file's own header is read for; a test on a busy machine gives more.
  readonly metadataLimitMs?: number | undefined;
  readonly limits: {
    readonly readsPerMinute: number;
    readonly writesPerMinute: number;
    readonly maxTagsPerMedia: number;
    // Of the console; the contract's number unless a test needs a smaller one.
    readonly uploadCallsPerMinute?: number;
  };
};

// The whole service over its parts; tests and production build the same one.
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, clock, store } = deps;
  const guard = shedLoad({ log: deps.log, waiting: () => db.pool.waitingCount });
  const app = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Requests that are under way when the service stops are answered, never with a 503.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_CHARACTERS_MAX },
    rewriteUrl: (request) => withSoundEscapes(toPath(request.url ?? '/')),
    serverFactory: (handle) => newServer(guard.around(handle)),
    clientErrorHandler: refuseBrokenHttp,
  });
  app.addHook('onClose', async () => guard.stop());
  const tokens = createKnownTokens(db);
  const listener = listen(deps.connection, ACCESS_CHANGED, {
    onMessage: (payload) => tokens.drop(parseMerchantId(payload)),
    onListening: tokens.setListening,
  });
  app.addHook('onClose', () => listener.close());
  await listener.ready;

  // Bodies are read by the route, after the gates.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler(async (thrown, request, reply) => {
    const { status, headers, body } = toErrorResponse(thrown);
    if (status === 500) request.log.error({ err: thrown }, 'failed');
    return reply.code(status).headers(headers).send(body);
  });
  logRequests(app);
  tameOddHttp(app);
  closeUnread(app);
  answerAdmin(app, { metrics: watch(app, { db, guard }), ready: answerHealth(app, deps) });
  answerOpenApi(app, deps.baseUrl);
  docsRoutes(app, deps);
  pageRoutes(app, deps);
  refuseOtherMethods(app, [
    ...Object.values<Endpoint>(endpoints).map((row) => ({ method: row.method, path: pathOf(row) })),
    { ...OPENAPI_ROUTE, path: API_PATH + OPENAPI_ROUTE.path },
  ]);

  const [cursorKey, browserKey] = await Promise.all([findSharedKey(db, 'cursor'), findSharedKey(db, 'browser')]);
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
    tagDictionaries: createTagDictionaries(db),
    baseUrl: deps.baseUrl,
    isTrustedProxy: findNetworks(deps.trustedProxies) ?? (() => false),
    hashing: boundHashing(deps.hashing ?? argon2id),
    browserKey,
    usage: collectUsage(app, deps),
    afterwards: createAfterwards(app),
  };
  openDoor(app, parts, handlers);
  return app;
}

const handlers = {
  ...identityHandlers,
  ...merchantHandlers,
  ...activityHandlers,
  ...mediaHandlers,
  ...uploadHandlers,
  ...tagHandlers,
  ...playlistHandlers,
  ...campaignHandlers,
};

const PATH_CHARACTERS_MAX = 16 * 1024;

// A request may name its target whole (RFC 9112, 3.2.2). What cannot be read is a path that does not exist.
function toPath(url: string): string {
  if (url.startsWith('/')) return url;
  if (!URL.canParse(url)) return `/${url}`;
  const { pathname, search } = new URL(url);
  return pathname.startsWith('/') ? pathname + search : `/${url}`;
}

// A broken escape in a path is a malformed id, which is a 404 where existence is decided, not an error of the router.
function withSoundEscapes(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
