import { resolve } from 'node:path';
import { READS_PER_MINUTE_MAX, TAGS_PER_MEDIA_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';
import { CommandError } from './errors.js';
import { findNetworks } from './ip-address.js';

// The only reader of the environment. Every setting is a row: docs/configuration.md lists the same rows, and a test compares.
export const SETTINGS = {
  PORT: { fallback: '8080', about: 'Port of the API, the docs and the console.' },
  HOST: { fallback: '127.0.0.1', about: 'Address to listen on; `0.0.0.0` for every network interface.' },
  STORAGE_PORT: { fallback: 'PORT + 1', about: 'Port of the embedded object store. Not used with an S3 store.' },
  ADMIN_PORT: {
    fallback: '',
    about:
      'Port of `/metrics` and of `/readyz` with its detail, for the operator alone. Without it they are not served.',
  },
  ADMIN_HOST: { fallback: '127.0.0.1', about: 'Address that ADMIN_PORT listens on.' },
  BASE_URL: { fallback: 'http://HOST:PORT', about: 'The address that callers reach the service under.' },
  STORAGE_BASE_URL: {
    fallback: 'http://HOST:STORAGE_PORT',
    about: 'The address that signed URLs of the embedded store carry.',
  },
  TRUSTED_PROXIES: {
    fallback: '127.0.0.0/8,::1',
    about: 'Addresses or networks, by commas, of the proxies whose `X-Forwarded-For` is believed.',
  },
  DATA_DIR: { fallback: './data', about: 'Where the embedded database, the embedded store and made secrets are kept.' },
  DATABASE_URL: {
    fallback: '',
    about:
      'A PostgreSQL (15 or newer) to use instead of the embedded one; several hosts of a replicated one, by commas.',
  },
  DATABASE_CONNECTIONS: {
    fallback: '10',
    about: 'Connections that one instance opens for requests at most; one more listens.',
  },
  DEMO: {
    fallback: 'on',
    about:
      '`on` seeds demo content into an empty database, `off` seeds nothing. With DATABASE_URL or NODE_ENV=production it is off unless set.',
  },
  NODE_ENV: { fallback: '', about: '`production` turns the demo off, unless DEMO is set.' },
  STOP_SECONDS: {
    fallback: '10',
    about: 'When the service stops: how long answers under way may take before their connections are cut.',
  },
  LOG_LEVEL: { fallback: 'info', about: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.' },
  READS_PER_MINUTE: {
    fallback: String(READS_PER_MINUTE_MAX),
    about: 'Reads that one token may make in a clock minute.',
  },
  WRITES_PER_MINUTE: {
    fallback: String(WRITES_PER_MINUTE_MAX),
    about: 'Writes that one token may make in a clock minute.',
  },
  MAX_TAGS_PER_MEDIA: { fallback: String(TAGS_PER_MEDIA_MAX), about: 'Tags that one media item may carry.' },
  STORAGE_RESERVE_MB: {
    fallback: '1024',
    about:
      'Megabytes that uploads leave free on the disk of the embedded store: below it they are refused (507). `0` leaves none.',
  },
  STORAGE_SWEEP: {
    fallback: 'on',
    about:
      '`on` deletes, once a day, stored files that nothing names and that are older than a week. With DATABASE_URL or an S3 store it is off unless set.',
  },
  STORAGE_SECRET: {
    fallback: 'made on first start',
    about:
      'Signs the URLs of the embedded store; at least 32 characters. Kept in DATA_DIR with mode 0600 unless given.',
  },
  S3_ENDPOINT: { fallback: '', about: 'Address of an S3-compatible store to use instead of the embedded one.' },
  S3_BUCKET: { fallback: '', about: 'The bucket there.' },
  S3_REGION: { fallback: 'us-east-1', about: 'The region that requests are signed for.' },
  S3_INTEGRITY: {
    fallback: 'checksum',
    about: 'How the store is made to refuse wrong bytes: `checksum`, `checksum+algorithm`, `payload-hash` or `verify`.',
  },
  AWS_ACCESS_KEY_ID: { fallback: '', about: 'Key of the S3 store.' },
  AWS_SECRET_ACCESS_KEY: { fallback: '', about: 'Secret of the S3 store.' },
  AWS_SESSION_TOKEN: { fallback: '', about: 'Session token of temporary S3 credentials.' },
} as const;

type Name = keyof typeof SETTINGS;
export type Environment = Readonly<Record<string, string | undefined>>;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const S3_INTEGRITIES = ['checksum', 'checksum+algorithm', 'payload-hash', 'verify'] as const;

export type StorageConfig =
  | {
      readonly kind: 'disk';
      readonly port: number;
      readonly baseUrl: string;
      readonly reserveBytes: number;
      readonly secret: string | undefined;
    }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly integrity: (typeof S3_INTEGRITIES)[number];
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | undefined;
    };

export type Config = {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly admin: { readonly host: string; readonly port: number } | undefined;
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  readonly demo: boolean;
  readonly stopMs: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly maxTagsPerMedia: number;
  readonly storage: StorageConfig;
  readonly sweepsStorage: boolean;
};

// Carries every fault, so that an operator mends them in one go.
export class ConfigError extends CommandError {}

export function readConfig(env: Environment = process.env): Config {
  const read = reader(env);
  const port = read.integer('PORT', 1, 65_535);
  const host = read.host('HOST');
  const databaseUrl = read.databaseUrl('DATABASE_URL');
  const storage = read.given('S3_ENDPOINT') || read.given('S3_BUCKET') ? s3(read) : disk(read, host, port);
  // Where database and files are not kept as one, the files may be more than this database knows of: another installation's,
  // or those of the days before a restore.
  const isOneFolder = databaseUrl === undefined && storage.kind === 'disk';
  const config: Config = {
    host,
    port,
    baseUrl: read.url('BASE_URL') ?? localAddress(host, port),
    admin: admin(read),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
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
    storage,
    sweepsStorage: read.choice('STORAGE_SWEEP', ['on', 'off'], isOneFolder ? 'on' : 'off') === 'on',
  };
  requireApart(read, config);
  read.finish();
  return config;
}

const isOwnMachine = (read: Reader): boolean => !read.given('DATABASE_URL') && read.text('NODE_ENV') !== 'production';

function admin(read: Reader): Config['admin'] {
  const host = read.host('ADMIN_HOST');
  return read.given('ADMIN_PORT') ? { host, port: read.integer('ADMIN_PORT', 1, 65_535) } : undefined;
}

function requireApart(read: Reader, { port, storage, admin }: Config): void {
  const others = storage.kind === 'disk' ? [port, storage.port] : [port];
  if (admin !== undefined && others.includes(admin.port))
    read.fault('ADMIN_PORT', 'must differ from PORT and STORAGE_PORT');
}

function disk(read: Reader, host: string, port: number): StorageConfig {
  const storagePort = read.given('STORAGE_PORT') ? read.integer('STORAGE_PORT', 1, 65_535) : port + 1;
  if (storagePort === port) read.fault('STORAGE_PORT', 'must differ from PORT');
  if (storagePort > 65_535) read.fault('STORAGE_PORT', 'must be set, because PORT + 1 is no port');
  const secret = read.given('STORAGE_SECRET') ? read.text('STORAGE_SECRET') : undefined;
  if (secret !== undefined && secret.length < 32) read.fault('STORAGE_SECRET', 'must have at least 32 characters');
  const baseUrl = read.url('STORAGE_BASE_URL') ?? localAddress(host, storagePort);
  const reserveBytes = read.integer('STORAGE_RESERVE_MB', 0, 1_000_000) * 1024 * 1024;
  return { kind: 'disk', port: storagePort, baseUrl, reserveBytes, secret };
}

function s3(read: Reader): StorageConfig {
  return {
    kind: 's3',
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
  const text = (name: Name, fallback: string = SETTINGS[name].fallback): string =>
    given(name) ? (env[name] ?? '') : fallback;
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
      const value = text(name, fallback ?? SETTINGS[name].fallback);
      const chosen = choices.find((choice) => choice === value);
      if (chosen === undefined) fault(name, `is «${value}»: set it to one of ${choices.join(', ')}`);
      return chosen ?? parseFirst(choices);
    },
    host(name: Name): string {
      const host = text(name).replace(/^\[(.*)\]$/, '$1');
      if (!/[\s/?#@\\]/.test(host) && URL.canParse(localAddress(host, 80))) return host;
      fault(name, `is «${host}»: set it to a host name or an IP address`);
      return SETTINGS[name].fallback;
    },
    networks(name: Name): string[] {
      const names = text(name).split(',');
      const wrong = names.filter((one) => findNetworks([one]) === undefined);
      for (const one of wrong)
        fault(name, `has «${one}»: set it to addresses or networks such as 10.0.0.0/8, by commas`);
      return wrong.length > 0 ? [] : names;
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

const parseFirst = <Choice extends string>(choices: readonly Choice[]): Choice => choices[0] as Choice;
