// GET and HEAD: the file with ranges and conditions, which `send` knows better than we would.
import send from 'send';
import { type ObjectStat, objectPath, statObject } from './disk-objects.js';
import { type Exchange, refuse } from './exchange.js';
import { isFileType } from './file-type.js';
import { type ObjectKey, typeOfKey } from './object-key.js';
import { s3Error, type S3ErrorCode } from './s3-xml-error.js';
import type { SignedRequest } from './verify-request.js';

const ERROR_BY_STATUS: Readonly<Record<number, S3ErrorCode>> = {
  404: 'NoSuchKey',
  412: 'PreconditionFailed',
  416: 'InvalidRange',
};

export async function serveObject(
  root: string,
  exchange: Exchange,
  key: ObjectKey,
  signed: SignedRequest,
): Promise<void> {
  const { request, response } = exchange;
  const type = signed.query.get('response-content-type') ?? typeOfKey(key);
  const disposition = signed.query.get('response-content-disposition');
  if (!isFileType(type) || (disposition !== undefined && !/^[ -~]{1,1000}$/.test(disposition))) {
    return refuse(exchange, s3Error('InvalidArgument'));
  }
  const found = await statObject(root, key);
  if (found === undefined) return refuse(exchange, s3Error('NoSuchKey'));
  response.setHeader('Content-Type', type);
  response.setHeader('ETag', toETag(found));
  if (disposition !== undefined) response.setHeader('Content-Disposition', disposition);
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

// Strong: a file is only ever replaced by another file, never written in place.
export function toETag({ sizeBytes, modifiedMs }: ObjectStat): string {
  return `"${Math.round(modifiedMs * 1000).toString(16)}-${sizeBytes.toString(16)}"`;
}
