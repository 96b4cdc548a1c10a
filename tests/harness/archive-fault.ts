import { ArchiveError } from '../../server/src/archive/archive-error.js';
import { checkArchive } from '../../server/src/archive/check-archive.js';

const NOW_MS = Date.UTC(2026, 5, 1);

// What is said of the archive on the first of June 2026; «accepted» when nothing is.
export function faultOf(archive: unknown): string {
  try {
    checkArchive(archive, NOW_MS);
  } catch (error) {
    if (error instanceof ArchiveError) return error.message;
    throw error;
  }
  return 'accepted';
}
