import assert from 'node:assert/strict';
import type { Media } from '@vitrine/contract/media';
import type { UploadTicket } from '@vitrine/contract/uploads';
import type { Db } from '../../server/src/db/db.js';
import { anUploadRequest } from './content.js';
import type { Shop } from './service.js';
import { isS3 } from './store.js';

// The five steps of an upload, one by one.

export type Ticket = UploadTicket & { readonly upload: NonNullable<UploadTicket['upload']> };

export async function start(shop: Shop, request: object): Promise<UploadTicket> {
  const { status, body } = await shop.post('/media/uploads', request);
  assert.equal(status, 200, JSON.stringify(body));
  return body as UploadTicket;
}

export async function startNew(shop: Shop, request: object): Promise<Ticket> {
  const ticket = await start(shop, request);
  assert.ok(ticket.upload);
  return { ...ticket, upload: ticket.upload };
}

export function put(target: UploadTicket['upload'], bytes: string | Uint8Array): Promise<Response> {
  assert.ok(target);
  return fetch(target.url, { method: 'PUT', headers: target.headers, body: Buffer.from(bytes) });
}

export const finalize = (shop: Shop, id: string) => shop.post(`/media/uploads/${id}/finalize`);

// All of them.
export async function upload(shop: Shop, bytes: string | Uint8Array, over: object = {}): Promise<Media> {
  const request = anUploadRequest(over, bytes);
  const ticket = await startNew(shop, request);
  assert.equal((await put(ticket.upload, bytes)).status, 200);
  const { status, body } = await finalize(shop, request.id);
  assert.equal(status, 200, JSON.stringify(body));
  return body as Media;
}

export async function usageOf(service: { readonly db: Db }, shop: Shop) {
  const row = await service.db.row<{ used: number; reserved: number }>({
    text: 'select used_bytes as used, reserved_bytes as reserved from storage_usage where merchant_id = $1',
    values: [shop.id],
  });
  return row;
}

// What people are given is signed for longer than what tokens are: compared without the signatures.
export const withoutSignatures = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      typeof value === 'string' && key.endsWith('Url') ? value.split('?', 1)[0] : value,
    ),
  );

// Signed URLs carry the second of their making, which moves on an S3 store: there they are compared without it.
export const comparable = (body: unknown): unknown => (isS3 ? withoutSignatures(body) : body);
