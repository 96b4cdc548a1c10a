// S3's multipart uploads.
import { isObjectKey } from './object-key.js';
import type { DeclaredPart, ObjectStore, PartedUpload, StoredPart } from './object-store.js';
import { toBase64, type Integrity } from './presign-object.js';
import { discard, readErrorCode, refusal, type S3Client } from './s3-request.js';
import { elementsOf, escapeXml, textsOf } from './s3-xml.js';

// Some stores put the file together before they answer.
const COMPLETE_MS_MAX = 5 * 60 * 1000;
// An upload that was completed or aborted; Ceph 16 says it of the key.
const GONE: ReadonlySet<string | undefined> = new Set(['NoSuchUpload', 'NoSuchKey']);

type Parts = Pick<ObjectStore, 'createParts' | 'listParts' | 'completeParts' | 'abortParts' | 'listUploads'>;

export function createS3Parts(client: S3Client, integrity: Integrity): Parts {
  // Of two at once Ceph 16 answers one with an inner fault.
  const completing = new Map<string, Promise<'completed' | 'missing'>>();
  const hasChecksums = integrity === 'checksum' || integrity === 'checksum+algorithm';
  return {
    async createParts(key, contentType) {
      // A store that compares checksums of parts wants to know from the start which.
      const algorithm = hasChecksums ? { 'x-amz-checksum-algorithm': 'SHA256' } : {};
      const headers = { 'content-type': contentType, ...algorithm };
      const response = await client.send({ method: 'POST', key, headers, query: { uploads: '' } });
      if (!response.ok) throw await refusal(client.host, 'begin an upload in parts', response);
      const [uploadId] = textsOf(await response.text(), 'UploadId');
      if (uploadId === undefined) throw await refusal(client.host, 'name an upload in parts', response);
      return { key, uploadId };
    },
    listParts: (upload) => listParts(client, upload),
    completeParts(upload, parts) {
      const running = completing.get(upload.uploadId);
      if (running !== undefined) return running;
      const started = completeParts(client, upload, toXml(parts, hasChecksums));
      completing.set(upload.uploadId, started);
      return started.finally(() => completing.delete(upload.uploadId));
    },
    async abortParts({ key, uploadId }) {
      const response = await client.send({ method: 'DELETE', key, query: { uploadId } });
      if (!response.ok && response.status !== 404)
        throw await refusal(client.host, 'abort an upload in parts', response);
      await discard(response);
    },
    listUploads: () => listUploads(client),
  };
}

// Pages of a thousand.
async function listParts(client: S3Client, { key, uploadId }: PartedUpload): Promise<StoredPart[] | undefined> {
  const parts: StoredPart[] = [];
  for (let marker: string | undefined = '0'; marker !== undefined;) {
    const query = { uploadId, 'part-number-marker': marker };
    const response = await client.send({ method: 'GET', key, query });
    if (!response.ok) {
      if (GONE.has(await readErrorCode(response.clone()))) return undefined;
      throw await refusal(client.host, 'list the parts of an upload', response);
    }
    const xml = await response.text();
    parts.push(...elementsOf(xml, 'Part').map(toStoredPart));
    marker = textsOf(xml, 'IsTruncated')[0] === 'true' ? textsOf(xml, 'NextPartNumberMarker')[0] : undefined;
  }
  return parts;
}

const toStoredPart = (xml: string): StoredPart => ({
  number: Number(textsOf(xml, 'PartNumber')[0]),
  sizeBytes: Number(textsOf(xml, 'Size')[0]),
  etag: textsOf(xml, 'ETag')[0] ?? '',
});

async function completeParts(client: S3Client, upload: PartedUpload, body: string): Promise<'completed' | 'missing'> {
  const { key, uploadId } = upload;
  const headers = { 'content-type': 'application/xml' };
  const response = await client.send({
    method: 'POST',
    key,
    headers,
    query: { uploadId },
    body,
    timeoutMs: COMPLETE_MS_MAX,
  });
  // It may fail after its 200 has gone out; then the body is an error all the same.
  const code = await readErrorCode(response.clone());
  if (GONE.has(code) || code === 'InvalidPart') return 'missing';
  // Ceph 16 answers with an InternalError when the upload was aborted.
  if (response.status === 500 && (await listParts(client, upload)) === undefined) return 'missing';
  if (!response.ok || code !== undefined) throw await refusal(client.host, 'put the parts together', response);
  await discard(response);
  return 'completed';
}

function toXml(parts: readonly (StoredPart & DeclaredPart)[], hasChecksums: boolean): string {
  const rows = parts.map(({ number, etag, sha256 }) => {
    const checksum = hasChecksums ? `<ChecksumSHA256>${toBase64(sha256)}</ChecksumSHA256>` : '';
    return `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag>${checksum}</Part>`;
  });
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${rows.join('')}</CompleteMultipartUpload>`;
}

async function* listUploads(client: S3Client): AsyncGenerator<readonly (PartedUpload & { ageMs: number })[]> {
  let after: Record<string, string> | undefined = {};
  while (after !== undefined) {
    const response = await client.send({ method: 'GET', key: '', query: { uploads: '', ...after } });
    if (!response.ok) throw await refusal(client.host, 'list uploads in parts', response);
    const now = Date.parse(response.headers.get('date') ?? '');
    const xml = await response.text();
    yield elementsOf(xml, 'Upload').flatMap((upload) => toUpload(upload, now));
    const isTruncated = textsOf(xml, 'IsTruncated')[0] === 'true';
    after = isTruncated ? toMarkers(xml) : undefined;
  }
}

function toUpload(xml: string, now: number): (PartedUpload & { ageMs: number })[] {
  const [[key = ''], [uploadId = ''], [initiated = '']] = [
    textsOf(xml, 'Key'),
    textsOf(xml, 'UploadId'),
    textsOf(xml, 'Initiated'),
  ];
  const ageMs = now - Date.parse(initiated);
  return isObjectKey(key) && !Number.isNaN(ageMs) ? [{ key, uploadId, ageMs }] : [];
}

const toMarkers = (xml: string): Record<string, string> => ({
  'key-marker': textsOf(xml, 'NextKeyMarker')[0] ?? '',
  'upload-id-marker': textsOf(xml, 'NextUploadIdMarker')[0] ?? '',
});
