import { createHash, randomUUID } from 'node:crypto';

// Entries of an archive with what a test does not care about filled in.

export const anImage = (over: object = {}) => ({
  id: randomUUID(),
  name: 'Poster',
  type: 'image',
  description: null,
  width: 1920,
  height: 1080,
  durationSeconds: null,
  tagIds: [] as string[],
  createdAt: '2026-06-01T10:00:00.000Z',
  file: { fileName: 'poster.png', mimeType: 'image/png', sizeBytes: 5, sha256: sha256('image') },
  ...over,
});

export const aVideo = (over: object = {}) =>
  anImage({
    name: 'Door',
    type: 'video',
    durationSeconds: 12.5,
    file: { fileName: 'door.mp4', mimeType: 'video/mp4', sizeBytes: 5, sha256: sha256('video') },
    ...over,
  });

export const aPage = (over: object = {}) => {
  const { file: _, ...media } = anImage({ name: 'Menu', type: 'web', width: null, height: null, ...over });
  return { ...media, url: 'https://example.com/menu' };
};

export const aTag = (name: string) => ({ id: randomUUID(), name });

export const aPlaylist = (over: object = {}) => ({
  id: randomUUID(),
  name: 'Front window',
  shared: true,
  createdAt: '2026-05-01T08:00:00.000Z',
  updatedAt: '2026-05-02T08:00:00.000Z',
  items: [] as object[],
  ...over,
});

export const aCampaign = (over: object = {}) => ({
  lineageId: randomUUID(),
  name: 'Spring',
  archived: false,
  changedAt: '2026-05-03T08:00:00.000Z',
  withdrawnAt: null,
  tagIds: [] as string[],
  liveVersion: null as number | null,
  versions: [] as object[],
  ...over,
});

export const aVersion = (over: object = {}) => ({
  version: 1,
  flight: { start: null as string | null, end: null as string | null },
  landscapePlaylistId: null,
  portraitPlaylistId: null,
  publishedAt: null as string | null,
  content: null as object | null,
  ...over,
});

// A version that was published with these items, and is live when the campaign's liveVersion names it.
export const aPublished = (over: object = {}) =>
  aVersion({
    publishedAt: '2026-05-03T08:00:00.000Z',
    content: { landscape: { playlistId: randomUUID(), items: [] }, portrait: null },
    ...over,
  });

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

// What a client declares of a file with these bytes.
export const anUploadRequest = (over: object = {}, bytes: string | Uint8Array = randomUUID()) => ({
  id: randomUUID() as string,
  name: 'Door, August',
  fileName: 'door.png',
  mimeType: 'image/png',
  fileSize: Buffer.byteLength(bytes),
  checksum: createHash('sha256').update(bytes).digest('hex'),
  ...over,
});
