// A look at one merchant: what the feed has told since becomes messages, and those that are due are sent.
import { WEBHOOK_ATTEMPTS_MAX } from '@vitrine/contract/console-limits';
import type { MerchantId, WebhookId } from '../ids.js';
import { deleteClock, setClock, touchClock } from './clock-queries.js';
import { drainWebhook, LEASE_MS, type DrainDeps } from './drain-webhook.js';
import type { Running } from './running.js';
import { findNext, selectReady, writeMessages, type ReadyRow } from './sending-queries.js';
import { createKeyedSlots, createSlots } from './slots.js';

// A receiver that fails, or takes long, waits for its turn among such: it does not take the place of one that answers.
const SENDS_MAX = 64;
const TROUBLED_SENDS_MAX = 32;
const LOOKS_MAX = 4;
// Of one merchant, who may have ten webhooks: a few merchants cannot take all places.
const MERCHANT_SENDS_MAX = 5;
const SLOW_MS = 3_000;

type Told = {
  // When there is something to do next.
  readonly next: (at: number) => void;
  // Whether the merchant has webhooks.
  readonly found: (merchantId: MerchantId, hasHooks: boolean) => void;
  // It was not looked at to the end.
  readonly failed: (merchantId: MerchantId) => void;
};

type Looks = { readonly look: (merchantId: MerchantId) => void; readonly sending: () => number };

export function createLooks(deps: DrainDeps, { run }: Running, told: Told): Looks {
  const looking = new Map<MerchantId, { again: boolean }>();
  const slots = createSlots(LOOKS_MAX);

  // What comes while one looks is looked for afterwards, behind the others who wait.
  const look = (merchantId: MerchantId): void => {
    if (deps.stopping.aborted) return;
    const current = looking.get(merchantId);
    if (current !== undefined) return void (current.again = true);
    const own = { again: true };
    looking.set(merchantId, own);
    run(async () => {
      try {
        while (own.again && !deps.stopping.aborted) {
          await slots.run(async () => {
            own.again = false;
            if (await lookOnce(deps, merchantId, { ...told, ...drains })) own.again = true;
          });
        }
      } catch (error) {
        told.failed(merchantId);
        throw error;
      } finally {
        looking.delete(merchantId);
      }
    });
  };

  const drains = createDrains(deps, run, look);
  return { look, sending: drains.sending };
}

type Drains = {
  readonly drain: (merchantId: MerchantId, hook: ReadyRow) => void;
  // Of this merchant, those that are sent to here, or wait for their turn to be.
  readonly drained: (merchantId: MerchantId) => WebhookId[];
  readonly sending: () => number;
};

const iso = (ms: number): string => new Date(ms).toISOString();

// The clock is touched first: if this process ends half-way, another one looks at the merchant then. True: the feed has more
// to tell.
async function lookOnce(
  { db, clock }: DrainDeps,
  merchantId: MerchantId,
  { drain, drained, next, found }: Told & Drains,
): Promise<boolean> {
  const [now, until] = [iso(clock.now()), iso(clock.now() + LEASE_MS)];
  const touched = (await touchClock(db, merchantId, until)) ?? { touched: 0 };
  const hasMore = await writeMessages(db, merchantId, { now, tries: WEBHOOK_ATTEMPTS_MAX });
  for (const hook of await selectReady(db, merchantId, now)) drain(merchantId, hook);
  const coming = await findNext(db, merchantId, { ids: drained(merchantId), until });
  found(merchantId, coming !== undefined && coming.hooks > 0);
  if (coming === undefined || coming.hooks === 0) {
    await deleteClock(db, merchantId, touched);
    return false;
  }
  await setClock(db, merchantId, touched, coming.at);
  if (coming.at !== null) next(Date.parse(coming.at));
  return hasMore;
}

function createDrains(deps: DrainDeps, run: Running['run'], look: Looks['look']): Drains {
  const draining = new Map<WebhookId, MerchantId>();
  const slow = new Set<WebhookId>();
  const slots = { healthy: createSlots(SENDS_MAX), troubled: createSlots(TROUBLED_SENDS_MAX) };
  const own = {
    healthy: createKeyedSlots<MerchantId>(MERCHANT_SENDS_MAX),
    troubled: createKeyedSlots<MerchantId>(MERCHANT_SENDS_MAX),
  };
  const drain: Drains['drain'] = (merchantId, { id, failures }) => {
    if (draining.has(id)) return;
    draining.set(id, merchantId);
    run(async () => {
      try {
        const kind = failures === 0 && !slow.has(id) ? 'healthy' : 'troubled';
        const send = async (): Promise<void> => {
          const { messageMs } = deps.stopping.aborted ? { messageMs: 0 } : await drainWebhook(deps, merchantId, id);
          if (messageMs > SLOW_MS) slow.add(id);
          else slow.delete(id);
        };
        await own[kind].run(merchantId, () => slots[kind].run(send));
      } finally {
        draining.delete(id);
      }
      // For what came meanwhile, and for when to look next.
      look(merchantId);
    });
  };
  const drained = (merchantId: MerchantId): WebhookId[] =>
    [...draining].filter(([, owner]) => owner === merchantId).map(([id]) => id);
  return { drain, drained, sending: () => draining.size };
}
