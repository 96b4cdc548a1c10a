// A look at one merchant: what the feed has told since becomes messages, and those that are due are sent.
import { WEBHOOK_ATTEMPTS_MAX } from '@vitrine/contract/console-limits';
import type { MerchantId } from '../ids.js';
import { deleteClock, setClock, touchClock } from './clock-queries.js';
import { drainWebhook, LEASE_MS, type DrainDeps } from './drain-webhook.js';
import type { Running } from './running.js';
import { findNext, selectReady, writeMessages, type ReadyRow } from './sending-queries.js';
import { createSlots } from './slots.js';

// A receiver that fails waits for its turn among such: it does not take the place of one that answers.
const SENDS_MAX = 64;
const TROUBLED_SENDS_MAX = 32;
const LOOKS_MAX = 4;

type Told = {
  // When there is something to do next.
  readonly next: (at: number) => void;
  // The merchant has no webhooks.
  readonly none: (merchantId: MerchantId) => void;
};

export type Looks = { readonly look: (merchantId: MerchantId) => void; readonly sending: () => number };

export function createLooks(deps: DrainDeps, { run }: Running, told: Told): Looks {
  const looking = new Map<MerchantId, { again: boolean }>();
  const slots = createSlots(LOOKS_MAX);

  // What comes while one looks is looked for afterwards.
  const look = (merchantId: MerchantId): void => {
    if (deps.stopping.aborted) return;
    const current = looking.get(merchantId);
    if (current !== undefined) return void (current.again = true);
    const own = { again: true };
    looking.set(merchantId, own);
    run(async () => {
      try {
        await slots.run(async () => {
          while (own.again && !deps.stopping.aborted) {
            own.again = false;
            await lookOnce(deps, merchantId, { ...told, drain });
          }
        });
      } finally {
        looking.delete(merchantId);
      }
    });
  };

  const { drain, sending } = createDrains(deps, run, look);
  return { look, sending };
}

type Drain = (merchantId: MerchantId, hook: ReadyRow) => void;

const iso = (ms: number): string => new Date(ms).toISOString();

// The clock is touched first: if this process ends half-way, another one looks at the merchant then.
async function lookOnce(
  { db, clock }: DrainDeps,
  merchantId: MerchantId,
  { drain, next, none }: Told & { readonly drain: Drain },
): Promise<void> {
  const now = iso(clock.now());
  const touched = (await touchClock(db, merchantId, iso(clock.now() + LEASE_MS))) ?? { touched: 0 };
  await writeMessages(db, merchantId, { now, tries: WEBHOOK_ATTEMPTS_MAX });
  for (const hook of await selectReady(db, merchantId, now)) drain(merchantId, hook);
  const found = await findNext(db, merchantId);
  if (found === undefined || found.hooks === 0) {
    none(merchantId);
    await deleteClock(db, merchantId, touched);
    return;
  }
  await setClock(db, merchantId, touched, found.at);
  if (found.at !== null) next(Date.parse(found.at));
}

function createDrains(deps: DrainDeps, run: Running['run'], look: Looks['look']) {
  const draining = new Set<string>();
  const slots = { healthy: createSlots(SENDS_MAX), troubled: createSlots(TROUBLED_SENDS_MAX) };
  const drain: Drain = (merchantId, { id, failures }) => {
    const key = `${merchantId} ${id}`;
    if (draining.has(key)) return;
    draining.add(key);
    run(async () => {
      try {
        await slots[failures === 0 ? 'healthy' : 'troubled'].run(async () => {
          if (!deps.stopping.aborted) await drainWebhook(deps, merchantId, id);
        });
      } finally {
        draining.delete(key);
      }
      // For what came meanwhile, and for when to look next.
      look(merchantId);
    });
  };
  return { drain, sending: () => draining.size };
}
