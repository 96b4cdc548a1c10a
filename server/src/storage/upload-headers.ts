// Which headers tie a PUT to the declared file. Stores differ in what they enforce, so it is a setting of the store.
import type { S3_INTEGRITIES } from '../config.js';
import type { Declared, Thumbnail } from './object-store.js';

export type Integrity = (typeof S3_INTEGRITIES)[number];

export function toUploadHeaders(declared: Declared | Thumbnail, integrity: Integrity): Record<string, string> {
  const type = { 'content-type': declared.contentType };
  if (!('sha256' in declared)) return type;
  switch (integrity) {
    case 'checksum':
      return { ...type, 'x-amz-checksum-sha256': toBase64(declared.sha256) };
    case 'checksum+algorithm': // Ceph 20 reads the checksum only when its algorithm is named
      return { ...type, 'x-amz-checksum-sha256': toBase64(declared.sha256), 'x-amz-sdk-checksum-algorithm': 'SHA256' };
    case 'payload-hash': // Ceph 16 knows no checksums, but compares a signed payload hash with the body
      return { ...type, 'x-amz-content-sha256': declared.sha256 };
    case 'verify': // finalize hashes the stored bytes
      return type;
    default:
      throw new Error(`Unknown integrity setting: ${String(integrity satisfies never)}`);
  }
}

const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
