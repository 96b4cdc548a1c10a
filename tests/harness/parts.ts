import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { PART_BYTES_MIN } from '@vitrine/contract/limits';
import type { PartsTicket } from '@vitrine/contract/upload-parts';
import { anUploadRequest } from './content.js';
import type { Shop } from './service.js';
import { put, startNew } from './upload.js';

// A file in parts, step by step. Of the least size that stores take, and a rest.

export const PART = PART_BYTES_MIN;

export const newBytes = (parts = 2): Buffer => randomBytes((parts - 1) * PART + 1000);

export const divide = (bytes: Uint8Array, partSize = PART) => ({
  partSize,
  checksums: Array.from({ length: Math.ceil(bytes.length / partSize) }, (_, at) =>
    createHash('sha256')
      .update(bytes.subarray(at * partSize, (at + 1) * partSize))
      .digest('hex'),
  ),
});

export async function askParts(shop: Shop, id: string, division: object): Promise<PartsTicket> {
  const { status, body } = await shop.post(`/media/uploads/${id}/parts`, division);
  assert.equal(status, 200, JSON.stringify(body));
  return body as PartsTicket;
}

export const startInParts = async (shop: Shop, bytes: Uint8Array, over: object = {}) => {
  const request = anUploadRequest({ mimeType: 'video/mp4', width: 1, height: 1, duration: 1, ...over }, bytes);
  const { upload } = await startNew(shop, request);
  return { id: request.id, request, upload, parts: await askParts(shop, request.id, divide(bytes)) };
};

export async function putParts(bytes: Uint8Array, { parts }: PartsTicket): Promise<void> {
  for (const { offset, size, upload } of parts) {
    const response = await put(upload, bytes.subarray(offset, offset + size));
    assert.equal(response.status, 200, await response.text());
  }
}

export const numbersOf = ({ parts }: PartsTicket): number[] => parts.map(({ number }) => number);
