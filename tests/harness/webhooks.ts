import { randomUUID } from 'node:crypto';
import type { WebhookType } from '@vitrine/contract/webhook-messages';
import { insertMessage } from '../../server/src/webhooks/delivery-queries.js';
import { touchClock } from '../../server/src/webhooks/clock-queries.js';
import { insertWebhook } from '../../server/src/webhooks/queries.js';
import { newWebhookSecret } from '../../server/src/webhooks/webhook-secret.js';
import { parseDeliveryId, parseMerchantId, parseWebhookId } from '../../server/src/ids.js';
import { TEST_SECRET_KEY } from './secret-key.js';
import type { Clock } from '../../server/src/clock.js';
import type { Queryable } from '../../server/src/db/db.js';

type Parts = {
  readonly id?: string;
  readonly deliveryIds?: readonly string[];
  readonly name?: string;
  readonly url?: string;
  readonly types?: readonly WebhookType[];
};

// A webhook of the merchant, as it was made, with messages that wait.
type Deps = { readonly db: Queryable; readonly clock: Clock };

export async function newWebhook({ db, clock }: Deps, merchant: string, parts: Parts = {}) {
  const [merchantId, id] = [parseMerchantId(merchant), parseWebhookId(parts.id ?? randomUUID())];
  const { secret, sealed, lastFour } = newWebhookSecret(TEST_SECRET_KEY, id);
  const at = new Date(clock.now()).toISOString();
  await insertWebhook(db, merchantId, {
    id,
    name: parts.name ?? 'Till',
    url: parts.url ?? 'https://till.example/hook',
    types: parts.types ?? ['media.ready'],
    secret: sealed,
    last_four: lastFour,
    created_at: at,
    created_by_person_id: null,
    created_by_name: null,
  });
  const deliveryIds = (parts.deliveryIds ?? [randomUUID()]).map(parseDeliveryId);
  for (const deliveryId of deliveryIds) {
    const message = { id: deliveryId, type: 'webhook.test', at, data: { webhookId: id }, tries: 1 } as const;
    await insertMessage(db, merchantId, id, message);
  }
  await touchClock(db, merchantId, at);
  return { id, deliveryId: deliveryIds[0] ?? '', secret };
}
