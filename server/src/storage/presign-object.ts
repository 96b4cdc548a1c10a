// The URLs that leave the service, signed alike for both stores.
import { SIGNED_URL_TTL_SECONDS } from '@vitrine/contract/limits';
import { createSigner, type SignerOptions } from '@vitrine/disk-s3';
import type { S3_INTEGRITIES } from '../config.js';
import type { Declared, ObjectStore, Thumbnail } from './object-store.js';

// A signature names the second in which it was made, which may be almost over. The date stays in the past, because stores
// refuse one in the future.
export const SIGNED_FOR_SECONDS = SIGNED_URL_TTL_SECONDS + 1;

// A person's URLs are signed for the beginning of a window, so that a browser that asks again within it finds what it has
// kept. At the end of a window they still work for as long as a token's.
export const WINDOW_SECONDS = 10 * 60;
export const WINDOW_SIGNED_FOR_SECONDS = WINDOW_SECONDS + SIGNED_FOR_SECONDS;

export type Integrity = (typeof S3_INTEGRITIES)[number];

const WINDOW_MS = WINDOW_SECONDS * 1000;
const GET_OPTIONS = { expiresSeconds: SIGNED_FOR_SECONDS };
// What an object holds never changes, so it may be kept for as long as its URL works.
const WINDOW_OPTIONS = {
  expiresSeconds: WINDOW_SIGNED_FOR_SECONDS,
  query: { 'response-cache-control': `private, max-age=${WINDOW_SIGNED_FOR_SECONDS}, immutable` },
};

export function createPresigning(
  options: SignerOptions,
  integrity: Integrity,
): Pick<ObjectStore, 'signedGetUrl' | 'signedGetUrls' | 'windowGetUrl' | 'signedPut' | 'signedPart'> {
  const { clock = Date } = options;
  const signer = createSigner(options);
  const atWindow = { now: () => Math.floor(clock.now() / WINDOW_MS) * WINDOW_MS };
  const windowSigner = createSigner({ ...options, clock: atWindow });
  return {
    signedGetUrl: (key) => signer.presign('GET', key, GET_OPTIONS),
    signedGetUrls: (keys) => signer.presignGets(keys, SIGNED_FOR_SECONDS),
    windowGetUrl: (key) => windowSigner.presign('GET', key, WINDOW_OPTIONS),
    signedPut(key, declared) {
      const headers = toUploadHeaders(declared, integrity);
      // The length is signed but not listed: every client sends it by itself, and browsers refuse to set it by hand.
      const signed = { ...headers, 'content-length': String(declared.sizeBytes) };
      const url = signer.presign('PUT', key, { expiresSeconds: SIGNED_FOR_SECONDS, headers: signed });
      return { url, headers };
    },
    signedPart({ key, uploadId }, { number, sizeBytes, sha256 }) {
      const headers = toHashHeaders(sha256, integrity);
      const url = signer.presign('PUT', key, {
        expiresSeconds: SIGNED_FOR_SECONDS,
        headers: { ...headers, 'content-length': String(sizeBytes) },
        query: { partNumber: String(number), uploadId },
      });
      return { url, headers };
    },
  };
}

function toUploadHeaders(declared: Declared | Thumbnail, integrity: Integrity): Record<string, string> {
  const type = { 'content-type': declared.contentType };
  return 'sha256' in declared ? { ...type, ...toHashHeaders(declared.sha256, integrity) } : type;
}

// Which headers tie a PUT to the declared bytes. Stores differ in what they enforce, so it is a setting of the store.
function toHashHeaders(sha256: string, integrity: Integrity): Record<string, string> {
  switch (integrity) {
    case 'checksum':
      return { 'x-amz-checksum-sha256': toBase64(sha256) };
    case 'checksum+algorithm': // Ceph 20 reads the checksum only when its algorithm is named
      return { 'x-amz-checksum-sha256': toBase64(sha256), 'x-amz-sdk-checksum-algorithm': 'SHA256' };
    case 'payload-hash': // Ceph 16 knows no checksums, but compares a signed payload hash with the body
      return { 'x-amz-content-sha256': sha256 };
    case 'verify': // finalize hashes the stored bytes
      return {};
  }
}

export const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
