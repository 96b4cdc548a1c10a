import { WEBHOOK_FAILING_DAYS_MAX } from '@vitrine/contract/console-limits';
import { WEBHOOK_TYPES } from '@vitrine/contract/change-types';
import type { Webhook } from '@vitrine/contract/webhooks';
import type { OffReason } from '@vitrine/contract/webhook-words';
import type { ReactNode } from 'react';
import { useTimeZone } from '../api/merchant.js';
import { formatDate } from '../ui/date-time.js';
import { StatusBadge } from '../ui/status-badge.js';

// How it goes, in a word.
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const timeZone = useTimeZone();
  const { isOn, failingSince, deliveredAt, offReason } = webhook;
  if (!isOn) return <StatusBadge tone={offReason === 'person' ? 'quiet' : 'bad'}>Switched off</StatusBadge>;
  if (failingSince !== null) {
    return <StatusBadge tone="warning">{`Failing since ${formatDate(failingSince, timeZone)}`}</StatusBadge>;
  }
  return deliveredAt === null ? (
    <StatusBadge tone="waiting">Nothing sent yet</StatusBadge>
  ) : (
    <StatusBadge tone="good">Working</StatusBadge>
  );
}

export const OFF_WORDS: Readonly<Record<OffReason, string>> = {
  person: 'Somebody switched it off here. Nothing is sent until it is switched on.',
  gone: 'The other system answered that nobody takes messages at this address any more, so it was switched off. Correct the address, or delete the webhook.',
  failing: `Nothing but failures for ${WEBHOOK_FAILING_DAYS_MAX} days, so it was switched off. When the other system works again, switch it on and send again what failed.`,
  restored:
    'What you see here was restored from a backup, so that nothing is sent twice. Switch it on if this is the place that the other system is to hear from.',
  secret_key_replaced:
    'The operator replaced the key that protects webhook secrets, so messages can no longer be signed. Make a new secret, give it to the other system, then switch the webhook on.',
};

// The same in a few words, for a list.
export const OFF_SHORT: Readonly<Record<OffReason, string>> = {
  person: 'switched off here',
  gone: 'nobody takes messages at this address any more',
  failing: `nothing but failures for ${WEBHOOK_FAILING_DAYS_MAX} days`,
  restored: 'restored from a backup',
  secret_key_replaced: 'needs a new secret',
};

export const toldWords = ({ types }: Pick<Webhook, 'types'>): string =>
  types.length === WEBHOOK_TYPES.length
    ? 'Told of everything'
    : `Told of ${types.length} of ${WEBHOOK_TYPES.length} things`;
