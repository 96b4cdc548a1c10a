// The two URLs that leave the service, signed alike for both stores.
import { SIGNED_URL_TTL_SECONDS } from '@vitrine/contract/limits';
import type { Signer } from '@vitrine/disk-s3';
import type { ObjectStore } from './object-store.js';
import { type Integrity, toUploadHeaders } from './upload-headers.js';

// A signature names a whole second, and the answer that carries it takes its own time: a second for each, so that a URL
// never stops before 15 minutes after the response. The date itself stays in the past: stores refuse one of the future.
export const SIGNED_FOR_SECONDS = SIGNED_URL_TTL_SECONDS + 2;

const GET_OPTIONS = { expiresSeconds: SIGNED_FOR_SECONDS };

export function createPresigning(
  signer: Signer,
  integrity: Integrity,
): Pick<ObjectStore, 'signedGetUrl' | 'signedPut'> {
  return {
    signedGetUrl: (key) => signer.presign('GET', key, GET_OPTIONS),
    signedPut(key, declared) {
      const headers = toUploadHeaders(declared, integrity);
      // The length is signed but not listed: every client sends it by itself, and browsers refuse to set it by hand.
      const signed = { ...headers, 'content-length': String(declared.sizeBytes) };
      const url = signer.presign('PUT', key, { expiresSeconds: SIGNED_FOR_SECONDS, headers: signed });
      return { url, headers };
    },
  };
}
