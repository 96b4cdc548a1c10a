import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// Both halves of the young generation, where V8 stops to double it: Node 20 would take 34 MB, Node 24 134 MB.
const YOUNG_BYTES_MAX = 16_000_000;

// Of what a request makes nearly all is garbage at its end, so V8 is kept from holding much of it: the old generation is
// collected when it is half as large again, not four times as large as what is alive, and the young one stays small.
// And it is collected by the one thread that has the work: with so little alive, helpers cost a fifth of a page's CPU
// to be woken and waited for (docs/performance.md).
export function tameHeap(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--no-parallel-scavenge');
  // Its largest size is fixed when a process starts, but how it grows is read each time. Said after every collection,
  // because an idle process gives memory back, and must be able to grow again.
  new PerformanceObserver(limitYoung).observe({ entryTypes: ['gc'] });
}

const limitYoung = (): void =>
  setFlagsFromString(`--semi-space-growth-factor=${youngBytes() < YOUNG_BYTES_MAX ? 2 : 1}`);

const youngBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
