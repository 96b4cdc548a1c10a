import { randomUUID } from 'node:crypto';
import {
  aCampaign,
  anImage,
  aPage,
  aPlaylist,
  aPublished,
  aTag,
  aVideo,
  aVersion,
  sha256,
} from '../harness/content.js';

// In every name of the merchant whose data must not be seen. Nothing that the fuzzer sends holds it.
export const CANARY = 'kanarienvogel7q';

// A merchant's content, every name and description marked.
export function contentOf(mark: string) {
  const named = (text: string): string => `${mark} ${text}`.trim();
  const tags = ['Summer', '10 % off', 'a_b\\c', 'Größe'].map((name) => aTag(named(name)));
  const tagIds = tags.map(({ id }) => id);
  const description = named('What is in the window');
  const media = [
    anImage({ name: named('Poster'), description, tagIds }),
    aVideo({ name: named('Door'), description, tagIds: tagIds.slice(1) }),
    aPage({ name: named('Menu'), description }),
    ...Array.from({ length: 5 }, (_, at) => anImage({ name: named(`Picture ${at}`), file: aFile(at) })),
  ];
  const items = media.slice(0, 3).map(({ id }) => ({ mediaId: id, durationSeconds: null }));
  const playlists = ['Front', 'Back', 'Till'].map((name) => aPlaylist({ name: named(name), items }));
  return { tags, media, playlists, campaigns: campaignsOf(named, tagIds) };
}

export type Content = ReturnType<typeof contentOf>;

const aFile = (at: number) => ({
  fileName: `picture-${at}.png`,
  mimeType: 'image/png',
  sizeBytes: 7,
  sha256: sha256(`picture ${at} ${randomUUID()}`),
});

const campaignsOf = (named: (text: string) => string, tagIds: readonly string[]) => [
  aCampaign({ name: named('Spring'), tagIds: tagIds.slice(0, 2), versions: [aVersion()] }),
  aCampaign({ name: named('Autumn'), liveVersion: 1, versions: [aPublished()] }),
];

// The ids by what they are of.
export const poolsOf = ({ tags, media, playlists, campaigns }: Content): Map<string, string[]> =>
  new Map([
    ['id:tag', tags.map(({ id }) => id)],
    ['id:media', media.map(({ id }) => id)],
    ['id:playlist', playlists.map(({ id }) => id)],
    ['id:campaign', campaigns.map(({ lineageId }) => lineageId)],
  ]);
