import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ArchiveMedia } from '../archive/archive-schema.js';
import type { Shop } from './catalogue.js';
import type { Days } from './days.js';
import { type Made, makeImage, makePage, makeVideo, type Shelf } from './media-files.js';

type Plan = {
  readonly entry: { readonly name: string; readonly about: string | null; readonly tags: readonly string[] };
  readonly type: 'image' | 'video' | 'web';
  readonly url?: string;
  readonly make: () => Promise<Made>;
};

type Options = { readonly shelf: Shelf; readonly days: Days; readonly tagIds: ReadonlyMap<string, string> };

// Draws everything that a shop owns. While one picture is compressed and written, the next is drawn.
export async function makeMedia(shop: Shop, { shelf, days, tagIds }: Options): Promise<ArchiveMedia[]> {
  const plans = plansOf(shop, shelf);
  const made = await inTurn(plans.map((plan) => plan.make));
  return plans.map(({ entry, type, url }, index) => ({
    id: randomUUID(),
    name: entry.name,
    type,
    description: entry.about,
    tagIds: entry.tags.map((name) => tagIds.get(name) ?? unknown('tag', name)),
    createdAt: days.ago(daysOld(shop, entry.name, spread(index, plans.length)), index),
    ...(made[index] ?? unknown('media item', entry.name)),
    ...(url === undefined ? {} : { url }),
  }));
}

export function unknown(noun: string, name: string): never {
  throw new Error(`The demo has no ${noun} called ${name}`);
}

function plansOf({ images, clips, pages }: Shop, shelf: Shelf): Plan[] {
  return [
    ...images.map((entry): Plan => ({ entry, type: 'image', make: () => makeImage(shelf, entry) })),
    ...clips.map((entry): Plan => ({ entry, type: 'video', make: () => makeVideo(shelf, entry) })),
    ...pages.map((entry): Plan => ({ entry, type: 'web', url: entry.url, make: () => makePage(shelf, entry) })),
  ];
}

// Two may be under way behind the one being drawn; more would only fill the memory. The pause lets a server that is
// already listening answer.
async function inTurn<T>(makes: readonly (() => Promise<T>)[]): Promise<T[]> {
  const started: Promise<T>[] = [];
  for (const make of makes) {
    const next = make();
    next.catch(() => undefined); // reported below, when its turn comes
    started.push(next);
    await started.at(-3);
    await setImmediate();
  }
  return Promise.all(started);
}

// About one item every three and a half days, the kinds mixed: 23 shares no factor with the number of media.
const spread = (index: number, count: number): number => 1 + Math.floor(((index * 23) % count) * 3.4);

// What a campaign plays was there when it was published.
function daysOld({ campaigns, playlists, deletedPlaylists }: Shop, name: string, days: number): number {
  const holding = [...playlists, ...deletedPlaylists]
    .filter(({ items }) => items.some((item) => (typeof item === 'string' ? item : item[0]) === name))
    .map((playlist) => playlist.name);
  const published = campaigns
    .flatMap(({ versions }) => versions)
    .filter(
      ({ landscape, portrait }) =>
        holding.includes(landscape) || (portrait !== undefined && holding.includes(portrait)),
    )
    .map(({ publishedDaysAgo }) => (publishedDaysAgo ?? 0) + 1);
  return Math.max(days, ...published);
}
