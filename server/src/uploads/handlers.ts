import { finalizeUpload } from './finalize-upload.js';
import { startUpload } from './start-upload.js';

// A token's rate limits and the plan's right to write are about integrations; the quota is about all.
export const uploadHandlers = {
  startUpload,
  startConsoleUpload: startUpload,
  finalizeUpload,
  finalizeConsoleUpload: finalizeUpload,
};
