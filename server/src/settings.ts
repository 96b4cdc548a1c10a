import {
  CAMPAIGNS_PER_MERCHANT_MAX,
  PLAYLIST_ITEMS_PER_MERCHANT_MAX,
  PLAYLISTS_PER_MERCHANT_MAX,
  TAGS_PER_MERCHANT_MAX,
} from '@vitrine/contract/console-limits';
import { READS_PER_MINUTE_MAX, TAGS_PER_MEDIA_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';
import { CommandError } from './errors.js';
import { findHost, findNetworks } from './ip-address.js';
import { withFiles } from './settings-in-files.js';

// Every setting with its default. docs/configuration.md says what each does; a test compares names and defaults.
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
  DATA_IN_CONTAINER: '',
  DATABASE: '',
  POSTGRES_BIN: '',
  DATABASE_URL: '',
  DATABASE_DIRECT_URL: '',
  DATABASE_CONNECTIONS: '10',
  WORKERS: '1',
  DEMO: 'on',
  NODE_ENV: '',
  STOP_SECONDS: '10',
  LOG_LEVEL: 'info',
  READS_PER_MINUTE: String(READS_PER_MINUTE_MAX),
  WRITES_PER_MINUTE: String(WRITES_PER_MINUTE_MAX),
  MAX_TAGS_PER_MEDIA: String(TAGS_PER_MEDIA_MAX),
  MAX_PLAYLISTS: String(PLAYLISTS_PER_MERCHANT_MAX),
  MAX_PLAYLIST_ITEMS: String(PLAYLIST_ITEMS_PER_MERCHANT_MAX),
  MAX_CAMPAIGNS: String(CAMPAIGNS_PER_MERCHANT_MAX),
  MAX_TAGS: String(TAGS_PER_MERCHANT_MAX),
  ACTIVITY_DAYS: '',
  USAGE_DAYS: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  STORAGE_RESERVE_MB: '1024',
  STORAGE_SWEEP: 'on',
  STORAGE_SECRET: 'made on first start',
  S3_ENDPOINT: '',
  S3_PUBLIC_ENDPOINT: '',
  S3_BUCKET: '',
  S3_ADDRESSING: 'path',
  S3_REGION: 'us-east-1',
  S3_INTEGRITY: 'checksum',
  S3_CREDENTIALS: 'auto',
  AWS_ACCESS_KEY_ID: '',
  AWS_SECRET_ACCESS_KEY: '',
  AWS_SESSION_TOKEN: '',
  AWS_PROFILE: '',
  AWS_SHARED_CREDENTIALS_FILE: '',
  AWS_ROLE_ARN: '',
  AWS_WEB_IDENTITY_TOKEN_FILE: '',
  AWS_ROLE_SESSION_NAME: 'vitrine',
  AWS_ENDPOINT_URL_STS: '',
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '',
  AWS_CONTAINER_CREDENTIALS_FULL_URI: '',
  AWS_CONTAINER_AUTHORIZATION_TOKEN: '',
  AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://169.254.169.254',
  SECRET_KEY: 'made on first start',
  BACKUP_DIR: '',
  BACKUP_AT: '03:00',
  BACKUP_KEEP: '7',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  OIDC_NAME: 'your company',
  OIDC_ONLY: 'off',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_HEADERS: '',
  OTEL_SERVICE_NAME: 'vitrine',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: '1',
} as const;

type Name = keyof typeof SETTINGS;

export type Misspelled = { readonly name: string; readonly meant: string };

/** Finds variables that are not settings but are spelled nearly like one, such as SECRETKEY. */
export function findMisspelled(env: Environment): Misspelled[] {
  const settings = Object.keys(SETTINGS);
  return Object.keys(env).flatMap((name) => {
    const [, base = name, file = ''] = /^(.*?)(_FILE)?$/.exec(name) ?? [];
    if ((env[name] ?? '') === '' || settings.includes(base) || settings.includes(name)) return [];
    const meant = settings.find((setting) => isNearlySame(base, setting));
    return meant === undefined ? [] : { name, meant: meant + file };
  });
}

function toConfigError(faults: readonly string[], misspelled: readonly Misspelled[]): ConfigError {
  const lines = [...faults.map((line) => `${line}.`), ...misspelled.map(toMisspelledSentence)];
  return new ConfigError(lines.map((line) => `Configuration: ${line}`).join('\n'));
}

export const toMisspelledSentence = ({ name, meant }: Misspelled): string =>
  `${name} is not a setting. Did you mean ${meant}?`;

// In a shorter name one other letter makes another word, such as POST of PORT.
const LONG = 6;
const VERY_LONG = 10;

function isNearlySame(name: string, setting: string): boolean {
  const [a, b] = [name, setting].map((one) => one.toUpperCase().replaceAll('_', '')) as [string, string];
  if (a === b) return true;
  if (b.length < LONG || Math.abs(a.length - b.length) > 2) return false;
  return editDistance(a, b) <= (b.length < VERY_LONG ? 1 : 2);
}

/** The number of letters to add, remove, change or swap with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      if (isSwapped) steps.push(at(row - 2, column - 2) + 1);
      rows[row]?.push(Math.min(...steps));
    }
  }
  return at(a.length, b.length);
}
export type Environment = Readonly<Record<string, string | undefined>>;

// Carries every fault, so that an operator mends them in one go.
export class ConfigError extends CommandError {}

export type Reader = ReturnType<typeof createReader>;

// Reads single settings; what they come to is in config.ts.
export function createReader(env: Environment) {
  const faults: string[] = [];
  const fault = (name: string, what: string): void => void faults.push(`${name} ${what}`);
  const values = withFiles(env, Object.keys(SETTINGS), fault);
  const given = (name: Name): boolean => (values[name] ?? '') !== '';
  const text = (name: Name, fallback: string = SETTINGS[name]): string =>
    given(name) ? (values[name] ?? '') : fallback;
  const missing = (name: Name): string => {
    if (!given(name))
      fault(name, 'is needed for an S3 store: set it, or unset S3_ENDPOINT and S3_BUCKET to use the embedded store');
    return '';
  };
  return {
    fault,
    given,
    text,
    // Where it stands, if in a file.
    file: (name: Name): string | undefined => env[`${name}_FILE`] || undefined,
    missing,
    required: (name: Name): string => (given(name) ? text(name) : missing(name)),
    integer(name: Name, min: number, max: number, others = ''): number {
      const value = text(name);
      if (/^\d{1,7}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      fault(name, `is «${value}»: set it to a whole number from ${min} to ${max}${others}`);
      return min;
    },
    choice<const Choice extends string>(name: Name, choices: readonly Choice[], fallback?: string): Choice {
      const value = text(name, fallback ?? SETTINGS[name]);
      const chosen = choices.find((choice) => choice === value);
      if (chosen === undefined) fault(name, `is «${value}»: set it to one of ${choices.join(', ')}`);
      return chosen ?? (choices[0] as Choice);
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
    finish(misspelled: readonly Misspelled[]): void {
      if (faults.length > 0) throw toConfigError(faults, misspelled);
    },
  };
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

export function localAddress(host: string, port: number): string {
  const name = ANY_ADDRESS.has(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

// An address may hold a password, so a fault never repeats it.
const findUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
