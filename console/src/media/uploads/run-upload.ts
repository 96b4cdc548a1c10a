import { UnprocessableError, UploadError } from '@vitrine/client';
import { createPutBytes, type PutBytes } from '@vitrine/client/internal/put-bytes';
import { retrying } from '@vitrine/client/internal/retry';
import { sendFile, type UploadCalls } from '@vitrine/client/internal/send-file';
import { call } from '../../api/call.js';
import { findChosenMerchant } from '../../api/chosen-merchant.js';
import { describeFailure } from '../../ui/describe-failure.js';
import { BrokenFileError } from './broken-file-error.js';
import { checkFile } from './check-file.js';
import { convertFile } from './convert-file.js';
import { throughOutages, toLost } from './lost-connection.js';
import { prepareUpload } from './prepare-upload.js';
import { doneBytesOf, type Upload, type UploadState } from './upload.js';

// A person may send so many in a minute. What comes after waits for the next one, as long as the server says, and goes on
// by itself; the person may pause or cancel it meanwhile.
const PATIENCE = { maxRetries: 4, timeoutMs: 60_000, waitsOutLimits: true };

type Change = (
  parts: Partial<Pick<Upload, 'file' | 'mimeType' | 'converts' | 'state' | 'prepared' | 'warnings'>>,
) => void;

// One file from its first byte to the library. Tells every step by `change`; ends without a word when it is aborted,
// because whoever aborted it knows what it is now.
export async function runUpload(upload: Upload, change: Change, signal: AbortSignal): Promise<void> {
  const tell = (parts: Parameters<Change>[0]): void => {
    if (!signal.aborted) change(parts);
  };
  try {
    const sendable = upload.converts === undefined ? upload : { ...upload, ...(await convert(upload, tell)) };
    tell({ state: await goThrough(sendable, tell, signal) });
  } catch (thrown) {
    tell({ state: toFailed(thrown) });
  }
}

// Paused meanwhile, it is done again.
async function convert({ file, converts }: Upload, change: Change): Promise<Pick<Upload, 'file' | 'mimeType'>> {
  if (converts === undefined) return { file, mimeType: undefined };
  change({ state: { kind: 'reading', doneBytes: 0 } });
  const converted = await convertFile(file, converts);
  const sendable = { file: converted, mimeType: await checkFile(converted, Infinity) };
  change({ ...sendable, converts: undefined });
  return sendable;
}

async function goThrough(upload: Upload, change: Change, signal: AbortSignal): Promise<UploadState> {
  const { file, mimeType, merchantId } = upload;
  if (mimeType === undefined) throw new UploadError('The kind of this file is not known.');
  const onRead = (doneBytes: number): void => change({ state: { kind: 'reading', doneBytes } });
  if (upload.prepared === undefined) onRead(0);
  const prepared = upload.prepared ?? (await prepareUpload(file, mimeType, { signal, onProgress: onRead }));
  let doneBytes = doneBytesOf(upload);
  change({ prepared, state: { kind: 'sending', doneBytes } });
  const sent = await throughOutages(signal, {
    send: (attempt) =>
      sendFile(
        createCalls(merchantId),
        put,
        { file, ...prepared },
        {
          signal: attempt,
          onTicket: ({ warnings }) => change({ warnings }),
          onProgress: (progress) => {
            ({ doneBytes } = progress);
            change({ state: progress.step === 'put' ? { kind: 'sending', doneBytes } : { kind: 'finishing' } });
          },
        },
      ),
    onLost: () => change({ state: { kind: 'offline', doneBytes } }),
    doneBytes: () => doneBytes,
  });
  return sent.kind === 'duplicate' ? { kind: 'duplicate', of: sent.of } : { kind: 'done', media: sent.media };
}

// Every call is about the merchant that the tab is at. A file must not end up in another one's library.
function createCalls(merchantId: string | undefined): UploadCalls {
  const patiently = <Answer>(ask: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> =>
    retrying({ ...PATIENCE, signal }, () => {
      if (findChosenMerchant() === merchantId) return ask().catch(toLost);
      throw new UploadError('You went to another merchant meanwhile. Go back to the one it is for and try again.');
    });
  return {
    startUpload: (body, { signal } = {}) => patiently(() => call('startConsoleUpload', { body }, signal), signal),
    startParts: (id, body, { signal } = {}) =>
      patiently(() => call('startConsoleParts', { params: { id }, body }, signal), signal),
    finalizeUpload: (id, { signal } = {}) =>
      patiently(() => call('finalizeConsoleUpload', { params: { id } }, signal), signal),
  };
}

const putBytes = createPutBytes({ ...PATIENCE, maxRetries: 0 });

// Otherwise it would look as if the file were at fault.
const put: PutBytes = (target, file, options) =>
  retrying({ ...PATIENCE, signal: options.signal }, () => putBytes(target, file, options).catch(toLost)).catch(
    (thrown: unknown) => {
      const isAway = thrown instanceof UploadError && (thrown.status ?? 0) >= 500;
      throw isAway ? new UploadError('The storage did not take the file, several times. Try again later.') : thrown;
    },
  );

function toFailed(thrown: unknown): UploadState {
  if (thrown instanceof BrokenFileError) return { kind: 'refused', reason: thrown.message };
  if (thrown instanceof UnprocessableError) return { kind: 'refused', reason: describeFailure(thrown).message };
  return { kind: 'failed', reason: reasonOf(thrown) };
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof UploadError) || thrown.status === undefined) return describeFailure(thrown).message;
  return `The storage did not take the file (${thrown.status}): it may have changed since it was chosen.`;
}
