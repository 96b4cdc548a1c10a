import { cancelUpload } from './cancel-upload.js';
import { finalizeUpload } from './finalize-upload.js';
import { getUpload } from './get-upload.js';
import { freeHeldRoom, listHeldRoom } from './held-room.js';
import { startParts } from './start-parts.js';
import { startUpload } from './start-upload.js';

// A token's rate limits and the plan's right to write are about integrations; the quota is about all.
export const uploadHandlers = {
  startUpload,
  startConsoleUpload: startUpload,
  startParts,
  startConsoleParts: startParts,
  getUpload,
  getConsoleUpload: getUpload,
  finalizeUpload,
  finalizeConsoleUpload: finalizeUpload,
  cancelUpload,
  listHeldRoom,
  freeHeldRoom,
};
