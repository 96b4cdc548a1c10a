// Whether a request carries a presigned query of ours, whole and in time. What fails here is a 403; another session's token
// is a 400, as S3 has it.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { s3Error, type S3Error } from './errors.js';
import type { Clock } from './sign.js';
import {
  ALGORITHM,
  createSignatures,
  type Credentials,
  toCanonicalHeaders,
  toCanonicalQuery,
  toCanonicalTail,
  toScope,
} from './sigv4.js';

const EXPIRES_SECONDS_MAX = 7 * 24 * 60 * 60;
// The signer and this verifier read the same clock; a minute is for a command that runs beside the server.
const FUTURE_SECONDS_MAX = 60;

export type SignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: ReadonlyMap<string, string>;
};

export type Verification =
  | { readonly kind: 'verified'; readonly request: SignedRequest }
  | { readonly kind: 'refused'; readonly error: S3Error };

export type RawRequest = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

export function createVerifier(credentials: Credentials, clock: Clock): (raw: RawRequest) => Verification {
  const signatureOf = createSignatures(credentials);
  return (raw) => {
    const request = findSignedParts(raw);
    if (typeof request === 'string') return refused(s3Error('AccessDenied', request));
    const error =
      findScopeFault(request, credentials) ??
      findSignatureFault(request, signatureOf) ??
      findSessionFault(request, credentials) ??
      findTimeFault(request, clock);
    return error === undefined ? { kind: 'verified', request } : refused(error);
  };
}

const refused = (error: S3Error): Verification => ({ kind: 'refused', error });

// The path stays as it was sent: decoding it here and again at the disk is how traversals come about.
// Returns a sentence where the request is not what was signed.
function findSignedParts({ method, url, headers: sent }: RawRequest): SignedRequest | string {
  const mark = url.indexOf('?');
  const query = mark === -1 ? undefined : findQuery(url.slice(mark + 1));
  const names = query?.get('X-Amz-SignedHeaders')?.split(';') ?? [];
  if (query === undefined || !names.includes('host')) return NOT_SIGNED;
  const headers = new Map<string, string>();
  for (const name of names) {
    const value = sent[name];
    if (headers.has(name)) return NOT_SIGNED;
    if (typeof value !== 'string') return HEADER_NAME.test(name) ? missing(name) : NOT_SIGNED;
    headers.set(name, value);
  }
  // Such a header changes what the request does (a copy, say), so none may be added to a URL that was given out.
  const isAdded = Object.keys(sent).some((name) => name.startsWith('x-amz-') && !headers.has(name));
  return isAdded ? ADDED : { method, path: url.slice(0, mark), query, headers };
}

const NOT_SIGNED = 'This is not a presigned URL. Use the URL unchanged, with every header that came with it.';
const ADDED = 'An x-amz- header was added that is not signed. Send only the headers that came with the URL.';
const HEADER_NAME = /^[a-z0-9-]{1,60}$/;

const missing = (name: string): string =>
  `The header ${name} is missing: send every header that came with the URL, such as those of upload.headers.`;

function findQuery(text: string): Map<string, string> | undefined {
  const query = new Map<string, string>();
  try {
    for (const pair of text.split('&')) {
      const [name = '', value = ''] = pair.split(/=(.*)/s, 2).map(decodeURIComponent);
      if (query.has(name)) return undefined;
      query.set(name, value);
    }
  } catch {
    return undefined; // a broken percent sequence
  }
  return query;
}

function findScopeFault({ query }: SignedRequest, { accessKeyId, region }: Credentials): S3Error | undefined {
  const [keyId, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  const day = (query.get('X-Amz-Date') ?? '').slice(0, 8);
  if (query.get('X-Amz-Algorithm') !== ALGORITHM)
    return s3Error('AccessDenied', 'The signature algorithm is not offered.');
  if (keyId !== accessKeyId) return s3Error('InvalidAccessKeyId');
  return scope.join('/') === toScope(day, region) ? undefined : s3Error('SignatureDoesNotMatch');
}

function findSignatureFault(
  request: SignedRequest,
  signatureOf: (timestamp: string, canonicalRequest: string) => string,
): S3Error | undefined {
  const { method, path, query } = request;
  const unsigned = [...query].filter(([name]) => name !== 'X-Amz-Signature');
  const headers = toCanonicalHeaders(request.headers);
  const canonical = `${method}\n${path}${toCanonicalTail(toCanonicalQuery(unsigned), headers)}`;
  const expected = Buffer.from(signatureOf(query.get('X-Amz-Date') ?? '', canonical));
  const given = Buffer.from(query.get('X-Amz-Signature') ?? '');
  const isSame = given.length === expected.length && timingSafeEqual(given, expected);
  return isSame ? undefined : s3Error('SignatureDoesNotMatch');
}

// Keys without a session take any, as stores do that know of none.
function findSessionFault({ query }: SignedRequest, { sessionToken }: Credentials): S3Error | undefined {
  const isOther = sessionToken !== undefined && query.get('X-Amz-Security-Token') !== sessionToken;
  return isOther ? s3Error('InvalidToken') : undefined;
}

const EXPIRED =
  'The URL has expired. For a new one, repeat the request that gave it; for an upload, POST /media/uploads with the same id.';

function findTimeFault({ query }: SignedRequest, clock: Clock): S3Error | undefined {
  const signedAt = findTime(query.get('X-Amz-Date') ?? '');
  const expires = query.get('X-Amz-Expires') ?? '';
  const seconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  if (signedAt === undefined || seconds < 1 || seconds > EXPIRES_SECONDS_MAX) {
    return s3Error('AccessDenied', 'X-Amz-Date or X-Amz-Expires is not accepted.');
  }
  if (signedAt > clock.now() + FUTURE_SECONDS_MAX * 1000) return s3Error('AccessDenied', 'Request is not valid yet.');
  return clock.now() >= signedAt + seconds * 1000 ? s3Error('AccessDenied', EXPIRED) : undefined;
}

/** Returns when the signed query of a verified request expires. */
export const endOf = (query: ReadonlyMap<string, string>): number =>
  (findTime(query.get('X-Amz-Date') ?? '') ?? 0) + Number(query.get('X-Amz-Expires')) * 1000;

function findTime(timestamp: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
