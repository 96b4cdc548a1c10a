import type { ShownItem } from '@vitrine/contract/console/campaigns';
import { useEffect, useState } from 'react';

const TICK_MS = 100;

type Playback = { readonly at: number; readonly share: number; readonly go: (at: number) => void };

// Which item is on, and how much of its time is over.
export function usePlayback(items: readonly Pick<ShownItem, 'durationSeconds'>[], isPlaying: boolean): Playback {
  const [{ at, playedMs }, setState] = useState({ at: 0, playedMs: 0 });
  const shown = items.length === 0 ? 0 : at % items.length;
  const lengthMs = (items[shown]?.durationSeconds ?? 0) * 1000;
  useEffect(() => {
    if (!isPlaying || lengthMs === 0) return undefined;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = now - last;
      last = now;
      setState((before) =>
        before.playedMs + passed < lengthMs
          ? { ...before, playedMs: before.playedMs + passed }
          : { at: before.at + 1, playedMs: 0 },
      );
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, lengthMs, shown]);
  return {
    at: shown,
    share: lengthMs === 0 ? 0 : Math.min(1, playedMs / lengthMs),
    go: (next) => setState({ at: (next + items.length) % items.length, playedMs: 0 }),
  };
}
