import type { Program } from '../wire.js';

export type Flight = Program['campaigns'][number]['flight'];
export const ALWAYS: Flight = { start: null, end: null };

// Its name, its hours, the names of its items.
export type Listed = readonly [name: string, flight: Flight, ...items: string[]];

export function aProgram(...campaigns: readonly Listed[]): Program {
  const names = campaigns.flatMap(([, , ...items]) => items);
  return {
    version: JSON.stringify(campaigns),
    screen: { id: 's', name: 'Window', orientation: 'landscape', timeZone: 'UTC' },
    merchant: { name: 'Bakery' },
    playsBatch: 0,
    campaigns: campaigns.map(([name, flight, ...items]) => {
      return { lineageId: name, name, flight, items: items.map((mediaId) => ({ mediaId, durationSeconds: 10 })) };
    }),
    default: null,
    media: names.map((id) => {
      const file = { mimeType: 'image/png', sha256: id, sizeBytes: 1, width: null, height: null };
      return { id, name: id, type: 'image' as const, ...file, url: `http://storage.example/${id}` };
    }),
  };
}
