import type { PendingDeletion } from '../media/ledger-queries.js';
import { DROP_AFTER_MS } from '../storage/drop-after.js';
import type { AbandonedRow } from './abandoned-queries.js';

// The objects of an awaited upload, with what is reserved for each.
export function toPendingDeletions({
  object_key,
  size_bytes,
  thumbnail_key,
  reserved_bytes,
}: Omit<AbandonedRow, 'id'>): PendingDeletion[] {
  const file = { key: object_key, reservedBytes: thumbnail_key === null ? reserved_bytes : size_bytes };
  return thumbnail_key === null ? [file] : [file, { key: thumbnail_key, reservedBytes: reserved_bytes - size_bytes }];
}

// When the last URL of a ticket, and a PUT that began with it, are surely over.
export const afterLastUrl = (ticketedAt: string): string =>
  new Date(Date.parse(ticketedAt) + DROP_AFTER_MS).toISOString();
