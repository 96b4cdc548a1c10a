import type { Webhook, WebhookDelivery } from '@vitrine/contract/webhooks';
import type { Clock } from '../clock.js';
import type { DeliveryRow } from './delivery-queries.js';
import type { SeenWebhookRow } from './queries.js';
import { toBody } from './send-message.js';

export const toWebhook = (row: SeenWebhookRow, clock: Clock): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types,
  isOn: row.is_on,
  offReason: row.off_reason,
  offAt: row.off_at,
  failingSince: row.failing_since,
  deliveredAt: row.delivered_at,
  waiting: row.waiting,
  failed: row.failed,
  lastFour: row.last_four,
  oldSecretUntil: isToCome(row.old_secret_until, clock) ? row.old_secret_until : null,
  revision: row.revision,
  createdAt: row.created_at,
  createdBy:
    row.created_by_person_id === null ? null : { personId: row.created_by_person_id, name: row.created_by_name ?? '' },
});

const isToCome = (moment: string | null, clock: Clock): boolean => moment !== null && Date.parse(moment) > clock.now();

// Of a webhook that is left in peace until then.
export const toDelivery = (row: DeliveryRow, restUntil: string | null = null): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  at: row.at,
  body: toBody(row),
  state: row.state,
  attempts: row.attempts,
  attemptedAt: row.attempted_at,
  nextAttemptAt: row.state === 'waiting' ? nextAttemptOf(row, restUntil) : null,
  statusCode: row.status_code,
  durationMs: row.duration_ms,
  problem: row.problem,
  answer: row.answer,
});

// What somebody waits for is sent also while the others rest.
const nextAttemptOf = ({ next_at, is_urgent }: DeliveryRow, restUntil: string | null): string =>
  is_urgent || restUntil === null || Date.parse(restUntil) < Date.parse(next_at) ? next_at : restUntil;
