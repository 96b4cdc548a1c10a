import type { MessageType } from '../change-types.js';
import type { WebhookMessage } from '../webhook-messages.js';
import { frontWindow, poster, running, summer, type Example } from './content.js';

const GB = 1024 ** 3;

// What each kind of message carries.
const DATA: Readonly<Record<string, WebhookMessage['data']>> = {
  media: { mediaId: poster.id },
  tag: { tagId: summer.id },
  playlist: { playlistId: frontWindow.id },
  campaign: { lineageId: running.lineageId },
  token: {
    tokenId: '5f0c7c1e-3d4b-4a6f-9b2a-8c1d2e3f4a5b',
    name: 'Web shop',
    lastFour: 'x7Qd',
    expiresAt: '2026-06-29T09:30:00.000Z',
    daysLeft: 14,
  },
  storage: { usedBytes: 9 * GB, quotaBytes: 10 * GB },
  webhook: { webhookId: 'b7d1e9a4-0c52-4f3e-8a61-2d9f4c7b8e30' },
};

export function messageExample(type: MessageType): Example {
  const data = DATA[type.slice(0, type.indexOf('.'))];
  return { summary: 'The message', value: { type, timestamp: '2026-06-15T09:30:00.000Z', data } };
}
