import type { Media } from '@vitrine/contract/media';
import type { Shop } from '../harness/service.js';
import { anUploadRequest } from '../harness/content.js';
import { finalize, put, startNew, upload } from '../harness/upload.js';
import type { Ticket } from './stored-wire.js';

export type OpenTicket = Ticket & { readonly origin: string };

// Signed URLs of every kind: to send a file, an empty one and a thumbnail, and to fetch a file and a thumbnail.
export async function openTickets(shop: Shop): Promise<OpenTicket[]> {
  const bytes = 'the bytes of a picture';
  const waiting = await startNew(shop, anUploadRequest({}, bytes));
  const empty = await startNew(shop, anUploadRequest({}, ''));
  const stored = await upload(shop, 'a stored picture');
  const withThumbnail = await uploadWithThumbnail(shop, 'another stored picture', 'thumbnail');
  return [
    toTicket('PUT', waiting.upload, bytes),
    toTicket('PUT', empty.upload, ''),
    toTicket('GET', { url: stored.fileUrl ?? '', headers: {} }, 'a stored picture'),
    toTicket('GET', { url: withThumbnail.thumbnailUrl ?? '', headers: {} }, 'thumbnail'),
  ];
}

async function uploadWithThumbnail(shop: Shop, bytes: string, thumbnail: string): Promise<Media> {
  const request = anUploadRequest({ hasThumbnail: true, thumbnailSize: thumbnail.length }, bytes);
  const ticket = await startNew(shop, request);
  await put(ticket.upload, bytes);
  await put(ticket.thumbnailUpload, thumbnail);
  const { body } = await finalize(shop, request.id);
  return parseMedia(body);
}

const parseMedia = (body: unknown): Media => body as Media;

type Signed = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

function toTicket(method: 'GET' | 'PUT', { url, headers }: Signed, bytes: string): OpenTicket {
  const { origin, host } = new URL(url);
  return {
    origin,
    method,
    target: url.slice(origin.length),
    headers: [['host', host], ...Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)],
    bytes,
  };
}

export const portOf = (url: string): number => Number(new URL(url).port);
