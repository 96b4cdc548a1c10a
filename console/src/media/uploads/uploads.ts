import { useSyncExternalStore } from 'react';
import type { Upload } from './upload.js';
import { createUploadQueue } from './upload-queue.js';

// One for the tab: pages come and go, uploads stay.
export const uploads = createUploadQueue();

export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.read);
