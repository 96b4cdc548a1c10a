import type { Media } from '@vitrine/contract/media';
import type { UploadTicket, UploadWarning } from '@vitrine/contract/uploads';
import { isFailure } from '../../api/api-failure.js';
import { call } from '../../api/call.js';
import { findChosenMerchant } from '../../api/chosen-merchant.js';
import { putBytes, type PutResult } from './put-bytes.js';
import type { Prepared } from './upload.js';
import { UploadFailure } from './upload-failure.js';

type Options = {
  readonly merchantId: string | undefined;
  readonly signal: AbortSignal;
  readonly onWarnings: (warnings: readonly UploadWarning[]) => void;
  readonly onProgress: (doneBytes: number) => void;
  readonly onStored: () => void;
};

export type Sent =
  | { readonly kind: 'done'; readonly media: Media }
  | { readonly kind: 'duplicate'; readonly of: { readonly id: string; readonly name: string } };

const TRIES_MAX = 4;
const WAIT_MS = 1000;

// Start, PUT, finalize. Starting again with the same id gives fresh URLs, so whatever was lost on the way is sent anew.
export async function sendUpload(file: File, { request, thumbnail }: Prepared, options: Options): Promise<Sent> {
  const { signal } = options;
  for (let tries = 1; ; tries += 1) {
    requireMerchant(options.merchantId);
    const ticket = await patiently(() => call('startConsoleUpload', { body: request }, signal), signal);
    options.onWarnings(ticket.warnings);
    if (ticket.duplicateOf !== null) return { kind: 'duplicate', of: ticket.duplicateOf };
    const result = await putBoth(ticket, { file, thumbnail }, options);
    if (result === 'stored') return finalize(ticket.mediaId, options);
    if (tries === TRIES_MAX) throw new UploadFailure('The connection to the storage was lost several times.');
    await wait(WAIT_MS * 2 ** (tries - 1), signal);
  }
}

type Files = { readonly file: File; readonly thumbnail: Blob | undefined };

async function putBoth(ticket: UploadTicket, { file, thumbnail }: Files, options: Options): Promise<PutResult> {
  const { signal, onProgress } = options;
  if (ticket.thumbnailUpload !== null && thumbnail !== undefined) {
    const small = await putBytes(ticket.thumbnailUpload, thumbnail, { signal });
    if (small !== 'stored') return small;
  }
  onProgress(0);
  return ticket.upload === null ? 'stored' : putBytes(ticket.upload, file, { signal, onProgress });
}

async function finalize(id: string, { merchantId, signal, onStored }: Options): Promise<Sent> {
  onStored();
  requireMerchant(merchantId);
  const media = await patiently(() => call('finalizeConsoleUpload', { params: { id } }, signal), signal);
  return { kind: 'done', media };
}

// A person may send so many in a minute. What comes after waits for the next one, as long as the server says, and goes on by
// itself; the person may pause or cancel it meanwhile.
async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (!isFailure(thrown, 429)) throw thrown;
      await wait((thrown.retryAfterSeconds ?? 1) * 1000, signal);
    }
  }
}

// Every call is about the merchant that the tab is at. A file must not end up in another one's library.
function requireMerchant(merchantId: string | undefined): void {
  if (findChosenMerchant() === merchantId) return;
  throw new UploadFailure('You went to another merchant meanwhile. Go back to the one it is for and try again.');
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}
