// Copied from the contract by client/scripts/write-types.mjs: do not edit by hand.
// `npm run types -w @vitrine/client` copies it anew; a test fails when it is stale.

// The names of what happens: in the feed, to webhooks, and in what is chosen of them.
// `npm run types -w @vitrine/client` copies this file into the client, so it imports nothing.

export const MEDIA_CHANGES = ['media.ready', 'media.changed', 'media.deleted'] as const;
export const TAG_CHANGES = ['tag.created', 'tag.changed', 'tag.deleted'] as const;
export const PLAYLIST_CHANGES = ['playlist.created', 'playlist.changed', 'playlist.deleted'] as const;
export const CAMPAIGN_CHANGES = [
  'campaign.created',
  'campaign.changed',
  'campaign.published',
  'campaign.withdrawn',
  'campaign.archived',
  'campaign.restored',
  'campaign.deleted',
  'campaign.started',
  'campaign.ended',
] as const;

/** Of the feed. */
export const CHANGE_TYPES = [...MEDIA_CHANGES, ...TAG_CHANGES, ...PLAYLIST_CHANGES, ...CAMPAIGN_CHANGES] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

export const TOKEN_MESSAGES = ['token.expiring'] as const;
export const STORAGE_MESSAGES = ['storage.nearly_full'] as const;
export const TEST_MESSAGES = ['webhook.test'] as const;

/** What a webhook can be told of: the feed, and what is for webhooks alone. */
export const WEBHOOK_TYPES = [...CHANGE_TYPES, ...TOKEN_MESSAGES, ...STORAGE_MESSAGES] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** What comes: a test too, to whoever asks for one, whatever was chosen. */
export const MESSAGE_TYPES = [...WEBHOOK_TYPES, ...TEST_MESSAGES] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
