import { latestWallClock } from '@vitrine/contract/local-time';
import { PLAYS_MAX } from '@vitrine/contract/screen-limits';
import type { Api } from './api.js';
import type { Device } from './device.js';
import { acknowledgePlays, countPlay, NO_PLAYS, sealPlays, type PlayCounts } from './play-counts.js';
import type { Shown } from './player.js';

export const PLAYS = 'plays';

// Plays of this device, kept until the service has them.
export function createPlays(device: Device, api: Api, now: () => number) {
  let isSending = false;
  return {
    // Only what had its time: what was cut short is no play.
    async count(shown: Shown, timeZone: string): Promise<void> {
      // By the steady clock: the time of day may have been corrected since.
      const ms = performance.now() - shown.since;
      const play = {
        day: latestWallClock(timeZone, now() - ms).slice(0, 'YYYY-MM-DD'.length),
        lineageId: shown.spot.lineageId,
        mediaId: shown.mediaId,
        plays: 1,
        seconds: Math.round(ms / 1000),
      };
      await device.update<PlayCounts>(PLAYS, (counts = NO_PLAYS) => countPlay(counts, play));
    },

    // All of it, batch by batch, or as much as the network lets through.
    async send(playsBatch: number): Promise<void> {
      if (isSending) return;
      isSending = true;
      try {
        for (;;) {
          const { sealed } = await device.update<PlayCounts>(PLAYS, (counts = NO_PLAYS) =>
            sealPlays(counts, playsBatch, PLAYS_MAX),
          );
          if (sealed === null) return;
          const outcome = await api.sendPlays(sealed);
          if (outcome === 'unreachable') return;
          await device.update<PlayCounts>(PLAYS, (counts = NO_PLAYS) => acknowledgePlays(counts, sealed.batch));
        }
      } finally {
        isSending = false;
      }
    },
  };
}
