import type { Static, TObject } from 'typebox';
import {
  CAMPAIGN_CHANGES,
  CHANGE_TYPES,
  ChangedCampaign,
  ChangedMedia,
  ChangedPlaylist,
  ChangedTag,
  MEDIA_CHANGES,
  PLAYLIST_CHANGES,
  TAG_CHANGES,
} from './changes.js';
import { count, dateTime, named, oneOf, text, uuid } from './fields.js';
import { Type } from './type.js';

// What a webhook is sent: the changes of the feed, and what is told to webhooks alone.
const TOKEN_TYPES = ['token.expiring'] as const;
const STORAGE_TYPES = ['storage.nearly_full'] as const;
const TEST_TYPES = ['webhook.test'] as const;

/** What can be chosen. */
export const WEBHOOK_TYPES = [...CHANGE_TYPES, ...TOKEN_TYPES, ...STORAGE_TYPES] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** A test is sent to whoever asks for it, whatever was chosen. */
export const MESSAGE_TYPES = [...WEBHOOK_TYPES, ...TEST_TYPES] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

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
  daysLeft: Type.Integer({ minimum: 0, description: 'How many days that is from now: 14, 7 or 1.' }),
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
  messageOf('TokenMessage', 'A token runs out soon.', TOKEN_TYPES, ExpiringToken),
  messageOf('StorageMessage', 'The storage is nearly full.', STORAGE_TYPES, NearlyFullStorage),
  messageOf('TestMessage', 'Nothing happened: somebody tries the webhook.', TEST_TYPES, TestedWebhook),
] as const;

/** The body of a webhook. */
export type WebhookMessage = Static<(typeof MESSAGES)[number]>;
