import { availableParallelism } from 'node:os';
import { resolve, sep } from 'node:path';
import { readCredentialSource } from './credential-settings.js';
import { createReader, findMisspelled, localAddress, type Environment, type Reader } from './settings.js';
import { findSmtpAddress, type SmtpAddress } from './smtp-address.js';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const S3_INTEGRITIES = ['checksum', 'checksum+algorithm', 'payload-hash', 'verify'] as const;

export type StorageConfig = Readonly<ReturnType<typeof disk> | ReturnType<typeof s3>>;
export type Config = Readonly<ReturnType<typeof readWith>>;

// The only reader of the environment.
export const readConfig = (env: Environment = process.env): Config => readWith(env, () => undefined);

/** Reads the settings of a server, which needs more of them than a command does. */
export const readServerConfig = (env: Environment = process.env): Config => readWith(env, requireServerSettings);

function requireServerSettings(read: Reader): void {
  if (read.given('DATABASE_URL') && !read.given('SECRET_KEY'))
    read.fault(
      'SECRET_KEY',
      'is needed with DATABASE_URL: set it, the same on every instance (openssl rand -base64 32)',
    );
}

function readWith(env: Environment, requireMore: (read: Reader) => void) {
  const read = createReader(env);
  const port = read.integer('PORT', 1, 65_535);
  const host = read.host('HOST');
  const databaseUrl = read.databaseUrl('DATABASE_URL');
  const storage = read.given('S3_ENDPOINT') || read.given('S3_BUCKET') ? s3(read) : disk(read, host, port);
  // Where database and files are not kept as one, the files may be more than this database knows of: another installation's,
  // or those of the days before a restore.
  const isOneFolder = databaseUrl === undefined && storage.kind === 'disk';
  const config = {
    host,
    port,
    baseUrl: read.url('BASE_URL') ?? localAddress(host, port),
    admin: admin(read),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    allowedHosts: read.hosts('WEBHOOK_ALLOWED_HOSTS'),
    dataDir: resolve(read.text('DATA_DIR')),
    // Where the image says so, the data must be on a volume: it would be lost with the container.
    needsVolume: read.choice('DATA_IN_CONTAINER', ['', 'no', 'yes']) === 'no',
    databaseUrl,
    postgresBin: read.given('POSTGRES_BIN') ? resolve(read.text('POSTGRES_BIN')) : undefined,
    databaseUrlFile: databaseUrlFile(read),
    mayCreateDatabase: mayCreateDatabase(read),
    // Both set their variable for every process that they start.
    runsUnder: env['KUBERNETES_SERVICE_HOST'] ? 'kubernetes' : env['INVOCATION_ID'] ? 'systemd' : undefined,
    databaseDirectUrl: direct(read),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 2, 1_000),
    workers: workers(read),
    // The sign-in of the demo is printed and public, so a server that others can reach must ask for it.
    demo: read.choice('DEMO', ['on', 'off'], isOwnMachine(read, host) ? 'on' : 'off') === 'on',
    stopMs: 1000 * read.integer('STOP_SECONDS', 0, 3_600),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS),
    readsPerMinute: read.integer('READS_PER_MINUTE', 1, 1_000_000),
    writesPerMinute: read.integer('WRITES_PER_MINUTE', 1, 1_000_000),
    maxTagsPerMedia: read.integer('MAX_TAGS_PER_MEDIA', 1, 1_000),
    maxPlaylists: read.integer('MAX_PLAYLISTS', 1, 1_000_000),
    maxPlaylistItems: read.integer('MAX_PLAYLIST_ITEMS', 1, 100_000_000),
    maxCampaigns: read.integer('MAX_CAMPAIGNS', 1, 1_000_000),
    maxTags: read.integer('MAX_TAGS', 1, 1_000_000),
    kept: { activityDays: days(read, 'ACTIVITY_DAYS'), usageDays: days(read, 'USAGE_DAYS') },
    mail: mail(read),
    company: company(read),
    secretKey: secretKey(read),
    misspelled: findMisspelled(env),
    storage,
    backup: backup(read, isOneFolder),
    traces: traces(read),
    sweepsStorage: read.choice('STORAGE_SWEEP', ['on', 'off'], isOneFolder ? 'on' : 'off') === 'on',
  };
  requireApart(read, config);
  requireMore(read);
  read.finish(config.misspelled);
  return config;
}

// A server that has lost its settings must not start as a new, empty installation.
function mayCreateDatabase(read: Reader): boolean {
  const isEmbedded = read.choice('DATABASE', ['', 'embedded']) === 'embedded';
  if (isEmbedded && read.given('DATABASE_URL'))
    read.fault('DATABASE', 'is embedded, and DATABASE_URL is set too: unset one of them');
  return isEmbedded || read.text('NODE_ENV') !== 'production';
}

function databaseUrlFile(read: Reader): string | undefined {
  const file = read.file('DATABASE_URL');
  return file === undefined ? undefined : resolve(file);
}

// PostgreSQL itself, where DATABASE_URL names a pooler before it.
function direct(read: Reader): string | undefined {
  if (read.given('DATABASE_DIRECT_URL') && !read.given('DATABASE_URL'))
    read.fault('DATABASE_DIRECT_URL', 'is of no use without DATABASE_URL: set that too, or unset it');
  return read.databaseUrl('DATABASE_DIRECT_URL');
}

// For ever, unless it is said.
const days = (read: Reader, name: 'ACTIVITY_DAYS' | 'USAGE_DAYS'): number | undefined =>
  read.given(name) ? read.integer(name, 1, 36_500) : undefined;

const isOwnMachine = (read: Reader, host: string): boolean =>
  !read.given('DATABASE_URL') && read.text('NODE_ENV') !== 'production' && isLoopback(host);

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);

const WORKERS_MAX = 256;

function workers(read: Reader): number {
  if (read.text('WORKERS') === 'auto') return availableParallelism();
  return read.integer('WORKERS', 1, WORKERS_MAX, ', or to auto');
}

function admin(read: Reader) {
  const host = read.host('ADMIN_HOST');
  return read.given('ADMIN_PORT') ? { host, port: read.integer('ADMIN_PORT', 1, 65_535) } : undefined;
}

type Ports = { readonly port: number; readonly storage: StorageConfig; readonly admin: ReturnType<typeof admin> };

function requireApart(read: Reader, { port, storage, admin }: Ports): void {
  const others = storage.kind === 'disk' ? [port, storage.port] : [port];
  if (admin !== undefined && others.includes(admin.port))
    read.fault('ADMIN_PORT', 'must differ from PORT and STORAGE_PORT');
}

export type MailConfig = SmtpAddress & { readonly from: string };

// Without it no mail goes out, and what would go by mail is handed over as a link.
function mail(read: Reader): MailConfig | undefined {
  const from = read.text('MAIL_FROM');
  if (!read.given('SMTP_URL')) {
    if (from !== '') read.fault('MAIL_FROM', 'is of no use without SMTP_URL: set that too, or unset it');
    return undefined;
  }
  if (!/^[^\r\n@]*[^\s@<]@[^\s@>]+>?$/.test(from)) {
    read.fault('MAIL_FROM', 'is no sender: with SMTP_URL set it to one such as Vitrine <no-reply@example.com>');
  }
  const address = findSmtpAddress(read.text('SMTP_URL'));
  if (address !== undefined) return { ...address, from };
  read.fault(
    'SMTP_URL',
    'is no address of a mail server: set it to one such as smtps://user:password@mail.example.com',
  );
  return undefined;
}

const SECRET_KEY_CHARACTERS_MIN = 32;

// With the embedded database it is kept in a file unless it is given.
function secretKey(read: Reader): string | undefined {
  if (!read.given('SECRET_KEY')) return undefined;
  const key = read.text('SECRET_KEY');
  if (key.length < SECRET_KEY_CHARACTERS_MIN)
    read.fault('SECRET_KEY', `must have at least ${SECRET_KEY_CHARACTERS_MIN} characters: openssl rand -base64 32`);
  return key;
}

export type BackupConfig = Readonly<NonNullable<ReturnType<typeof backup>>>;

// By the service itself, where database and files are its own.
function backup(read: Reader, isOneFolder: boolean) {
  const at = read.text('BACKUP_AT');
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [];
  if (hours === undefined) read.fault('BACKUP_AT', `is «${at}»: set it to a time of the day such as 03:00`);
  const minuteOfDay = Number(hours) * 60 + Number(minutes);
  const keep = read.integer('BACKUP_KEEP', 1, 1_000);
  if (!read.given('BACKUP_DIR')) return undefined;
  if (!isOneFolder)
    read.fault(
      'BACKUP_DIR',
      'is for the embedded database and store: unset it, and back up your own as docs/runbooks/restore-from-backup.md says',
    );
  const folder = resolve(read.text('BACKUP_DIR'));
  if (`${folder}${sep}`.startsWith(`${resolve(read.text('DATA_DIR'))}${sep}`))
    read.fault('BACKUP_DIR', 'lies in DATA_DIR and would be lost with it: name a folder elsewhere');
  return { folder, minuteOfDay, keep };
}

export type TracesConfig = Readonly<NonNullable<ReturnType<typeof traces>>>;

const TRACE_SAMPLERS = [
  'parentbased_always_on',
  'parentbased_traceidratio',
  'parentbased_always_off',
  'always_on',
  'traceidratio',
  'always_off',
] as const;

// Under the names that OpenTelemetry has for them, which operators know.
function traces(read: Reader) {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT');
  const sampler = read.choice('OTEL_TRACES_SAMPLER', TRACE_SAMPLERS);
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG'));
  if (!(ratio >= 0 && ratio <= 1)) read.fault('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1, such as 0.1');
  const headers = read.text('OTEL_EXPORTER_OTLP_HEADERS').split(',').filter(Boolean).map(toHeader);
  if (headers.includes(undefined))
    read.fault('OTEL_EXPORTER_OTLP_HEADERS', 'has a part that is no header: set it to name=value, by commas');
  if (endpoint === undefined) return undefined;
  const service = read.text('OTEL_SERVICE_NAME');
  return { endpoint, headers: Object.fromEntries(headers.filter((one) => one !== undefined)), service, sampler, ratio };
}

// Values are percent-encoded, as in W3C Baggage. They are secrets mostly: a fault does not repeat them.
function toHeader(text: string): readonly [string, string] | undefined {
  const [, name, value] = /^\s*([\w.-]+)\s*=\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(text) ?? [];
  if (name === undefined || value === undefined || !/^(?:[^%]|%[2-7][0-9a-f])*$/i.test(value)) return undefined;
  return [name.toLowerCase(), decodeURIComponent(value)];
}

export type CompanyConfig = Readonly<NonNullable<ReturnType<typeof company>>>;

// Where people sign in with accounts of a company. Over plain http whoever is between could say that they are anybody.
function company(read: Reader) {
  const url = read.url('OIDC_ISSUER');
  const isOnly = read.choice('OIDC_ONLY', ['on', 'off']) === 'on';
  if (url === undefined) {
    if (isOnly || read.given('OIDC_CLIENT_ID')) read.fault('OIDC_ISSUER', 'is needed with the other OIDC settings');
    return undefined;
  }
  if (!/^https:|^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/]|$)/.test(url))
    read.fault('OIDC_ISSUER', 'must begin with https://, unless it is on this very machine');
  const needed = (name: 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'): string => {
    if (!read.given(name)) read.fault(name, 'is needed with OIDC_ISSUER');
    return read.text(name);
  };
  // As given: with a slash at its end it would be another issuer.
  const issuer = read.text('OIDC_ISSUER');
  const [clientId, clientSecret] = [needed('OIDC_CLIENT_ID'), needed('OIDC_CLIENT_SECRET')];
  return { issuer, clientId, clientSecret, name: read.text('OIDC_NAME'), isOnly };
}

function disk(read: Reader, host: string, port: number) {
  const storagePort = read.given('STORAGE_PORT') ? read.integer('STORAGE_PORT', 1, 65_535) : port + 1;
  if (storagePort === port) read.fault('STORAGE_PORT', 'must differ from PORT');
  if (storagePort > 65_535) read.fault('STORAGE_PORT', 'must be set, because PORT + 1 is no port');
  const secret = read.given('STORAGE_SECRET') ? read.text('STORAGE_SECRET') : undefined;
  if (secret !== undefined && secret.length < 32) read.fault('STORAGE_SECRET', 'must have at least 32 characters');
  const given = read.url('STORAGE_BASE_URL');
  // A signature holds for the whole path, which begins with the bucket.
  if (given !== undefined && URL.canParse(given) && new URL(given).pathname !== '/')
    read.fault('STORAGE_BASE_URL', 'must have no path: give files a host or a port of their own');
  const baseUrl = given ?? localAddress(host, storagePort);
  const reserveBytes = read.integer('STORAGE_RESERVE_MB', 0, 1_000_000) * 1024 * 1024;
  return { kind: 'disk' as const, port: storagePort, baseUrl, reserveBytes, secret };
}

function s3(read: Reader) {
  return {
    kind: 's3' as const,
    endpoint: read.url('S3_ENDPOINT') ?? read.missing('S3_ENDPOINT'),
    publicEndpoint: read.url('S3_PUBLIC_ENDPOINT'),
    bucket: read.required('S3_BUCKET'),
    addressing: read.choice('S3_ADDRESSING', ['path', 'virtual-host']),
    region: read.text('S3_REGION'),
    integrity: read.choice('S3_INTEGRITY', S3_INTEGRITIES),
    credentials: readCredentialSource(read),
  };
}
