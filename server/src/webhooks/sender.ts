// Sends what webhooks are to be told. Woken by the feed's own signal; while nothing happens it asks the database nothing, but
// for one look a minute at what an instance that died may have left behind.
import { findChanged } from '../changes/record-changes.js';
import type { Clock } from '../clock.js';
import type { Signals } from '../db/signals.js';
import { isUuid, parseMerchantId, type MerchantId } from '../ids.js';
import type { Log } from '../log.js';
import { findSignalled, selectClocks, selectDueClocks } from './clock-queries.js';
import type { AttemptOutcome, DrainDeps } from './drain-webhook.js';
import { createLooks } from './looks.js';
import { createAlarm, createRunning } from './running.js';

type SenderDeps = Omit<DrainDeps, 'random' | 'count' | 'stopping' | 'cutting'> & {
  readonly signals: Signals;
  readonly log: Log;
};

export type Sender = {
  readonly start: () => Promise<void>;
  // What is due by now is sent, and everything that is under way is over; for tests, which move the clock.
  readonly settle: () => Promise<void>;
  // Nothing more is begun; what is on its way may finish until the deadline.
  readonly stop: (deadline?: AbortSignal) => Promise<void>;
  readonly counts: () => ReadonlyMap<AttemptOutcome, number>;
  readonly sending: () => number;
  // By how much the message that was due for the longest time was late, of any instance, at the last look; and for how long a
  // look is missing, while the database is away.
  readonly lateMs: () => number;
};

const LOOK_MS_MAX = 60_000;
// While nobody tells of changes, and after a look that failed.
const SOON_LOOK_MS = 5_000;

export function createSender({ signals, log, ...parts }: SenderDeps): Sender {
  const { db, clock } = parts;
  const counts = new Map<AttemptOutcome, number>();
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const running = createRunning(log, stopping.signal);
  // Merchants with webhooks; of no other a signal is followed.
  const known = new Set<MerchantId>();
  let isListening = signals.isListening();
  const owed = createOwed(() => alarm.set(clock.now() + SOON_LOOK_MS));
  const lateness = createLateness(clock);

  const lookAll = async (): Promise<void> => {
    const now = clock.now();
    const clocks = await owed.ofAll(() => selectClocks(db));
    lateness.note(now, clocks);
    for (const { merchantId } of clocks) {
      known.add(merchantId);
      looks.look(merchantId);
    }
  };
  const lookDue = async (): Promise<void> => {
    const now = clock.now();
    const due = await selectDueClocks(db, new Date(now).toISOString());
    lateness.note(now, due);
    for (const { merchantId } of due) looks.look(merchantId);
  };
  // Nobody tells of changes while nobody listens: then every merchant is looked at.
  const alarm = createAlarm(clock, LOOK_MS_MAX, () => {
    for (const merchantId of owed.take()) looks.look(merchantId);
    if (!isListening) alarm.set(clock.now() + SOON_LOOK_MS);
    if (!isListening || owed.isOfAll()) running.run(lookAll);
    else if (known.size > 0) running.run(lookDue);
  });
  const count = (outcome: AttemptOutcome): void => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const ends = { stopping: stopping.signal, cutting: cutting.signal };
  const found = (merchantId: MerchantId, hasHooks: boolean): void =>
    void (hasHooks ? known.add(merchantId) : known.delete(merchantId));
  const looks = createLooks({ ...parts, ...ends, count, random: Math.random }, running, {
    next: alarm.set,
    found,
    failed: owed.add,
  });

  return {
    async start() {
      signals.follow({
        drop(topic) {
          const [woken, changed] = [findMerchant(findSignalled(topic)), findMerchant(findChanged(topic))];
          if (woken !== undefined) known.add(woken);
          const merchantId = woken ?? changed;
          if (merchantId !== undefined && known.has(merchantId)) looks.look(merchantId);
        },
        setListening(listening) {
          isListening = listening;
          if (listening && !stopping.signal.aborted) running.run(lookAll);
          if (!listening) alarm.set(clock.now() + SOON_LOOK_MS);
        },
      });
      alarm.set(clock.now() + (isListening ? LOOK_MS_MAX : SOON_LOOK_MS));
      await lookAll();
    },
    async settle() {
      await running.idle();
      await lookDue();
      await running.idle();
    },
    async stop(deadline) {
      stopping.abort();
      alarm.stop();
      const cut = (): void => cutting.abort();
      if (deadline === undefined || deadline.aborted) cut();
      deadline?.addEventListener('abort', cut, { once: true });
      await running.idle();
    },
    counts: () => counts,
    sending: looks.sending,
    lateMs: () => (known.size === 0 ? 0 : lateness.ms()),
  };
}

// Looks that failed are made again soon: nobody would tell of them, for each change is told once.
function createOwed(soon: () => void) {
  const merchants = new Set<MerchantId>();
  let isOfAll = false;
  return {
    add: (merchantId: MerchantId): void => {
      merchants.add(merchantId);
      soon();
    },
    take: (): MerchantId[] => {
      const taken = [...merchants];
      merchants.clear();
      return taken;
    },
    ofAll: async <Found>(look: () => Promise<Found>): Promise<Found> => {
      isOfAll = true;
      try {
        const found = await look();
        isOfAll = false;
        return found;
      } finally {
        if (isOfAll) soon();
      }
    },
    isOfAll: () => isOfAll,
  };
}

// A look is made every minute; whoever has had no answer for longer does not know what is late.
function createLateness(clock: Clock) {
  let looked: { readonly at: number; readonly lateMs: number } | undefined;
  return {
    note(now: number, clocks: readonly { readonly at: string | null }[]): void {
      const moments = clocks.flatMap(({ at }) => (at === null ? [] : Date.parse(at)));
      looked = { at: now, lateMs: moments.reduce((late, at) => Math.max(late, now - at), 0) };
    },
    ms: (): number => (looked === undefined ? 0 : looked.lateMs + Math.max(clock.now() - looked.at - LOOK_MS_MAX, 0)),
  };
}

const findMerchant = (text: string | undefined): MerchantId | undefined =>
  text === undefined || !isUuid(text) ? undefined : parseMerchantId(text);
