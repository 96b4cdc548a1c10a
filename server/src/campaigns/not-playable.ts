import type { PublishPreview } from '@vitrine/contract/campaign-versions';
import type { ItemRow } from '../playlists/queries.js';

export type NotPlayable = PublishPreview['notPlayable'];

/** Lists the items whose files are no image or video, each once, however often it plays. */
export function findNotPlayable(items: readonly ItemRow[]): NotPlayable {
  const names = new Map(items.filter(({ isPlayable }) => !isPlayable).map(({ mediaId, name }) => [mediaId, name]));
  return [...names].map(([id, name]) => ({ id, name }));
}

const NAMED_MAX = 5;

export function notPlayableSentence(items: NotPlayable): string {
  const names = items.slice(0, NAMED_MAX).map(({ name }) => `"${name.replaceAll('"', "'")}"`);
  const more = items.length - names.length;
  return `Screens probably cannot show ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: not an image or a video.`;
}
