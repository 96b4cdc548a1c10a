import { latestWallClock } from '@vitrine/contract/local-time';
import type { Api } from './api.js';
import type { Device } from './device.js';
import { acknowledgePlays, countPlay, NO_PLAYS, sealPlays, type PlayCounts } from './play-counts.js';
import type { Shown } from './player.js';

const PLAYS = 'plays';
const ROWS_MAX = 500;

type Counted = { readonly timeZone: string; readonly isWhole: boolean };

// Plays of this device, kept until the service has them.
export function createPlays(device: Device, api: Api) {
  let isSending = false;
  return {
    async count(shown: Shown, { timeZone, isWhole }: Counted): Promise<void> {
      const now = Date.now();
      const play = {
        day: latestWallClock(timeZone, shown.since).slice(0, 'YYYY-MM-DD'.length),
        lineageId: shown.spot.lineageId,
        mediaId: shown.mediaId,
        // Cut short it is no play, but the time was on.
        plays: isWhole ? 1 : 0,
        // A clock that was set meanwhile must not make hours of it.
        seconds: Math.round(Math.max(0, Math.min(now - shown.since, performance.now() - shown.sinceMonotonic)) / 1000),
      };
      if (play.plays === 0 && play.seconds === 0) return;
      await device.update<PlayCounts>(PLAYS, (counts = NO_PLAYS) => countPlay(counts, play));
    },

    // All of it, batch by batch, or as much as the network lets through.
    async send(playsBatch: number): Promise<void> {
      if (isSending) return;
      isSending = true;
      try {
        for (;;) {
          const { sealed } = await device.update<PlayCounts>(PLAYS, (counts = NO_PLAYS) =>
            sealPlays(counts, playsBatch, ROWS_MAX),
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
