import type { MessageType } from './change-types.js';

// When a message is sent, in words that go on with «when»: for the console and for the document. No schema comes along
// into the browser.
export const MESSAGE_WORDS: Readonly<Record<MessageType, string>> = {
  'media.ready': 'a media item is added, or comes back from the trash',
  'media.changed': 'a media item is changed',
  'media.deleted': 'a media item is deleted',
  'tag.created': 'a tag is created',
  'tag.changed': 'a tag is renamed',
  'tag.deleted': 'a tag is deleted',
  'playlist.created': 'a shared playlist is created',
  'playlist.changed': 'a shared playlist is changed',
  'playlist.deleted': 'a shared playlist is deleted',
  'campaign.created': 'a campaign is created',
  'campaign.changed': 'a campaign is changed',
  'campaign.published': 'a campaign is published',
  'campaign.withdrawn': 'a campaign is withdrawn',
  'campaign.archived': 'a campaign is archived',
  'campaign.restored': 'a campaign is brought back from the archive',
  'campaign.deleted': 'a campaign is deleted',
  'campaign.started': 'a campaign starts',
  'campaign.ended': 'a campaign ends',
  'token.expiring': 'a token runs out in 14, 7 days or 1 day',
  'storage.nearly_full': 'the storage is nearly full',
  'webhook.test': 'somebody sends a test from the console',
};

// Why a webhook is off: somebody did it; the receiver answered 410 Gone; nothing but failure for days.
export const OFF_REASONS = ['person', 'gone', 'failing', 'restored', 'secret_key_replaced'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
