// Whether the bucket can be used, and if not, why, in a sentence for the operator.
import type { Clock } from '../clock.js';
import { readErrorCode, type S3Client } from './s3-request.js';
import { StorageUnavailableError } from './storage-errors.js';

// URLs live for 15 minutes by the store's clock: a third of that is the most it may differ from ours.
const CLOCK_DIFFERENCE_SECONDS_MAX = 5 * 60;
// Nothing is ever stored under this name; asking for it needs no other rights than uploads do.
const ABSENT_KEY = 'vitrine-check';

export async function checkBucket(client: S3Client, bucket: string, clock: Clock): Promise<void> {
  const response = await client.send({ method: 'GET', key: ABSENT_KEY });
  const code = await readErrorCode(response);
  const store = `The object store at ${client.host}`;
  const seconds = secondsAhead(response, clock);
  if (Math.abs(seconds) > CLOCK_DIFFERENCE_SECONDS_MAX || code === 'RequestTimeTooSkewed') {
    throw new StorageUnavailableError(`${store} has another time: this machine's clock differs by ${seconds} seconds.`);
  }
  if (response.ok || code === 'NoSuchKey') return;
  throw new StorageUnavailableError(`${store} ${toReason(code, response.status, bucket)}`);
}

function toReason(code = 'no code', status: number, bucket: string): string {
  switch (code) {
    case 'NoSuchBucket':
      return `has no bucket named ${bucket}: create it or set S3_BUCKET.`;
    case 'InvalidAccessKeyId':
      return 'does not know the access key: check AWS_ACCESS_KEY_ID.';
    case 'SignatureDoesNotMatch':
      return 'does not accept the signature: check AWS_SECRET_ACCESS_KEY and S3_REGION.';
    case 'ExpiredToken':
      return 'says that the session of these keys has ended: give newer ones, or let them be renewed (docs/configuration.md#keys-of-the-bucket).';
    case 'InvalidToken':
      return 'does not accept the session token: check AWS_SESSION_TOKEN.';
    case 'AccessDenied':
      return `denies these keys access to the bucket ${bucket} (reading, writing and listing are needed).`;
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationQueryParametersError':
      return `keeps the bucket ${bucket} in another region: check S3_REGION and S3_ENDPOINT.`;
    default:
      return `answered ${status} (${code}).`;
  }
}

function secondsAhead(response: Response, clock: Clock): number {
  const theirs = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(theirs) ? 0 : Math.round((clock.now() - theirs) / 1000);
}
