import { resolve } from 'node:path';
import { READS_PER_MINUTE_MAX, TAGS_PER_MEDIA_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';
import { CommandError } from './errors.js';
import { findHost, findNetworks } from './ip-address.js';
import { findSmtpAddress, type SmtpAddress } from './smtp-address.js';

// The only reader of the environment: every setting with its default. docs/configuration.md says what each does; a test
// compares names and defaults.
export const SETTINGS = {
  PORT: '8080',
  HOST: '127.0.0.1',
  STORAGE_PORT: 'PORT + 1',
  ADMIN_PORT: '',
  ADMIN_HOST: '127.0.0.1',
  BASE_URL: 'http://HOST:PORT',
  STORAGE_BASE_URL: 'http://HOST:STORAGE_PORT',
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  WEBHOOK_ALLOWED_HOSTS: '',
  DATA_DIR: './data',
  DATABASE_URL: '',
  DATABASE_CONNECTIONS: '10',
  DEMO: 'on',
  NODE_ENV: '',
  STOP_SECONDS: '10',
  LOG_LEVEL: 'info',
  READS_PER_MINUTE: String(READS_PER_MINUTE_MAX),
  WRITES_PER_MINUTE: String(WRITES_PER_MINUTE_MAX),
  MAX_TAGS_PER_MEDIA: String(TAGS_PER_MEDIA_MAX),
  SMTP_URL: '',
  MAIL_FROM: '',
  STORAGE_RESERVE_MB: '1024',
  STORAGE_SWEEP: 'on',
  STORAGE_SECRET: 'made on first start',
  S3_ENDPOINT: '',
  S3_BUCKET: '',
  S3_REGION: 'us-east-1',
  S3_INTEGRITY: 'checksum',
  AWS_ACCESS_KEY_ID: '',
  AWS_SECRET_ACCESS_KEY: '',
  AWS_SESSION_TOKEN: '',
  SECRET_KEY: '',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  OIDC_NAME: 'your company',
  OIDC_ONLY: 'off',
} as const;

type Name = keyof typeof SETTINGS;
export type Environment = Readonly<Record<string, string | undefined>>;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const S3_INTEGRITIES = ['checksum', 'checksum+algorithm', 'payload-hash', 'verify'] as const;

export type StorageConfig = Readonly<ReturnType<typeof disk> | ReturnType<typeof s3>>;
export type Config = Readonly<ReturnType<typeof readConfig>>;

// Carries every fault, so that an operator mends them in one go.
export class ConfigError extends CommandError {}

export function readConfig(env: Environment = process.env) {
  const read = reader(env);
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
    databaseUrl,
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 2, 1_000),
    // Demo content belongs on a newcomer's own machine: on a server it must be asked for.
    demo: read.choice('DEMO', ['on', 'off'], isOwnMachine(read) ? 'on' : 'off') === 'on',
    stopMs: 1000 * read.integer('STOP_SECONDS', 0, 3_600),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS),
    readsPerMinute: read.integer('READS_PER_MINUTE', 1, 1_000_000),
    writesPerMinute: read.integer('WRITES_PER_MINUTE', 1, 1_000_000),
    maxTagsPerMedia: read.integer('MAX_TAGS_PER_MEDIA', 1, 1_000),
    mail: mail(read),
    company: company(read),
    secretKey: secretKey(read),
    storage,
    sweepsStorage: read.choice('STORAGE_SWEEP', ['on', 'off'], isOneFolder ? 'on' : 'off') === 'on',
  };
  requireApart(read, config);
  read.finish();
  return config;
}

const isOwnMachine = (read: Reader): boolean => !read.given('DATABASE_URL') && read.text('NODE_ENV') !== 'production';

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

// Without it the secrets of authenticator apps are kept as they are.
function secretKey(read: Reader): string | undefined {
  if (!read.given('SECRET_KEY')) return undefined;
  const key = read.text('SECRET_KEY');
  if (key.length < SECRET_KEY_CHARACTERS_MIN)
    read.fault('SECRET_KEY', `must have at least ${SECRET_KEY_CHARACTERS_MIN} characters: openssl rand -base64 32`);
  return key;
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
  const baseUrl = read.url('STORAGE_BASE_URL') ?? localAddress(host, storagePort);
  const reserveBytes = read.integer('STORAGE_RESERVE_MB', 0, 1_000_000) * 1024 * 1024;
  return { kind: 'disk' as const, port: storagePort, baseUrl, reserveBytes, secret };
}

function s3(read: Reader) {
  return {
    kind: 's3' as const,
    endpoint: read.url('S3_ENDPOINT') ?? read.missing('S3_ENDPOINT'),
    bucket: read.required('S3_BUCKET'),
    region: read.text('S3_REGION'),
    integrity: read.choice('S3_INTEGRITY', S3_INTEGRITIES),
    accessKeyId: read.required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read.required('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read.given('AWS_SESSION_TOKEN') ? read.text('AWS_SESSION_TOKEN') : undefined,
  };
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

function localAddress(host: string, port: number): string {
  const name = ANY_ADDRESS.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

type Reader = ReturnType<typeof reader>;

function reader(env: Environment) {
  const faults: string[] = [];
  const fault = (name: Name, what: string): void => void faults.push(`${name} ${what}`);
  const given = (name: Name): boolean => (env[name] ?? '') !== '';
  const text = (name: Name, fallback: string = SETTINGS[name]): string => (given(name) ? (env[name] ?? '') : fallback);
  const missing = (name: Name): string => {
    if (!given(name))
      fault(name, 'is needed for an S3 store: set it, or unset S3_ENDPOINT and S3_BUCKET to use the embedded store');
    return '';
  };
  return {
    fault,
    given,
    text,
    missing,
    required: (name: Name): string => (given(name) ? text(name) : missing(name)),
    integer(name: Name, min: number, max: number): number {
      const value = text(name);
      if (/^\d{1,7}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      fault(name, `is «${value}»: set it to a whole number from ${min} to ${max}`);
      return min;
    },
    choice<const Choice extends string>(name: Name, choices: readonly Choice[], fallback?: string): Choice {
      const value = text(name, fallback ?? SETTINGS[name]);
      const chosen = choices.find((choice) => choice === value);
      if (chosen === undefined) fault(name, `is «${value}»: set it to one of ${choices.join(', ')}`);
      return chosen ?? firstOf(choices);
    },
    host(name: Name): string {
      const host = text(name).replace(/^\[(.*)\]$/, '$1');
      if (!/[\s/?#@\\]/.test(host) && URL.canParse(localAddress(host, 80))) return host;
      fault(name, `is «${host}»: set it to a host name or an IP address`);
      return SETTINGS[name];
    },
    networks(name: Name): string[] {
      const names = text(name).split(',');
      const wrong = names.filter((one) => findNetworks([one]) === undefined);
      for (const one of wrong)
        fault(name, `has «${one}»: set it to addresses or networks such as 10.0.0.0/8, by commas`);
      return wrong.length > 0 ? [] : names;
    },
    hosts(name: Name): string[] {
      const names = text(name)
        .split(',')
        .filter((one) => one.trim() !== '');
      for (const one of names.filter((one) => findHost(one) === undefined))
        fault(name, `has «${one}»: set it to hosts such as till.internal or 10.0.0.9:9000, by commas`);
      return names.flatMap((one) => findHost(one) ?? []);
    },
    url(name: Name): string | undefined {
      if (!given(name)) return undefined;
      const url = findUrl(text(name));
      if (url !== undefined && /^https?:$/.test(url.protocol) && url.search + url.hash === '')
        return text(name).replace(/\/+$/, '');
      fault(name, 'is no address: set it to one that begins with http:// or https:// and has no ? or #');
      return '';
    },
    databaseUrl(name: Name): string | undefined {
      if (!given(name)) return undefined;
      // PostgreSQL also knows addresses without a host, for a socket: postgres://user@/database?host=/folder.
      // With several hosts, each is looked at alone.
      const address = text(name).replace('@/', '@socket/');
      const [, user = '', hosts = address, rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address) ?? [];
      const urls = hosts.split(',').map((host) => findUrl(user + host + rest));
      if (urls.every((url) => url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol))) return text(name);
      fault(name, 'is no address of a database: set it to one such as postgres://user:password@host:5432/database');
      return '';
    },
    finish(): void {
      if (faults.length > 0) throw new ConfigError(faults.map((line) => `Configuration: ${line}.`).join('\n'));
    },
  };
}

// An address may hold a password, so a fault never repeats it.
const findUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

const firstOf = <Choice extends string>(choices: readonly Choice[]): Choice => choices[0] as Choice;
