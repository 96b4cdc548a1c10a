import type { PartsRequest, PartsTicket } from '@vitrine/contract/upload-parts';
import type { Queryable } from '../db/db.js';
import { ApiError, notFound, requireFound, unprocessable } from '../errors.js';
import { refuseFaults, type Fault } from '../http/faults.js';
import { parseUploadId, type ById, type MerchantId } from '../ids.js';
import { changeUsage, lockUsage, scheduleDeletion } from '../media/ledger-queries.js';
import type { ContentPrincipal } from '../principal.js';
import { newObjectKey } from '../storage/object-key.js';
import type { ObjectStore, PartedUpload, StoredPart } from '../storage/object-store.js';
import { countParts, divideFile, findDivision, pairParts, type Division } from './divide-file.js';
import { selectUpload, type UploadRow } from './finalize-queries.js';
import { deleteParts, insertParts, noteTicketOf, selectQuota } from './parts-queries.js';
import { findParts, isJoined, type PartsDeps } from './settle-parts.js';

// Returns where to send each part that is missing. Asked again with the same division, it lists the rest; with another
// division the upload begins anew.
export async function startParts(
  deps: PartsDeps,
  { merchantId }: ContentPrincipal,
  { params, body, faults = [] }: ById & { readonly body: PartsRequest; readonly faults?: readonly Fault[] },
): Promise<PartsTicket> {
  const mediaId = parseUploadId(params.id);
  let upload = requireFound(await selectUpload(deps.db, merchantId, mediaId), 'upload');
  refuseFaults(faults);
  const ticket = { mediaId, partSize: body.partSize };
  while (upload.ticketed_at !== null) {
    const division = toDivision(upload, body);
    const begun = await findOrBegin(deps, merchantId, upload, division);
    if (begun === 'stored') break;
    if (begun !== 'changed') return { ...ticket, parts: listMissing(deps.store, upload, division, begun) };
    upload = requireSame(await selectUpload(deps.db, merchantId, mediaId), upload);
  }
  return { ...ticket, parts: [] };
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

// The id may have been taken by another upload meanwhile.
function requireSame(current: UploadRow | undefined, seen: UploadRow): UploadRow {
  const upload = requireFound(current, 'upload');
  if (upload.ticketed_at !== null && upload.object_key !== seen.object_key) throw notFound('upload');
  return upload;
}

type Begun = { readonly parts: PartedUpload; readonly stored: readonly StoredPart[] };

function listMissing(
  store: ObjectStore,
  upload: UploadRow,
  division: Division,
  { parts, stored }: Begun,
): PartsTicket['parts'] {
  const all = divideFile(upload.size_bytes, division);
  const known = new Set(pairParts(all, stored).map(({ number }) => number));
  return all
    .filter(({ number }) => !known.has(number))
    .map(({ offset, ...part }) => ({
      number: part.number,
      offset,
      size: part.sizeBytes,
      upload: store.signedPart(parts, part),
    }));
}

// `stored`: the file is there already. `changed`: the upload has changed since it was read. Storage is asked before the
// lock is taken: it may be slow.
async function findOrBegin(
  { db, store, clock }: PartsDeps,
  merchantId: MerchantId,
  upload: UploadRow,
  division: Division,
): Promise<Begun | 'stored' | 'changed'> {
  if (await isWholeStored(store, upload)) return 'stored';
  const at = new Date(clock.now()).toISOString();
  const before = findParts(upload);
  if (before !== undefined) {
    const stored = await store.listParts(before);
    if (stored !== undefined && isSame(findDivision(upload), division)) {
      await noteTicketOf(db, merchantId, upload.id, at);
      return { parts: before, stored };
    }
    // The parts of the old division go before the new ones come. A finalize may have joined them just before.
    await store.abortParts(before);
    if (await isJoined(store, upload, before)) return 'stored';
  }
  const fresh = await store.createParts(newObjectKey(upload.mime_type), upload.mime_type, upload.object_key);
  const reservedBytes = store.joinsInPlace ? 0 : upload.size_bytes;
  const kept = await db.transaction((db) => keepParts(db, merchantId, { upload, division, fresh, reservedBytes, at }));
  if (kept === 'kept') return { parts: fresh, stored: [] };
  await store.abortParts(fresh);
  if (kept === 'full') throw noRoom();
  return kept;
}

// Only a store that pins bytes has compared them with the declared ones.
const isWholeStored = async (store: ObjectStore, upload: UploadRow): Promise<boolean> =>
  store.pinsBytes && (await store.head(upload.object_key))?.sizeBytes === upload.size_bytes;

const noRoom = (): ApiError =>
  new ApiError(
    'conflict',
    "The merchant's storage has no room for the parts of another file: PUT the whole file to upload.url, or delete media and try again.",
    'storage_quota_exceeded',
  );

type Beginning = {
  readonly upload: UploadRow;
  readonly division: Division;
  readonly fresh: PartedUpload;
  readonly reservedBytes: number;
  readonly at: string;
};

// Inside a transaction. Of several calls that begin at once the first wins.
async function keepParts(
  db: Queryable,
  merchantId: MerchantId,
  { upload, division, fresh, reservedBytes, at }: Beginning,
): Promise<'kept' | 'changed' | 'full'> {
  const { taken_bytes: takenBytes } = await lockUsage(db, merchantId);
  const current = await selectUpload(db, merchantId, upload.id);
  const isAwaited = current?.object_key === upload.object_key && current.ticketed_at !== null;
  if (!isAwaited || current.parts_key !== upload.parts_key) return 'changed';
  const moreBytes = reservedBytes - current.parts_reserved_bytes;
  // One upload may exceed the plan: the next one finds it exceeded.
  const quota = moreBytes > 0 ? await selectQuota(db, merchantId) : undefined;
  if (quota !== undefined && takenBytes > quota.bytes) return 'full';
  const before = findParts(current);
  if (before !== undefined) {
    await deleteParts(db, merchantId, upload.id, before.key);
    // A store may have joined them all the same.
    await scheduleDeletion(db, merchantId, [{ ...before, reservedBytes: 0 }], at);
  }
  await insertParts(db, merchantId, upload.id, {
    objectKey: fresh.key,
    uploadId: fresh.uploadId,
    partBytes: division.partBytes,
    sha256: division.sha256,
    reservedBytes,
  });
  await changeUsage(db, merchantId, { usedBytes: 0, reservedBytes: moreBytes });
  await noteTicketOf(db, merchantId, upload.id, at);
  return 'kept';
}

const isSame = (one: Division | undefined, other: Division): boolean =>
  one !== undefined && one.partBytes === other.partBytes && one.sha256.equals(other.sha256);
