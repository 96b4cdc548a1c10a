import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { API_PATH } from '@vitrine/contract/endpoint';
import { SCOPES, type Scope } from '@vitrine/contract/scopes';
import { argon2id } from '../../server/src/identity/password.js';
import { openSecretKey } from '../../server/src/identity/secret-key.js';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { buildApp, type AppDeps } from '../../server/src/app.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { readConfig } from '../../server/src/config.js';
import { watchRefusals } from '../../server/src/storage/upload-room.js';
import { openTestDatabase, type TestDatabase } from './database.js';
import { aNetwork } from './network.js';
import { openTestStore, type DiskOptions } from './store.js';
import { createTestClock, type TestClock } from './test-clock.js';
import { TEST_SECRET_KEY } from './secret-key.js';

export const UNAUTHORIZED = {
  error: 'unauthorized',
  message:
    'The token is missing, unknown, expired or revoked, or its merchant is suspended or its plan has ended. Send the header Authorization: Bearer <token>.',
};

export const NOW = '2026-06-15T12:00:30.000Z';

type Options = {
  readonly limits?: Partial<AppDeps['limits']>;
  readonly assistantLimits?: AppDeps['assistantLimits'];
  readonly clock?: TestClock;
  readonly isShared?: boolean;
  readonly baseUrl?: string;
  // Where a browser must find it under its baseUrl.
  readonly port?: number;
  readonly trustedProxies?: readonly string[];
  readonly consoleDist?: string | undefined;
  readonly screenDist?: string | undefined;
  readonly secretKey?: string;
  // `own`: a provider comes and goes with the service.
  readonly company?: AppDeps['company'] | 'own';
  readonly logLines?: string[];
  readonly hashing?: AppDeps['hashing'];
  readonly mail?: AppDeps['mail'];
  readonly backups?: AppDeps['backups'];
  readonly tracer?: AppDeps['tracer'];
  // Of a bucket, which the store on disk has none of.
  readonly credentials?: AppDeps['store']['credentials'];
  readonly outside?: AppDeps['outside'];
  readonly webhookAnswerMs?: number;
  readonly homesLookMs?: number;
  readonly disk?: DiskOptions;
  // Another than one of its own.
  readonly database?: TestDatabase & Pick<AppDeps, 'direct'>;
};

// The whole service as production builds it: a real PostgreSQL, a real store, listening. Only time is the test's.
export async function startService(options: Options = {}) {
  const database = options.database ?? (await openTestDatabase());
  const clock = options.clock ?? createTestClock(NOW);
  const { store, objects, holdRequests, close } = await openTestStore(clock, options.disk);
  const log = pino(
    { level: 'info' },
    {
      write: (line) => {
        options.logLines?.push(line);
        // What a test did not expect is shown with it.
        if (line.includes('"level":50')) process.stderr.write(line);
      },
    },
  );
  const provider = options.company === 'own' ? await startProvider(options.baseUrl) : undefined;
  const secretKey = options.secretKey ?? TEST_SECRET_KEY;
  await openSecretKey(database.db, { secretKey, databaseUrl: undefined, dataDir: '' });
  const deps: AppDeps = {
    ...database,
    store: options.credentials === undefined ? store : { ...store, credentials: options.credentials },
    clock,
    log,
    baseUrl: options.baseUrl ?? 'http://127.0.0.1',
    trustedProxies: options.trustedProxies ?? readConfig({}).trustedProxies,
    consoleDist: options.consoleDist,
    screenDist: options.screenDist,
    secretKey,
    company: provider?.config() ?? (options.company === 'own' ? undefined : options.company),
    hashing: options.hashing ?? REMEMBERING,
    mail: options.mail,
    backups: options.backups,
    tracer: options.tracer,
    refusals: store.room && watchRefusals(store.room, log),
    outside: options.outside ?? aNetwork({}),
    webhookAnswerMs: options.webhookAnswerMs,
    homesLookMs: options.homesLookMs,
    isShared: options.isShared ?? false,
    metadataLimitMs: 300_000,
    assistantLimits: options.assistantLimits ?? { readsPerMinute: 100_000, writesPerMinute: 100_000 },
    limits: {
      readsPerMinute: 100_000,
      writesPerMinute: 100_000,
      maxTagsPerMedia: 50,
      consoleWritesPerMinute: 100_000,
      playlistItemsPerMinute: 10_000_000,
      ...options.limits,
    },
  };
  const apps: Awaited<ReturnType<typeof buildApp>>[] = [];
  // Another one, of which some part may be another.
  const newInstance = async (over: Partial<AppDeps> = {}): Promise<string> => {
    const app = await buildApp({ ...deps, ...over });
    apps.push(app);
    return app.listen({ port: apps.length === 1 ? (options.port ?? 0) : 0, host: '127.0.0.1' });
  };
  const url = await newInstance();
  const admin = createServer(apps[0]?.admin).listen(0, '127.0.0.1');
  await once(admin, 'listening');
  return {
    ...database,
    clock,
    store,
    url,
    adminUrl: urlOf(admin),
    newInstance,
    // Of each instance; none sends before it is started.
    senders: () => apps.map(({ sender }) => sender),
    objects,
    holdStored: holdRequests,
    newMerchant: (parts: ArchiveParts = {}) => newMerchant(deps, url, parts),
    async close() {
      admin.close().closeAllConnections();
      for (const app of apps) await app.sender.stop();
      for (const app of apps) await app.close();
      await provider?.close();
      await close();
      await database.close();
    },
  };
}

// To look at a password costs as much as ten requests, and tests look at the same ones hundreds of times.
const looked = new Map<string, Promise<boolean>>();
const REMEMBERING: NonNullable<AppDeps['hashing']> = {
  hash: argon2id.hash,
  verify(passwordHash, password) {
    const key = JSON.stringify([passwordHash, password]);
    const known = looked.get(key) ?? argon2id.verify(passwordHash, password);
    looked.set(key, known);
    return known;
  },
};

// Loaded by the few tests that want it.
async function startProvider(baseUrl?: string) {
  const { startCompanyProvider } = await import('./oidc-provider.js');
  return startCompanyProvider({ baseUrl });
}

function urlOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

export type Service = Awaited<ReturnType<typeof startService>>;

// One service for all tests of a file, or of a describe: `const service = useService()`. It is started before them and
// closed after them; what is read of it is read then.
export function useService(options: Options = {}): Service {
  const running: { service?: Service } = {};
  beforeAll(async () => {
    running.service = await startService(options);
  });
  afterAll(() => running.service?.close());
  const service = (): Service => {
    if (running.service === undefined) throw new Error('The service starts with the tests: use it inside them.');
    return running.service;
  };
  return new Proxy({} as Service, {
    get: (_, name) => Reflect.get(service(), name),
    has: (_, name) => Reflect.has(service(), name),
    ownKeys: () => Reflect.ownKeys(service()),
    // Configurable, as a proxy may only tell of what its own target lacks; it makes `{ ...service }` work.
    getOwnPropertyDescriptor: (_, name) => ({
      ...Reflect.getOwnPropertyDescriptor(service(), name),
      configurable: true,
    }),
  });
}
export type ArchiveParts = {
  readonly [part in 'merchant' | 'tokens' | 'tags' | 'media' | 'playlists' | 'campaigns' | 'people']?: unknown;
};
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

// A merchant made from an archive, with a token of every scope.
async function newMerchant(deps: AppDeps, url: string, parts: ArchiveParts) {
  const secret = newTokenSecret();
  const token = aToken(secret);
  const merchant = { ...aMerchant(), ...(parts.merchant as object | undefined) };
  const archive = {
    format: 'vitrine-merchant/1',
    ...parts,
    merchant,
    tokens: [token, ...((parts.tokens as unknown[] | undefined) ?? [])],
  };
  await importArchive(deps, archive);
  return {
    id: merchant.id,
    secret,
    token,
    get: (path: string, bearer = secret) => send(`${url}${API_PATH}${path}`, bearer),
    post: (path: string, body?: unknown, bearer = secret) => send(`${url}${API_PATH}${path}`, bearer, post(body)),
  };
}

export const post = (body?: unknown): RequestInit => ({
  method: 'POST',
  ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
});

export type Shop = Awaited<ReturnType<typeof newMerchant>>;

export async function send(url: string, bearer?: string, init: RequestInit = {}): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

export const aMerchant = () => ({
  id: randomUUID(),
  name: 'Corner Bakery',
  timeZone: 'Europe/Paris',
  suspended: false,
  defaultItemSeconds: 10,
  plan: { name: 'pro', endsAt: null as string | null, allowsWrites: true, storageQuotaBytes: 10 * 1024 ** 3 },
  screens: { codecs: ['h264', 'vp9'], maxWidth: 3840, maxHeight: 2160 },
});

export const aToken = (secret: string, scopes: readonly Scope[] = SCOPES) => ({
  id: randomUUID(),
  name: 'Web shop',
  scopes,
  createdAt: '2026-06-01T00:00:00Z',
  expiresAt: '2026-08-01T00:00:00Z',
  revokedAt: null as string | null,
  secret,
});
