import type { Static, TObject } from 'typebox';
import {
  CAMPAIGN_CHANGES,
  MEDIA_CHANGES,
  PLAYLIST_CHANGES,
  STORAGE_MESSAGES,
  TAG_CHANGES,
  TEST_MESSAGES,
  TOKEN_MESSAGES,
} from './change-types.js';
import { ChangedCampaign, ChangedMedia, ChangedPlaylist, ChangedTag } from './changes.js';
import { count, dateTime, named, oneOf, text, uuid } from './fields.js';
import { Type } from './type.js';

export { MESSAGE_TYPES, WEBHOOK_TYPES, type MessageType, type WebhookType } from './change-types.js';

// What a webhook is sent: the changes of the feed, and what is told to webhooks alone.
const messageOf = <Type extends string, Data extends TObject>(
  name: string,
  description: string,
  types: readonly Type[],
  data: Data,
) =>
  named(name, description, {
    type: oneOf(types, 'What happened. Others may come: pass over those that you do not know.'),
    timestamp: dateTime('When it happened; `webhook-timestamp` is when it was sent.'),
    data,
  });

const ExpiringToken = named('ExpiringToken', 'The token that a message is about.', {
  tokenId: uuid('The token.'),
  name: text('What the merchant called it.'),
  lastFour: text('The last four characters of its secret.'),
  expiresAt: dateTime('The first moment at which it no longer works.'),
  daysLeft: Type.Integer({
    minimum: 0,
    description: 'How many days that is from now, rounded up: 14, 7 or 1, unless the service was down at that moment.',
  }),
});
const NearlyFullStorage = named('NearlyFullStorage', 'How full the storage is.', {
  usedBytes: count('What media take, those in the trash too.'),
  quotaBytes: count('What the plan gives.'),
});
const TestedWebhook = named('TestedWebhook', 'The webhook that a test was sent to.', {
  webhookId: uuid('The webhook.'),
});

// One source for the document, the client's types and the service.
export const MESSAGES = [
  messageOf('MediaMessage', 'A media item came, changed or went.', MEDIA_CHANGES, ChangedMedia),
  messageOf('TagMessage', 'A tag came, was renamed or went.', TAG_CHANGES, ChangedTag),
  messageOf('PlaylistMessage', 'A shared playlist came, changed or went.', PLAYLIST_CHANGES, ChangedPlaylist),
  messageOf('CampaignMessage', 'Something happened to a campaign.', CAMPAIGN_CHANGES, ChangedCampaign),
  messageOf('TokenMessage', 'A token runs out soon.', TOKEN_MESSAGES, ExpiringToken),
  messageOf('StorageMessage', 'The storage is nearly full.', STORAGE_MESSAGES, NearlyFullStorage),
  messageOf('TestMessage', 'Nothing happened: somebody tries the webhook.', TEST_MESSAGES, TestedWebhook),
] as const;

/** The body of a webhook. */
export type WebhookMessage = Static<(typeof MESSAGES)[number]>;
