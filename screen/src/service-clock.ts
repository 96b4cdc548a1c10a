// The clock that decides what plays: the service's time, so that a device with a wrong clock plays the right thing.
import { MINUTE_MS } from '@vitrine/contract/time-units';
import type { Device } from './device.js';

export const CLOCK = 'clock';
export type KeptClock = {
  // Service time minus the device's clock.
  readonly offsetMs: number;
  readonly heardTime: number;
};

export type Moment = { readonly steady: number; readonly device: number };
export type ServiceClock = ReturnType<typeof createServiceClock>;

const WRONG_MS_MIN = 2 * MINUTE_MS;
const JUMP_MS_MIN = 5_000;
const SLOW_MS_MIN = 5_000;
const KEEP_EVERY_MS = MINUTE_MS;

export async function openServiceClock(device: Device): Promise<ServiceClock> {
  const kept = await device.get<KeptClock>(CLOCK).catch(() => undefined);
  // A full disk keeps nothing; the clock runs all the same.
  return createServiceClock(kept, (clock) => void device.put(CLOCK, clock).catch(() => undefined));
}

export function createServiceClock(kept: KeptClock | undefined, keep: (clock: KeptClock) => void) {
  const openedAt = performance.now();
  let saved = kept;
  let savedAt = Number.NEGATIVE_INFINITY;
  // The service time at a moment of this page. Undefined until the service has answered.
  let known: (Moment & { readonly time: number }) | undefined;

  function now(): number {
    if (known !== undefined) return known.time + performance.now() - known.steady;
    if (kept === undefined) return Date.now();
    return Math.max(Date.now() + kept.offsetMs, kept.heardTime + performance.now() - openedAt);
  }

  function set(time: number, heardTime: number): void {
    known = { ...moment(), time };
    const offsetMs = time - Date.now();
    const isMoved = Math.abs(offsetMs - (saved?.offsetMs ?? 0)) > 1_000;
    if (saved !== undefined && !isMoved && performance.now() - savedAt < KEEP_EVERY_MS) return;
    saved = { offsetMs, heardTime: Math.max(heardTime, saved?.heardTime ?? 0) };
    savedAt = performance.now();
    keep(saved);
  }

  // The device's clock has moved by so much more than the steady clock has.
  const jumpMs = (): number =>
    known === undefined ? 0 : Date.now() - known.device - (performance.now() - known.steady);

  const isWrong = (): boolean => Math.abs(Date.now() - now()) >= WRONG_MS_MIN;

  return {
    now,
    isWrong,

    // Whether the service has told this page its time.
    isHeard: (): boolean => known !== undefined,

    // Takes the time of an answer. The true time is between `serviceTime` and that plus the time the answer took, so a slow
    // answer moves only a clock that is certainly wrong.
    hear(serviceTime: number, asked: Moment): void {
      // The steady clock may stop while the device sleeps.
      const tookMs = Math.max(performance.now() - asked.steady, Date.now() - asked.device);
      const before = now();
      const time = Math.min(Math.max(before, serviceTime), serviceTime + tookMs);
      if (known === undefined || time !== before || tookMs < SLOW_MS_MIN) set(time, serviceTime);
    },

    // The device slept, or somebody set its clock: only the service knows.
    hasJumped: (): boolean => Math.abs(jumpMs()) >= JUMP_MS_MIN,

    // The service does not answer. A clock that moves ahead without a network means that the device slept, unless a wrong
    // clock is right now.
    settleJump(): void {
      const ms = jumpMs();
      if (known === undefined || Math.abs(ms) < JUMP_MS_MIN) return;
      const wasWrong = Math.abs(known.device - known.time) >= WRONG_MS_MIN;
      const isSetRight = wasWrong && !isWrong();
      set(now() + (ms > 0 && !isSetRight ? ms : 0), 0);
    },
  };
}

export const moment = (): Moment => ({ steady: performance.now(), device: Date.now() });
