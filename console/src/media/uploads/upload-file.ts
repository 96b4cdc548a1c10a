import { UploadError } from '@vitrine/client';
import type { Media } from '@vitrine/contract/media';
import { call } from '../../api/call.js';
import { findChosenMerchant } from '../../api/chosen-merchant.js';
import type { Upload } from './upload.js';
import { uploads } from './uploads.js';

export type Uploaded = { readonly media: Media; readonly isNew: boolean };

// One file through the queue, as any other, for those who wait for its item.
export async function uploadFile(file: File): Promise<Uploaded> {
  const { storage } = await call('getMerchant', {});
  const freeBytes = storage.quotaBytes - storage.usedBytes - storage.reservedBytes;
  const [key] = await uploads.add([file], { merchantId: findChosenMerchant(), freeBytes });
  if (key === undefined) throw new UploadError('The upload did not start.');
  return untilDone(key);
}

function untilDone(key: string): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const upload = uploads.read().find((one) => one.key === key);
      const outcome = toOutcome(upload);
      if (outcome === undefined) return;
      stop();
      outcome.then(resolve, reject);
    };
    const stop = uploads.subscribe(look);
    look();
  });
}

// Undefined while it is under way; a failure may be tried again in the list of uploads, so that is waited for too.
function toOutcome(upload: Upload | undefined): Promise<Uploaded> | undefined {
  if (upload === undefined) return Promise.reject(new UploadError('The upload was cancelled.'));
  const { state } = upload;
  if (state.kind === 'done') return Promise.resolve({ media: state.media, isNew: true });
  if (state.kind === 'duplicate') return findKnown(state.of.id);
  return state.kind === 'refused' ? Promise.reject(new UploadError(state.reason)) : undefined;
}

const findKnown = async (id: string): Promise<Uploaded> => ({
  media: await call('getConsoleMedia', { params: { id } }),
  isNew: false,
});
