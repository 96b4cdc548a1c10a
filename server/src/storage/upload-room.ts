import { IMAGE_BYTES_MAX } from '@vitrine/contract/limits';
import type { Log } from '../log.js';
import type { Room } from './object-store.js';

export const UPLOAD_ROOM_MB = IMAGE_BYTES_MAX / 1024 ** 2;

/** Decides whether the disk can take an upload of the largest image without using the reserve. */
export const hasUploadRoom = ({ freeBytes, reserveBytes }: Room): boolean =>
  freeBytes - reserveBytes >= IMAGE_BYTES_MAX;

/** Counts uploads that were refused because the disk is full. Logs when the refusals start and when they end. */
export function watchRefusals(room: () => Promise<Room>, log: Pick<Log, 'warn'>) {
  let count = 0;
  // The size of the last refused upload; undefined while uploads are accepted.
  let refusedBytes: number | undefined;
  let isRefusedSinceLook = false;
  return {
    count: () => count,
    add: (sizeBytes: number): void => {
      count += 1;
      isRefusedSinceLook = true;
      if (refusedBytes === undefined) log.warn({ sizeBytes }, 'disk full: uploads are refused with 507');
      refusedBytes = sizeBytes;
    },
    /** Ends the refusing state once the last refused upload would fit. Call it regularly. */
    look: async (): Promise<void> => {
      if (refusedBytes === undefined) return;
      isRefusedSinceLook = false;
      const { freeBytes, reserveBytes } = await room();
      if (isRefusedSinceLook || freeBytes - reserveBytes < refusedBytes) return;
      refusedBytes = undefined;
      log.warn({ freeBytes, reserveBytes }, 'disk has room again: uploads are accepted');
    },
  };
}

export type Refusals = ReturnType<typeof watchRefusals>;
