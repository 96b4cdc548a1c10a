// A merchant as the soak uses it: an archive to import, with the secrets of its tokens.
import { randomBytes, randomUUID } from 'node:crypto';
import { ACTIVE_TOKENS_MAX } from '@vitrine/contract/limits';
import { SCOPES } from '@vitrine/contract/scopes';

const MEDIA = 300;
const TAGS = 20;
const LISTS = 20;
const LONG_AGO = '2026-01-01T00:00:00Z';
const DAY_MS = 86_400_000;

export const PASSWORD = 'long enough for all';

export const any = (list) => list[Math.floor(Math.random() * list.length)];

export function newShop(at) {
  const tokens = Array.from({ length: ACTIVE_TOKENS_MAX }, newToken);
  const tags = Array.from({ length: TAGS }, (_, tag) => ({ id: randomUUID(), name: `Tag ${tag}` }));
  const media = Array.from({ length: MEDIA }, (_, item) => newPage(item, tags));
  const playlists = Array.from({ length: LISTS }, (_, list) => newPlaylist(list, media));
  const campaigns = playlists.map(newCampaign);
  const merchant = newMerchant(at);
  const people = [{ email: `${merchant.id}@example.com`, name: 'Owner', role: 'owner', password: PASSWORD }];
  const archive = { format: 'vitrine-merchant/1', merchant, people, tokens, tags, media, playlists, campaigns };
  // The last token is kept for the check of the limits.
  const [spare, ...secrets] = tokens.map(({ secret }) => secret);
  const ids = { media: idsOf(media), playlists: idsOf(playlists), campaigns: campaigns.map((row) => row.lineageId) };
  const { id } = merchant;
  return { id, email: people[0].email, archive, spare, secrets, tags, ids, uploaded: [], isEditing: false };
}

const idsOf = (rows) => rows.map(({ id }) => id);

const newMerchant = (at) => ({
  id: randomUUID(),
  name: `Merchant ${at}`,
  timeZone: 'UTC',
  suspended: false,
  defaultItemSeconds: 10,
  plan: { name: 'standard', endsAt: null, allowsWrites: true, storageQuotaBytes: 10_737_418_240 },
  screens: { codecs: ['h264'], maxWidth: 3840, maxHeight: 2160 },
});

const newToken = (_, at) => ({
  id: randomUUID(),
  name: `Token ${at}`,
  scopes: SCOPES,
  createdAt: new Date(Date.now() - 60_000).toISOString(),
  expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  revokedAt: null,
  secret: `vitrine_${randomBytes(32).toString('base64url')}`,
});

const newPage = (at, tags) => ({
  id: randomUUID(),
  name: `Poster ${at}`,
  type: 'web',
  description: null,
  width: null,
  height: null,
  durationSeconds: null,
  tagIds: [tags[at % TAGS].id],
  createdAt: LONG_AGO,
  url: `https://example.com/${at}`,
});

const newPlaylist = (at, media) => ({
  id: randomUUID(),
  name: `Window ${at}`,
  shared: true,
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
  items: media.slice(at, at + 10).map(({ id }) => ({ mediaId: id, durationSeconds: null })),
});

const newCampaign = ({ id }, at) => ({
  lineageId: randomUUID(),
  name: `Campaign ${at}`,
  archived: false,
  changedAt: LONG_AGO,
  withdrawnAt: null,
  tagIds: [],
  liveVersion: null,
  versions: [
    {
      version: 1,
      flight: { start: null, end: null },
      landscapePlaylistId: id,
      portraitPlaylistId: null,
      publishedAt: null,
      content: null,
    },
  ],
});
