import type { televisionEndpoints } from '@vitrine/contract/endpoints';
import { A_BEAT } from '../harness/screens.js';
import type { Sample, SampleIds } from './sample.js';

// A good call, or several, of each endpoint of screens.
export const televisionSamples = ({
  named,
}: SampleIds): Record<keyof typeof televisionEndpoints, readonly Sample[]> => ({
  startPairing: [{}],
  getPairing: [{}],
  getProgram: [{}, { query: '?wait=0' }],
  sendBeat: [
    {
      body: {
        ...A_BEAT,
        lineageId: named.running,
        mediaId: named.media,
        faults: [{ mediaId: named.media, kind: 'cannot_play', codec: 'hevc' }],
      },
    },
  ],
  sendPlays: [
    {
      body: {
        batch: 2,
        plays: [{ day: '2026-06-15', lineageId: named.running, mediaId: named.media, plays: 2, seconds: 20 }],
      },
    },
  ],
});

// What the console does with screens.
export const screenSamples = ({ at, named, own }: SampleIds) => ({
  listScreens: [{}],
  addScreen: [
    {
      bodyFrom: async () => ({
        id: named.screenToMake,
        code: (await own.newCode?.()) ?? 'AAAAAA',
        name: 'New',
        orientation: 'portrait',
        timeZone: 'Asia/Tokyo',
        tags: ['Summer'],
      }),
    },
  ],
  pairScreen: [{ id: at.screenToPair, bodyFrom: async () => ({ code: (await own.newCode?.()) ?? 'AAAAAA' }) }],
  updateScreen: [{ id: at.screen, body: { revision: 1, name: 'Renamed' } }],
  removeScreen: [{ id: at.screenToRemove }],
  getCampaignPlays: [{ id: at.running }],
  exportCampaignPlays: [{ id: at.running, query: '?from=2026-06-01&to=2026-06-30' }],
});
