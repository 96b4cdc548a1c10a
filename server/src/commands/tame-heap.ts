import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// Both halves of the young generation, where V8 stops doubling it: Node 20 would take 34 MB, Node 24 134 MB. More is no
// quicker, less than a quarter of this costs a page half as much again (docs/performance.md).
const YOUNG_BYTES_MAX = 8_000_000;

// Of what a request makes nearly all is garbage at its end, so V8 is kept from holding much of it: the old generation is
// collected when it is twice, not four times as large as what is alive, and the young one stays small, with so little in
// it that other threads need not be woken to collect it.
export function tameHeap(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--no-parallel-scavenge');
  // Its largest size is fixed when a process starts, but how it grows is read each time. Said again after every
  // collection: an idle process gives memory back, and must be able to grow again.
  new PerformanceObserver(limitYoung).observe({ entryTypes: ['gc'] });
}

const limitYoung = (): void =>
  setFlagsFromString(`--semi-space-growth-factor=${youngBytes() < YOUNG_BYTES_MAX ? 2 : 1}`);

const youngBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
