// Plays are counted here and told in numbered batches. A batch does not change once it has a number, and is sent until it is
// acknowledged; the service counts each number once. So an answer that was lost costs nothing.
import type { PlayBatch, PlayCount } from './wire.js';

export type PlayCounts = {
  // Not in a batch yet.
  readonly open: readonly PlayCount[];
  readonly sealed: PlayBatch | null;
  // The highest number that was acknowledged.
  readonly acknowledged: number;
};

export const NO_PLAYS: PlayCounts = { open: [], sealed: null, acknowledged: 0 };

export function countPlay(counts: PlayCounts, play: PlayCount): PlayCounts {
  const isSame = (one: PlayCount): boolean =>
    one.day === play.day && one.lineageId === play.lineageId && one.mediaId === play.mediaId;
  const known = counts.open.find(isSame);
  if (known === undefined) return { ...counts, open: [...counts.open, play] };
  const sum = { ...known, plays: known.plays + play.plays, seconds: known.seconds + play.seconds };
  return { ...counts, open: counts.open.map((one) => (one === known ? sum : one)) };
}

// `playsBatch` is what the service took last of this screen: a device that has forgotten goes on from there.
export function sealPlays(counts: PlayCounts, playsBatch: number, rowsMax: number): PlayCounts {
  if (counts.sealed !== null || counts.open.length === 0) return counts;
  const batch = Math.max(counts.acknowledged, playsBatch) + 1;
  return { ...counts, open: counts.open.slice(rowsMax), sealed: { batch, plays: counts.open.slice(0, rowsMax) } };
}

export function acknowledgePlays(counts: PlayCounts, batch: number): PlayCounts {
  if (counts.sealed?.batch !== batch) return counts;
  return { ...counts, sealed: null, acknowledged: batch };
}
