import type { MerchantId } from '../ids.js';
import type { Queryable } from './db.js';
import { sql } from './sql.js';

// How one request waits for what another one changes, on whichever instance that is. Who waits holds no connection to the
// database and asks it nothing.

export const SIGNALS = 'signals';

// Told inside the transaction that changes something, so that who is woken finds it changed. The same topic twice in one
// transaction is one message.
export async function signalMerchant(db: Queryable, merchantId: MerchantId): Promise<void> {
  await signal(db, merchantId);
}

export async function signal(db: Queryable, topic: string): Promise<void> {
  await db.run(sql`select pg_notify(${SIGNALS}, ${topic})`);
}

// `signal`: something changed, or may have. `time`: nothing did. `end`: the caller hung up, or the service stops.
export type Woken = 'signal' | 'time' | 'end';

export type Subscription = {
  // Waits for a signal since the last look; one that came meanwhile is answered at once.
  readonly next: (ms: number, hangUp: AbortSignal) => Promise<Woken>;
  readonly end: () => void;
};

type Follower = {
  readonly drop: (topic: string) => void;
  readonly setListening: (listening: boolean) => void;
};

// Who waits: screens for a program or a pairing, or those who follow changes.
type Audience = 'screens' | 'changes';

export type Signals = {
  // Undefined when too many wait already. Whoever subscribes looks at what there is only then, and misses nothing.
  readonly subscribe: (topic: string, audience?: Audience) => Subscription | undefined;
  // What is kept in the process is dropped before anybody is woken.
  readonly follow: (follower: Follower) => void;
  readonly raise: (topic: string) => void;
  // Where some are listened to still, `isDeafTo` says of which topics nothing is heard; without it, of none is.
  readonly setListening: (listening: boolean, isDeafTo?: (topic: string) => boolean) => void;
  // Whether somebody tells of all changes.
  readonly isListening: () => boolean;
  // How many requests wait at this moment, of all or of some.
  readonly waiting: (audience?: Audience) => number;
  // Ends every wait, and each that would begin.
  readonly stop: () => void;
};

// While nobody tells of its changes, who waits looks for itself.
const LOOK_MS = 2_000;

export function createSignals(subscriptionsMax: number): Signals {
  const topics = new Map<string, Set<Listening>>();
  const followers: Follower[] = [];
  let count = 0;
  const waiting = { screens: 0, changes: 0 };
  let isListening = false;
  let isDeaf = (_topic: string): boolean => true;
  let isStopped = false;

  const wakeAll = (): void => {
    for (const listenings of topics.values()) for (const one of listenings) one.wake('signal');
  };

  // A merchant's screens share a topic. When all places are taken, the topic that holds most gives one to a topic that holds
  // at least two fewer: its longest wait ends early, as if its time were over.
  const makeRoom = (topic: string): boolean => {
    const [largest, listenings] = [...topics].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    if (listenings.size < (topics.get(topic)?.size ?? 0) + 2) return false;
    const [longest] = listenings;
    if (longest === undefined) return false;
    remove(largest, listenings, longest);
    longest.wake('time');
    return true;
  };

  const remove = (topic: string, listenings: Set<Listening>, one: Listening): void => {
    if (!listenings.delete(one)) return;
    count -= 1;
    if (listenings.size === 0 && topics.get(topic) === listenings) topics.delete(topic);
  };

  const subscribe = (topic: string, audience: Audience = 'screens'): Subscription | undefined => {
    if (count >= subscriptionsMax && !makeRoom(topic)) return undefined;
    count += 1;
    const own = newListening();
    const ofTopic = topics.get(topic) ?? new Set();
    topics.set(topic, ofTopic.add(own));
    return {
      async next(ms, hangUp) {
        if (isStopped || hangUp.aborted) return 'end';
        waiting[audience] += 1;
        const looks = isDeaf(topic);
        const woken = await own.wait(looks ? Math.min(ms, LOOK_MS) : ms, hangUp);
        waiting[audience] -= 1;
        // Without somebody who tells, a short time over is a reason to look.
        return woken === 'time' && looks && ms > LOOK_MS ? 'signal' : woken;
      },
      end: () => remove(topic, ofTopic, own),
    };
  };

  return {
    subscribe,
    follow: (follower) => void followers.push(follower),
    raise(topic) {
      for (const { drop } of followers) drop(topic);
      for (const one of topics.get(topic) ?? []) one.wake('signal');
    },
    // What happened while nobody told is not known: everybody looks.
    setListening(listening, isDeafTo = () => !listening) {
      isListening = listening;
      isDeaf = isDeafTo;
      for (const follower of followers) follower.setListening(listening);
      wakeAll();
    },
    isListening: () => isListening,
    waiting: (audience) => (audience === undefined ? waiting.screens + waiting.changes : waiting[audience]),
    stop() {
      isStopped = true;
      for (const listenings of topics.values()) for (const one of listenings) one.wake('end');
    },
  };
}

type Listening = {
  readonly wake: (woken: Woken) => void;
  readonly wait: (ms: number, hangUp: AbortSignal) => Promise<Woken>;
};

function newListening(): Listening {
  let missed: Woken | undefined;
  let resolveWait: ((woken: Woken) => void) | undefined;
  return {
    wake(woken) {
      if (resolveWait === undefined) missed = woken;
      else resolveWait(woken);
    },
    wait(ms, hangUp) {
      const already = missed;
      missed = undefined;
      if (already !== undefined) return Promise.resolve(already);
      return new Promise((resolve) => {
        const end = (woken: Woken): void => {
          resolveWait = undefined;
          clearTimeout(timer);
          hangUp.removeEventListener('abort', hungUp);
          resolve(woken);
        };
        const hungUp = (): void => end('end');
        const timer = setTimeout(() => end('time'), ms);
        hangUp.addEventListener('abort', hungUp, { once: true });
        resolveWait = end;
      });
    },
  };
}
