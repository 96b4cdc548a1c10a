// AWS Signature Version 4 for query strings: what the signer writes and the disk store's verifier checks is the same text.
import { hash } from 'node:crypto';

export const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

export type Credentials = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

export type CanonicalHeaders = { readonly names: string; readonly lines: string; readonly payloadHash: string };

// All that follows method and path in a canonical request.
export function toCanonicalTail(query: string, headers: CanonicalHeaders): string {
  return `\n${query}\n${headers.lines}\n${headers.names}\n${headers.payloadHash}`;
}

// A signed payload hash is the last line of the canonical request too; without one S3 wants a fixed word there.
export function toCanonicalHeaders(headers: Iterable<readonly [string, string]>): CanonicalHeaders {
  const sorted = Array.from(
    headers,
    ([name, value]) => [name.toLowerCase(), value.trim().replace(/\s+/g, ' ')] as const,
  );
  sorted.sort(byName);
  const payload = sorted.find(([name]) => name === 'x-amz-content-sha256');
  return {
    names: sorted.map(([name]) => name).join(';'),
    lines: sorted.map(([name, value]) => `${name}:${value}\n`).join(''),
    payloadHash: payload === undefined ? UNSIGNED_PAYLOAD : payload[1],
  };
}

export function toCanonicalQuery(query: Iterable<readonly [string, string]>): string {
  const encoded = Array.from(query, ([name, value]) => [encodeUri(name), encodeUri(value)] as const);
  return encoded
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export function toScope(day: string, region: string): string {
  return `${day}/${region}/s3/aws4_request`;
}

// What is signed begins with it; the hash of the canonical request follows.
export function toSignedPrefix(timestamp: string, region: string): string {
  return `${ALGORITHM}\n${timestamp}\n${toScope(timestamp.slice(0, 8), region)}\n`;
}

export function toTimestamp(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

// The day's key is kept: deriving it takes four HMACs, a signature only one. So is what a second's texts begin with.
export function createSignatures(credentials: Credentials): (timestamp: string, canonicalRequest: string) => string {
  const { region, secretAccessKey } = credentials;
  let day = '';
  let key: Buffer = Buffer.alloc(0);
  let second = '';
  let sign: Hmac = createHmac('');
  return (timestamp, canonicalRequest) => {
    if (timestamp !== second || second === '') {
      const today = timestamp.slice(0, 8);
      if (today !== day || day === '') key = deriveSigningKey(secretAccessKey, today, region, 's3');
      sign = createHmac(key, toSignedPrefix(timestamp, region));
      day = today;
      second = timestamp;
    }
    return sign(hash('sha256', canonicalRequest, 'hex'));
  };
}

export function deriveSigningKey(secretAccessKey: string, day: string, region: string, service: string): Buffer {
  const start = Buffer.from(`AWS4${secretAccessKey}`);
  return [day, region, service, 'aws4_request'].reduce((key, part) => Buffer.from(createHmac(key)(part), 'hex'), start);
}

type Hmac = (message: string) => string;

// HMAC-SHA256 from two plain hashes. Node's createHmac builds a key object on every call, which costs more than both
// hashes together; here the two pads are laid out once per key, and what all messages begin with behind them.
export function createHmac(key: string | Buffer, prefix = ''): Hmac {
  const outer = Buffer.concat([pad(key, OUTER_PAD), Buffer.alloc(DIGEST_BYTES)]);
  const start = Buffer.concat([pad(key, INNER_PAD), Buffer.from(prefix)]);
  // Texts to sign have the same length all day, so the block with the pad in front is laid out once, not per message.
  let inner = start;
  return (message) => {
    const bytes = start.length + Buffer.byteLength(message);
    if (inner.length !== bytes) inner = Buffer.concat([start], bytes);
    inner.write(message, start.length);
    // One character a byte: half as long as hex, and nothing to read back.
    outer.write(hash('sha256', inner, 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', outer, 'hex');
  };
}

function pad(key: string | Buffer, filler: number): Buffer {
  const given = Buffer.from(key);
  const short = given.length > BLOCK_BYTES ? Buffer.from(hash('sha256', given, 'hex'), 'hex') : given;
  return Buffer.from(Buffer.concat([short], BLOCK_BYTES).map((byte) => byte ^ filler));
}

// S3's encoding leaves only RFC 3986's unreserved characters bare; encodeURIComponent leaves five more.
export function encodeUri(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${hexOf(character)}`);
}

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase();

function byName(left: readonly [string, string], right: readonly [string, string]): number {
  if (left[0] === right[0]) return 0;
  return left[0] < right[0] ? -1 : 1;
}
