import { useEffect, useRef, useState } from 'react';

const WINDOW_MS = 10_000;
const SURE_AFTER_MS = 2000;
const LOOK_EVERY_MS = 1000;

type Sample = { readonly at: number; readonly doneBytes: number };

// Seconds to go at the speed of the last ten, undefined until that says something.
export function useTimeLeft(doneBytes: number, totalBytes: number): number | undefined {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const now = useRef({ doneBytes, totalBytes });
  useEffect(() => void (now.current = { doneBytes, totalBytes }), [doneBytes, totalBytes]);
  useEffect(() => {
    let samples: readonly Sample[] = [];
    const timer = setInterval(() => {
      samples = addSample(samples, { at: performance.now(), doneBytes: now.current.doneBytes });
      setSecondsLeft(toSecondsLeft(samples, now.current.totalBytes));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft;
}

function addSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  // Going back means that something was paused or sent anew: what was measured before is about something else.
  const kept = last !== undefined && last.doneBytes > next.doneBytes ? [] : samples;
  return [...kept.filter(({ at }) => next.at - at < WINDOW_MS), next];
}

function toSecondsLeft(samples: readonly Sample[], totalBytes: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < SURE_AFTER_MS) return undefined;
  const bytesPerMs = (last.doneBytes - first.doneBytes) / (last.at - first.at);
  return bytesPerMs <= 0 ? undefined : (totalBytes - last.doneBytes) / bytesPerMs / 1000;
}

export function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s left`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 360) / 10} h left`;
}
