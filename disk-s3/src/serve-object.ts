// GET and HEAD: the file with ranges and conditions, which `send` knows better than we would.
import send from 'send';
import { type ObjectStat, objectPath, statObject } from './disk-objects.js';
import { s3Error, type S3ErrorCode } from './errors.js';
import { type Exchange, refuse } from './exchange.js';
import type { FileTypes } from './object-key.js';
import type { Clock } from './sign.js';
import { endOf, type SignedRequest } from './verify-request.js';

const ERROR_BY_STATUS: Readonly<Record<number, S3ErrorCode>> = {
  404: 'NoSuchKey',
  412: 'PreconditionFailed',
  416: 'InvalidRange',
};

type Stored = {
  readonly root: string;
  readonly key: string;
  readonly type: string;
  readonly types: FileTypes;
  readonly clock: Clock;
};

export async function serveObject(stored: Stored, exchange: Exchange, { query }: SignedRequest): Promise<void> {
  const { root, key, types, clock } = stored;
  const { request, response } = exchange;
  const type = query.get('response-content-type') ?? stored.type;
  const disposition = query.get('response-content-disposition');
  const cacheControl =
    query.get('response-cache-control') ?? `private, max-age=${Math.floor((endOf(query) - clock.now()) / 1000)}`;
  if (!Object.values(types).includes(type) || ![disposition, cacheControl].every(isHeaderValue)) {
    return refuse(exchange, s3Error('InvalidArgument'));
  }
  const found = await statObject(root, key);
  if (found === undefined) return refuse(exchange, s3Error('NoSuchKey'));
  response.setHeader('Content-Type', type);
  response.setHeader('ETag', toETag(found));
  if (disposition !== undefined) response.setHeader('Content-Disposition', disposition);
  response.setHeader('Cache-Control', cacheControl);
  // The key is made of hex digits and an extension, so that send's own decoding of a path changes nothing in it.
  const file = objectPath('/', key);
  return new Promise((resolve) => {
    response.once('close', resolve);
    send(request, file, { root, index: false, dotfiles: 'deny', cacheControl: false })
      .on('error', (error: { readonly status?: number }) => {
        void refuse(exchange, s3Error(ERROR_BY_STATUS[error.status ?? 500] ?? 'InternalError'));
      })
      .pipe(response);
  });
}

const isHeaderValue = (value: string | undefined): boolean => value === undefined || /^[ -~]{1,1000}$/.test(value);

// Strong: a file is only ever replaced by another file, never written in place.
export function toETag({ sizeBytes, modifiedMs }: ObjectStat): string {
  return `"${Math.round(modifiedMs * 1000).toString(16)}-${sizeBytes.toString(16)}"`;
}
