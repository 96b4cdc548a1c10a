import type { PartsRequest, PartsTicket } from '@vitrine/contract/upload-parts';
import type { Queryable } from '../db/db.js';
import { notFound, requireFound, unprocessable } from '../errors.js';
import { refuseFaults, type Fault } from '../http/faults.js';
import { parseUploadId, type ById, type MerchantId } from '../ids.js';
import { lockUsage, scheduleDeletion } from '../media/ledger-queries.js';
import type { ContentPrincipal } from '../principal.js';
import { newObjectKey } from '../storage/object-key.js';
import type { PartedUpload, StoredPart } from '../storage/object-store.js';
import { countParts, divideFile, findDivision, pairParts, type Division } from './divide-file.js';
import { selectUpload, type UploadRow } from './finalize-queries.js';
import { deleteParts, insertParts, noteTicketOf } from './parts-queries.js';
import { findParts, type PartsDeps } from './settle-parts.js';

// Where to send each part that is missing. The parts of one division stay where they are, however often it is asked; another
// division begins anew.
export async function startParts(
  deps: PartsDeps,
  { merchantId }: ContentPrincipal,
  { params, body, faults = [] }: ById & { readonly body: PartsRequest; readonly faults?: readonly Fault[] },
): Promise<PartsTicket> {
  const { store } = deps;
  const upload = requireFound(await selectUpload(deps.db, merchantId, parseUploadId(params.id)), 'upload');
  refuseFaults(faults);
  const ticket = { mediaId: upload.id, partSize: body.partSize };
  if (upload.ticketed_at === null) return { ...ticket, parts: [] };
  const division = toDivision(upload, body);
  const begun = await findOrBegin(deps, merchantId, upload, division);
  if (begun === undefined) return { ...ticket, parts: [] };
  const all = divideFile(upload.size_bytes, division);
  const stored = new Set(pairParts(all, begun.stored).map(({ number }) => number));
  const missing = all.filter(({ number }) => !stored.has(number));
  return {
    ...ticket,
    parts: missing.map(({ offset, ...part }) => ({
      number: part.number,
      offset,
      size: part.sizeBytes,
      upload: store.signedPart(begun.parts, part),
    })),
  };
}

function toDivision({ size_bytes: fileBytes }: UploadRow, { partSize, checksums }: PartsRequest): Division {
  const total = countParts(fileBytes, partSize);
  if (checksums.length !== total) {
    throw unprocessable(
      `checksums: ${toText(fileBytes)} bytes in parts of ${toText(partSize)} are ${toText(total)} ${total === 1 ? 'part' : 'parts'}, not ${checksums.length}.`,
    );
  }
  return { partBytes: partSize, sha256: Buffer.from(checksums.join(''), 'hex') };
}

const toText = (number: number): string => number.toLocaleString('en-US');

type Begun = { readonly parts: PartedUpload; readonly stored: readonly StoredPart[] };

// Undefined when all of it is stored already. Storage is asked before the lock is taken: it may be slow.
async function findOrBegin(
  deps: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
  division: Division,
): Promise<Begun | undefined> {
  const { db, store, clock } = deps;
  const at = new Date(clock.now()).toISOString();
  const known = isSame(findDivision(upload), division) ? findParts(upload) : undefined;
  if (known !== undefined) {
    const stored = await store.listParts(known);
    const isJoined = stored === undefined && (await store.head(known.key)) !== undefined;
    if (isJoined) return undefined;
    if (stored !== undefined) {
      await noteTicketOf(db, merchantId, upload.id, at);
      return { parts: known, stored };
    }
  }
  const fresh = await store.createParts(newObjectKey(upload.mime_type), upload.mime_type);
  const parts = await db.transaction((db) => keepParts(db, merchantId, { upload, division, fresh, at }));
  if (parts === fresh) return { parts, stored: [] };
  await store.abortParts(fresh);
  if (parts === undefined) throw notFound('upload');
  return { parts, stored: (await store.listParts(parts)) ?? [] };
}

type Beginning = {
  readonly upload: UploadRow;
  readonly division: Division;
  readonly fresh: PartedUpload;
  readonly at: string;
};

// Inside a transaction. Of several that begin at once the first wins; undefined when the upload is over, also where its id was taken again.
async function keepParts(
  db: Queryable,
  merchantId: MerchantId,
  { upload, division, fresh, at }: Beginning,
): Promise<PartedUpload | undefined> {
  await lockUsage(db, merchantId);
  const current = await selectUpload(db, merchantId, upload.id);
  const isOver = current?.object_key !== upload.object_key || current.ticketed_at === null;
  if (isOver) return undefined;
  const before = findParts(current);
  const isAnothers = before !== undefined && before.key !== upload.parts_key && isSame(findDivision(current), division);
  if (isAnothers) return before;
  if (before !== undefined) {
    await deleteParts(db, merchantId, upload.id, before.key);
    const old = [{ key: before.key, reservedBytes: 0, uploadId: before.uploadId }];
    await scheduleDeletion(db, merchantId, old, at);
  }
  await insertParts(db, merchantId, upload.id, {
    objectKey: fresh.key,
    uploadId: fresh.uploadId,
    partBytes: division.partBytes,
    sha256: division.sha256,
  });
  await noteTicketOf(db, merchantId, upload.id, at);
  return fresh;
}

const isSame = (one: Division | undefined, other: Division): boolean =>
  one !== undefined && one.partBytes === other.partBytes && one.sha256.equals(other.sha256);
