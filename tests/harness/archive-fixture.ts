// A valid archive for tests and demonstrations: every kind of media, playlist and campaign, the same on every call.
import { createHash } from 'node:crypto';

export type ExampleSize = {
  readonly media?: number;
  readonly campaigns?: number;
  // When its tokens were made: today for a server that goes by the real clock.
  readonly tokensFrom?: number;
};

const SCOPES = [
  'media:read',
  'media:files',
  'media:write',
  'campaigns:read',
  'playlists:read',
  'tags:read',
  'tags:write',
  'changes:read',
];
const START_MS = Date.UTC(2026, 0, 1);
const TOKENS_FROM_MS = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

// The two tokens of the example: one with every scope, one that only reads.
export const EXAMPLE_SECRETS = { all: secretOf('all'), read: secretOf('read') };
export const EXAMPLE_PASSWORD = 'correct horse battery';

export function exampleArchive({ media = 230, campaigns = 8, tokensFrom = TOKENS_FROM_MS }: ExampleSize = {}) {
  const tags = ['Summer', 'Été', 'New arrivals', 'Sale', 'Window'].map((name, at) => ({
    id: exampleId('tag', at),
    name,
  }));
  const items = Array.from({ length: media }, (_, at) => exampleMedia(at, tags));
  const playlists = examplePlaylists(items, campaigns);
  return {
    format: 'vitrine-merchant/1',
    merchant: exampleMerchant(),
    people: [
      { email: 'owner@example.com', name: 'Olga Owner', role: 'owner', password: EXAMPLE_PASSWORD },
      { email: 'staff@example.com', name: 'Stan Staff', role: 'staff' },
    ],
    tokens: [
      { ...exampleToken(0, 'Web shop', tokensFrom, 90), scopes: SCOPES, secret: EXAMPLE_SECRETS.all },
      {
        ...exampleToken(1, 'Reporting', tokensFrom, 365),
        scopes: SCOPES.filter((scope) => scope.endsWith(':read')),
        secret: EXAMPLE_SECRETS.read,
      },
    ],
    tags,
    media: items,
    playlists,
    campaigns: Array.from({ length: campaigns }, (_, at) => exampleCampaign(at, { tags, items, playlists })),
  };
}

export type ExampleArchive = ReturnType<typeof exampleArchive>;
type Media = ReturnType<typeof exampleMedia>;
type Playlist = ReturnType<typeof examplePlaylist>;
type Tag = { readonly id: string; readonly name: string };

// The id that the example gives to the nth thing of a kind: `tag`, `media`, `playlist`, `campaign`, `token`, `merchant`.
export function exampleId(kind: string, at: number): string {
  const hex = sha256Of(`${kind} ${at}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function secretOf(name: string): string {
  return `vitrine_${createHash('sha256').update(`example token ${name}`).digest('base64url')}`;
}

const momentOf = (minutes: number): string => new Date(START_MS + minutes * MINUTE_MS).toISOString();

function exampleMerchant() {
  return {
    id: exampleId('merchant', 0),
    name: 'Corner Bakery',
    timeZone: 'Europe/Paris',
    suspended: false,
    defaultItemSeconds: 10,
    plan: { name: 'pro', endsAt: null, allowsWrites: true, storageQuotaBytes: 10 * 1024 ** 3 },
    screens: { codecs: ['h264', 'vp9'], maxWidth: 3840, maxHeight: 2160 },
  };
}

// As long as a token may live.
function exampleToken(at: number, name: string, madeMs: number, days: number) {
  return {
    id: exampleId('token', at),
    name,
    createdAt: new Date(madeMs).toISOString(),
    expiresAt: new Date(madeMs + days * DAY_MS).toISOString(),
    revokedAt: null,
  };
}

// Of five items three are pictures, one is a video and one a page; every fourth moment is shared by two items.
function exampleMedia(at: number, tags: readonly Tag[]) {
  const common = {
    id: exampleId('media', at),
    name: `Item ${String(at + 1).padStart(4, '0')}`,
    description: at % 7 === 0 ? `Described for shelf ${at}` : null,
    tagIds: tags.filter((_, tagAt) => (at + tagAt) % 4 === 0).map((tag) => tag.id),
    createdAt: momentOf(at - (at % 4 === 3 ? 1 : 0)),
    ...(at % 9 === 2 && { addedBy: { kind: 'token', id: exampleId('token', 0), name: 'Web shop' } }),
  };
  const sizes = { width: 1920, height: 1080, durationSeconds: null };
  if (at % 5 === 4)
    return { ...common, ...sizes, type: 'web', width: null, height: null, url: `https://example.com/${at}` };
  const thumbnail = at % 2 === 0 ? { thumbnail: { sizeBytes: 900 + at } } : {};
  if (at % 5 !== 3) return { ...common, ...sizes, type: 'image', file: exampleFile(at, 'image/png'), ...thumbnail };
  const durationSeconds = 12.5 + (at % 10);
  return { ...common, ...sizes, type: 'video', durationSeconds, file: exampleFile(at, 'video/mp4'), ...thumbnail };
}

function exampleFile(at: number, mimeType: string) {
  return { fileName: `file-${at}`, mimeType, sizeBytes: 10_000 + at, sha256: sha256Of(`file ${at}`) };
}

// Two that are shared, and one of its own for each campaign.
function examplePlaylists(media: readonly Media[], campaigns: number) {
  const shared = ['Front window', 'Counter'].map((name, at) => examplePlaylist(at, { name, shared: true, media }));
  const own = Array.from({ length: campaigns }, (_, at) =>
    examplePlaylist(at + 2, { name: `Campaign ${at + 1}`, shared: false, media }),
  );
  return [...shared, ...own];
}

function examplePlaylist(
  at: number,
  { name, shared, media }: { name: string; shared: boolean; media: readonly Media[] },
) {
  const items = media
    .slice(at * 3, at * 3 + 4)
    .map(({ id }, itemAt) => ({ mediaId: id, durationSeconds: itemAt % 2 === 0 ? null : 7.5 }));
  return {
    id: exampleId('playlist', at),
    name,
    shared,
    createdAt: momentOf(at),
    updatedAt: momentOf(1_000 - at),
    items,
  };
}

type Library = {
  readonly tags: readonly Tag[];
  readonly items: readonly Media[];
  readonly playlists: readonly Playlist[];
};

const KINDS = ['running', 'upcoming', 'ended', 'draft', 'withdrawn', 'edited', 'portrait', 'archived'] as const;

// What the nth campaign of an example is; `edited`, `portrait` and `archived` are running too.
export const exampleCampaignKind = (at: number) => KINDS[at % KINDS.length] ?? 'running';

const FLIGHTS: Readonly<Record<string, { start: string | null; end: string | null }>> = {
  upcoming: { start: '2199-03-01', end: '2199-03-31T18:00' },
  ended: { start: '2020-03-01T09:30', end: '2020-03-31' },
};

function exampleCampaign(at: number, { tags, items, playlists }: Library) {
  const kind = exampleCampaignKind(at);
  const landscape = playlists[at + 2];
  const portrait = kind === 'portrait' ? playlists[0] : undefined;
  const version = {
    version: 1,
    flight: FLIGHTS[kind] ?? { start: null, end: null },
    landscapePlaylistId: landscape?.id ?? null,
    portraitPlaylistId: portrait?.id ?? null,
    publishedAt: kind === 'draft' ? null : momentOf(at),
    content:
      kind === 'draft'
        ? null
        : { landscape: freeze(landscape, items), portrait: portrait ? freeze(portrait, items) : null },
  };
  const edited = {
    ...version,
    version: 2,
    flight: { start: '2027-01-01', end: null },
    publishedAt: null,
    content: null,
  };
  return {
    lineageId: exampleId('campaign', at),
    name: `Campaign ${at + 1}, ${kind}`,
    archived: kind === 'archived',
    changedAt: momentOf(2_000 + at),
    withdrawnAt: kind === 'withdrawn' ? momentOf(1_500) : null,
    tagIds: tags.slice(0, at % 3).map((tag) => tag.id),
    liveVersion: kind === 'draft' || kind === 'withdrawn' ? null : 1,
    versions: kind === 'edited' ? [version, edited] : [version],
  };
}

// Each item plays for its own setting, else the media's length, else the merchant's default.
function freeze(playlist: Playlist | undefined, media: readonly Media[]) {
  const items = (playlist?.items ?? []).map(({ mediaId, durationSeconds }) => {
    const item = media.find(({ id }) => id === mediaId);
    return { mediaId, type: item?.type ?? 'image', durationSeconds: durationSeconds ?? item?.durationSeconds ?? 10 };
  });
  return { playlistId: playlist?.id ?? null, items };
}
