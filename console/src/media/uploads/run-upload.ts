import { isFailure } from '../../api/api-failure.js';
import { describeFailure } from '../../ui/describe-failure.js';
import { prepareUpload } from './prepare-upload.js';
import { sendUpload } from './send-upload.js';
import type { Upload, UploadState } from './upload.js';
import { UploadFailure } from './upload-failure.js';

export type Change = (parts: Partial<Pick<Upload, 'state' | 'prepared' | 'warnings'>>) => void;

// One file from its first byte to the library. Tells every step by `change`; ends without a word when it is aborted,
// because whoever aborted it knows what it is now.
export async function runUpload(upload: Upload, change: Change, signal: AbortSignal): Promise<void> {
  const tell = (parts: Parameters<Change>[0]): void => {
    if (!signal.aborted) change(parts);
  };
  try {
    tell({ state: await goThrough(upload, tell, signal) });
  } catch (thrown) {
    tell({ state: toFailed(thrown) });
  }
}

async function goThrough(upload: Upload, change: Change, signal: AbortSignal): Promise<UploadState> {
  const { file, mimeType, merchantId } = upload;
  if (mimeType === undefined) throw new UploadFailure('The kind of this file is not known.');
  const onRead = (doneBytes: number): void => change({ state: { kind: 'reading', doneBytes } });
  if (upload.prepared === undefined) onRead(0);
  const prepared = upload.prepared ?? (await prepareUpload(file, mimeType, { signal, onProgress: onRead }));
  change({ prepared, state: { kind: 'sending', doneBytes: 0 } });
  return sendUpload(file, prepared, {
    merchantId,
    signal,
    onWarnings: (warnings) => change({ warnings }),
    onProgress: (doneBytes) => change({ state: { kind: 'sending', doneBytes } }),
    onStored: () => change({ state: { kind: 'finishing' } }),
  });
}

function toFailed(thrown: unknown): UploadState {
  if (thrown instanceof UploadFailure) return { kind: 'failed', reason: thrown.message };
  if (isFailure(thrown, 422)) return { kind: 'refused', reason: thrown.message };
  return { kind: 'failed', reason: describeFailure(thrown).message };
}
