// Presigned S3 URLs. A page of media signs hundreds of them, so what stays the same for a second is made once a second.
import {
  ALGORITHM,
  type CanonicalHeaders,
  createSignatures,
  type Credentials,
  deriveSigningKey,
  encodeUri,
  toCanonicalHeaders,
  toCanonicalQuery,
  toCanonicalTail,
  toScope,
  toSignedPrefix,
  toTimestamp,
} from './sigv4.js';
import { createSignMany, type Second, type SignMany } from './sign-four.js';

/** The time that signatures are made and judged by, in milliseconds: `Date`, or one that a test can move. */
export type Clock = { readonly now: () => number };

export type SignMethod = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

export type SignOptions = {
  readonly expiresSeconds: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
};

export type Signer = {
  readonly presign: (method: SignMethod, key: string, options: SignOptions) => string;
  /** Of GETs with nothing beside: the same URLs as one by one, for two thirds of the CPU. */
  readonly presignGets: (keys: readonly string[], expiresSeconds: number) => string[];
};

export type SignerOptions = Credentials & {
  /** where the store answers, as clients see it */
  readonly endpoint: string;
  readonly bucket: string;
  /** where the bucket's name stands: in the path unless said */
  readonly addressing?: 'path' | 'virtual-host' | undefined;
  readonly clock?: Clock;
};

// Four are signed at a time, whether there are as many or not.
const TOGETHER_MIN = 4;

// Path-style unless said, because a bucket name in the host needs a DNS entry that a store of one's own seldom has.
export function createSigner(options: SignerOptions): Signer {
  const { clock = Date } = options;
  const { host, origin, pathname } = addressOf(options);
  const isInHost = options.addressing === 'virtual-host';
  const base = pathname.replace(/\/+$/, '') + (isInHost ? '' : `/${encodeUri(options.bucket)}`);
  const signQuery = createQuerySigner(options, host, clock);
  const signQueries = createQueriesSigner(options, host, clock);
  const presign: Signer['presign'] = (method, key, signOptions) => {
    const path = key === '' ? base || '/' : `${base}/${toCanonicalPath(key)}`;
    return `${origin}${path}?${signQuery(method, path, signOptions)}`;
  };
  return {
    presign,
    presignGets(keys, expiresSeconds) {
      const one = (key: string): string => presign('GET', key, { expiresSeconds });
      if (keys.length < TOGETHER_MIN) return keys.map(one);
      const paths = keys.map((key) => `${base}/${toCanonicalPath(key)}`);
      const signed = signQueries(paths, expiresSeconds);
      if (signed === undefined) return keys.map(one);
      const { unsigned, signatures } = signed;
      return paths.map((path, at) => `${origin}${path}?${unsigned}${signatures[at]}`);
    },
  };
}

// Undefined where they are to be signed one by one.
function createQueriesSigner(credentials: Credentials, host: string, clock: Clock) {
  const { region, secretAccessKey } = credentials;
  const hostOnly = toCanonicalHeaders([['host', host]]);
  let signMany: SignMany | undefined;
  let isOpened = false;
  let second:
    | (Second & { readonly at: number; readonly expiresSeconds: number; readonly unsigned: string })
    | undefined;

  const toSecond = (at: number, expiresSeconds: number) => {
    const timestamp = toTimestamp(at * 1000);
    const day = timestamp.slice(0, 8);
    const query = toQuery(credentials, { timestamp, expiresSeconds, headers: hostOnly, extraQuery: undefined });
    const prefix = toSignedPrefix(timestamp, region);
    const key = deriveSigningKey(secretAccessKey, day, region, 's3');
    return { at, expiresSeconds, unsigned: query.unsigned, key, prefix, head: 'GET\n', tail: query.canonicalTail };
  };

  return (paths: readonly string[], expiresSeconds: number) => {
    if (!isOpened) signMany = createSignMany();
    isOpened = true;
    const at = Math.floor(clock.now() / 1000);
    if (second?.at !== at || second.expiresSeconds !== expiresSeconds) second = toSecond(at, expiresSeconds);
    const signatures = signMany?.(second, paths);
    return signatures && { unsigned: second.unsigned, signatures };
  };
}

/** Where the bucket is reached, its name in the host or not. */
export function addressOf({
  endpoint,
  bucket,
  addressing,
}: Pick<SignerOptions, 'endpoint' | 'bucket' | 'addressing'>): URL {
  const url = new URL(endpoint);
  return addressing === 'virtual-host' ? new URL(`${url.protocol}//${bucket}.${url.host}${url.pathname}`) : url;
}

export function createQuerySigner(credentials: Credentials, host: string, clock: Clock) {
  const signatureOf = createSignatures(credentials);
  const hostOnly = toCanonicalHeaders([['host', host]]);
  let second = Number.NaN;
  let timestamp = '';
  let plain: Query | undefined;

  return (method: SignMethod, path: string, options: SignOptions): string => {
    const { expiresSeconds, headers: extraHeaders, query: extraQuery } = options;
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      second = now;
      timestamp = toTimestamp(now * 1000);
      plain = undefined;
    }
    const isPlain = extraHeaders === undefined && extraQuery === undefined;
    let query = isPlain && plain?.expiresSeconds === expiresSeconds ? plain : undefined;
    if (query === undefined) {
      const headers = isPlain ? hostOnly : toCanonicalHeaders([['host', host], ...Object.entries(extraHeaders ?? {})]);
      query = toQuery(credentials, { timestamp, expiresSeconds, headers, extraQuery });
      if (isPlain) plain = query;
    }
    return query.unsigned + signatureOf(timestamp, `${method}\n${path}${query.canonicalTail}`);
  };
}

// A query up to its signature, and the part of the canonical request that it decides.
type Query = { readonly expiresSeconds: number; readonly unsigned: string; readonly canonicalTail: string };

type QueryParts = {
  readonly timestamp: string;
  readonly expiresSeconds: number;
  readonly headers: CanonicalHeaders;
  readonly extraQuery: Readonly<Record<string, string>> | undefined;
};

function toQuery(credentials: Credentials, { timestamp, expiresSeconds, headers, extraQuery }: QueryParts): Query {
  const { accessKeyId, region, sessionToken } = credentials;
  const query = toCanonicalQuery([
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${accessKeyId}/${toScope(timestamp.slice(0, 8), region)}`],
    ['X-Amz-Date', timestamp],
    ['X-Amz-Expires', String(expiresSeconds)],
    ['X-Amz-SignedHeaders', headers.names],
    ...(sessionToken === undefined ? [] : [['X-Amz-Security-Token', sessionToken] as const]),
    ...Object.entries(extraQuery ?? {}),
  ]);
  const canonicalTail = toCanonicalTail(query, headers);
  return { expiresSeconds, unsigned: `${query}&X-Amz-Signature=`, canonicalTail };
}

const BARE_KEY = /^[\w.~/-]*$/;

function toCanonicalPath(key: string): string {
  return BARE_KEY.test(key) ? key : key.split('/').map(encodeUri).join('/');
}
