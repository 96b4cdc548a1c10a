// Presigned S3 URLs. A page of media signs hundreds of them, so what stays the same for a second is made once a second.
import {
  ALGORITHM,
  type CanonicalHeaders,
  createSignatures,
  type Credentials,
  encodeUri,
  toCanonicalHeaders,
  toCanonicalQuery,
  toCanonicalTail,
  toScope,
  toTimestamp,
} from './sigv4.js';

/** The time that signatures are made and judged by, in milliseconds: `Date`, or one that a test can move. */
export type Clock = { readonly now: () => number };

export type SignMethod = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

export type SignOptions = {
  readonly expiresSeconds: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
};

export type Signer = { readonly presign: (method: SignMethod, key: string, options: SignOptions) => string };

export type SignerOptions = Credentials & {
  /** where the store answers, as clients see it */
  readonly endpoint: string;
  readonly bucket: string;
  readonly clock?: Clock;
};

// Path-style, because a bucket name in the host needs a DNS entry that a store of one's own seldom has.
export function createSigner(options: SignerOptions): Signer {
  const { clock = Date } = options;
  const { host, origin, pathname } = new URL(options.endpoint);
  const base = `${pathname.replace(/\/+$/, '')}/${encodeUri(options.bucket)}`;
  const signQuery = createQuerySigner(options, host, clock);
  return {
    presign(method, key, signOptions) {
      const path = key === '' ? base : `${base}/${toCanonicalPath(key)}`;
      return `${origin}${path}?${signQuery(method, path, signOptions)}`;
    },
  };
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
