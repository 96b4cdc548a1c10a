// What webhooks alone are told: tokens that run out, and storage that does. And what they were told long ago is forgotten.
import { createHash, randomUUID } from 'node:crypto';
import {
  STORAGE_NEARLY_FULL_PERCENT,
  STORAGE_ROOM_AGAIN_PERCENT,
  WEBHOOK_ATTEMPTS_MAX,
} from '@vitrine/contract/console-limits';
import { DAY_MS } from '@vitrine/contract/time-units';
import type { MerchantFault } from '../changes/drop-old-changes.js';
import type { Deps } from '../db/db.js';
import { LONGEST_WARNING_DAYS, stageOf } from '../identity/warn-of-tokens.js';
import { selectEndingTokens } from '../identity/token-queries.js';
import { parseDeliveryId, type MerchantId, type WebhookId } from '../ids.js';
import { selectMerchant } from '../merchants/queries.js';
import { selectClocks, wakeSender } from './clock-queries.js';
import { keptSince } from './deliveries.js';
import { dropDeliveriesBefore, insertMessage, type Message } from './delivery-queries.js';
import { selectWanting, setToldStorage, type WantingRow } from './queries.js';

type ToldWebhooks = { readonly messages: number; readonly faults: readonly MerchantFault[] };

// How many messages that were. Done twice at once it happens once: a message has an id of its own, or its webhook says that
// it was told. What goes wrong at one merchant keeps nobody else from being told.
export async function tellWebhooks(deps: Deps): Promise<ToldWebhooks> {
  const faults: MerchantFault[] = [];
  let messages = 0;
  for (const { merchantId } of await selectClocks(deps.db)) {
    try {
      messages += await tellMerchant(deps, merchantId);
      await dropDeliveriesBefore(deps.db, merchantId, keptSince(deps.clock.now()));
    } catch (error) {
      faults.push({ merchantId, error });
    }
  }
  return { messages, faults };
}

async function tellMerchant(deps: Deps, merchantId: MerchantId): Promise<number> {
  const hooks = await selectWanting(deps.db, merchantId);
  return (await tellOfTokens(deps, merchantId, hooks)) + (await tellOfStorage(deps, merchantId, hooks));
}

async function tellOfTokens({ db, clock }: Deps, merchantId: MerchantId, hooks: readonly WantingRow[]) {
  const wanting = hooks.filter(({ types }) => types.includes('token.expiring'));
  if (wanting.length === 0) return 0;
  const now = clock.now();
  const at = new Date(now).toISOString();
  const until = new Date(now + LONGEST_WARNING_DAYS * DAY_MS).toISOString();
  let told = 0;
  for (const token of await selectEndingTokens(db, merchantId, at, until)) {
    const stage = stageOf({ ...token, warned_days: null }, now);
    const data = {
      tokenId: token.id,
      name: token.name,
      lastFour: token.last_four,
      expiresAt: token.expires_at,
      daysLeft: Math.ceil((Date.parse(token.expires_at) - now) / DAY_MS),
    };
    for (const { id } of wanting) {
      const messageId = idOf([id, token.id, token.expires_at, stage]);
      const message: Message = { id: messageId, type: 'token.expiring', at, data, tries: WEBHOOK_ATTEMPTS_MAX };
      if (await tell(db, merchantId, id, message)) told += 1;
    }
  }
  return told;
}

// With the sender's being told: a message that nobody is woken for would wait for the merchant's next change.
const tell = (db: Deps['db'], merchantId: MerchantId, webhookId: WebhookId, message: Message): Promise<boolean> =>
  db.transaction(async (db) => {
    if ((await insertMessage(db, merchantId, webhookId, message)) === undefined) return false;
    await wakeSender(db, merchantId, message.at);
    return true;
  });

// Of the same parts the same one.
function idOf(parts: readonly unknown[]): Message['id'] {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return parseDeliveryId(hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5'));
}

async function tellOfStorage({ db, clock }: Deps, merchantId: MerchantId, hooks: readonly WantingRow[]) {
  const wanting = hooks.filter(({ types }) => types.includes('storage.nearly_full'));
  const merchant = wanting.length === 0 ? undefined : await selectMerchant(db, merchantId);
  if (merchant === undefined) return 0;
  const [usedBytes, quotaBytes] = [merchant.used_bytes + merchant.reserved_bytes, merchant.storage_quota_bytes];
  const percent = (100 * usedBytes) / Math.max(quotaBytes, 1);
  const at = new Date(clock.now()).toISOString();
  let told = 0;
  for (const { id, told_storage } of wanting) {
    if (!told_storage && percent >= STORAGE_NEARLY_FULL_PERCENT) {
      if (await tellOne(db, merchantId, id, { at, data: { usedBytes, quotaBytes } })) told += 1;
    }
    if (told_storage && percent < STORAGE_ROOM_AGAIN_PERCENT) await setToldStorage(db, merchantId, id, false);
  }
  return told;
}

const tellOne = (
  db: Deps['db'],
  merchantId: MerchantId,
  webhookId: WebhookId,
  { at, data }: Pick<Message, 'at' | 'data'>,
): Promise<boolean> =>
  db.transaction(async (db) => {
    if ((await setToldStorage(db, merchantId, webhookId, true)) === undefined) return false;
    const message: Message = {
      id: parseDeliveryId(randomUUID()),
      type: 'storage.nearly_full',
      at,
      data,
      tries: WEBHOOK_ATTEMPTS_MAX,
    };
    await insertMessage(db, merchantId, webhookId, message);
    await wakeSender(db, merchantId, at);
    return true;
  });
