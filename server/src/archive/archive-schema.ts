// The shape of a merchant archive, format vitrine-merchant/1 (docs/merchant-archive.md).
import { TAG_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { MEDIA_TYPES } from '@vitrine/contract/media';
import { ROLES, SCOPES } from '@vitrine/contract/scopes';
import { ORIENTATIONS } from '@vitrine/contract/screen-words';
import { Type } from '@vitrine/contract/type';
import type { Static } from 'typebox';
import { FILE_TYPES } from '../storage/file-type.js';
import { PLACE_KINDS } from '../tags/deleted-queries.js';
import * as value from './archive-values.js';
import { list, object, optional, orNull } from './archive-values.js';

export const ARCHIVE_FORMAT = 'vitrine-merchant/1';

const Merchant = object('the merchant', {
  id: value.id('the merchant'),
  name: value.name('the merchant'),
  timeZone: value.text('time-zone', 'an IANA time zone such as Europe/Paris'),
  suspended: value.flag,
  defaultItemSeconds: value.seconds,
  plan: object('the plan', {
    name: value.name('the plan'),
    endsAt: orNull(value.timestamp),
    allowsWrites: value.flag,
    storageQuotaBytes: value.byteCount,
    screensMax: Type.Optional(value.screenCount),
  }),
  defaultPlaylistId: optional(value.id('the playlist that screens play when nothing runs')),
  screens: object('what the screens can play', {
    codecs: list('codecs', value.name('a codec')),
    maxWidth: value.pixels,
    maxHeight: value.pixels,
  }),
});

const Person = object('a person', {
  email: value.text('email', 'an email address'),
  name: value.name('the person'),
  role: value.oneOf(ROLES),
  password: value.secret('text', 'a password, not empty'),
  passwordHash: value.secret(
    'password-hash',
    'an Argon2id hash as an export writes it ($argon2id$v=19$m=19456,t=2,p=1$…), at most m=65536,t=10,p=4,',
  ),
});

const Token = object('a token', {
  id: value.id('the token'),
  name: value.name('the token'),
  scopes: list('scopes', value.oneOf(SCOPES)),
  createdAt: value.timestamp,
  expiresAt: value.timestamp,
  revokedAt: orNull(value.timestamp),
  secret: value.secret('token-secret', '«vitrine_» and 43 base64url characters'),
  secretHash: value.secret('sha256', "the secret's SHA-256 as 64 hex digits"),
  lastFour: Type.Optional(value.text('last-four', "the secret's last four characters")),
});

const Tag = object('a tag', {
  id: value.id('the tag'),
  name: Type.String({
    format: 'name',
    maxLength: TAG_NAME_CHARACTERS_MAX,
    description: `the name of the tag, not blank, without NUL and at most ${TAG_NAME_CHARACTERS_MAX} characters`,
  }),
});
const tagIds = list('tag ids', value.id('a tag'));

const text = value.text('text', 'a text without NUL');
const path = value.text('relative-path', "the bytes' place relative to the archive file, without «..»");

const Media = object('a media item', {
  id: value.id('the media item'),
  name: value.name('the media item'),
  type: value.oneOf(MEDIA_TYPES),
  description: optional(text),
  width: orNull(value.pixels),
  height: orNull(value.pixels),
  durationSeconds: orNull(value.seconds),
  tagIds,
  createdAt: value.timestamp,
  addedBy: optional(
    object('who added it', {
      kind: value.oneOf(['person', 'token']),
      id: value.id('the person or the token'),
      name: value.name('who added it'),
    }),
  ),
  file: optional(
    object('the file', {
      fileName: optional(text),
      mimeType: value.oneOf(FILE_TYPES),
      sizeBytes: value.byteCount,
      sha256: value.text('sha256', "the file's SHA-256 as 64 hex digits"),
      path: optional(path),
    }),
  ),
  codec: optional(text),
  broken: Type.Optional(value.flag),
  notPlayable: Type.Optional(value.flag),
  trashedAt: optional(value.timestamp),
  thumbnail: optional(object('the thumbnail', { sizeBytes: value.byteCount, path: optional(path) })),
  url: optional(value.text('web-address', 'an http or https address that browsers can open')),
});

const playlist = {
  id: value.id('the playlist'),
  name: value.name('the playlist'),
  shared: value.flag,
  createdAt: value.timestamp,
  updatedAt: value.timestamp,
  items: list(
    'playlist items',
    object('a playlist item', { mediaId: value.id('a media item'), durationSeconds: orNull(value.seconds) }),
  ),
};
const Playlist = object('a playlist', playlist);

const playlistId = orNull(value.id('a playlist'));
const FrozenItem = object('an item as it was frozen', {
  mediaId: value.id('a media item'),
  type: value.oneOf(MEDIA_TYPES),
  durationSeconds: value.seconds,
});
const Side = object('the frozen items of one orientation', { playlistId, items: list('frozen items', FrozenItem) });
const flightMoment = value.text('flight-moment', 'a day such as 2026-03-01, a minute such as 2026-03-01T18:00');

const draft = {
  version: value.versionNumber,
  flight: object('start and end', { start: orNull(flightMoment), end: orNull(flightMoment) }),
  landscapePlaylistId: playlistId,
  portraitPlaylistId: playlistId,
};
const Version = object('a version', {
  ...draft,
  publishedAt: orNull(value.timestamp),
  content: orNull(object('the content frozen at publishing', { landscape: Side, portrait: orNull(Side) })),
  // Of a published version whose content is no longer stored.
  itemCount: optional(value.itemCount),
});

const Campaign = object('a campaign', {
  lineageId: value.id('the campaign'),
  name: value.name('the campaign'),
  archived: value.flag,
  changedAt: value.timestamp,
  withdrawnAt: optional(value.timestamp),
  tagIds,
  liveVersion: orNull(value.versionNumber),
  versions: list('versions', Version),
});

// What was deleted and can be brought back. A playlist knows which drafts lack it since.
const DeletedPlaylist = object('a deleted playlist', {
  ...playlist,
  trashedAt: value.timestamp,
  gaps: list(
    'drafts that lack it',
    object('a draft', {
      lineageId: value.id('the campaign'),
      version: value.versionNumber,
      landscape: value.flag,
      portrait: value.flag,
    }),
  ),
});

// Of campaigns only those go into the trash that were never published.
const DeletedCampaign = object('a deleted campaign', {
  lineageId: value.id('the campaign'),
  name: value.name('the campaign'),
  archived: value.flag,
  changedAt: value.timestamp,
  trashedAt: value.timestamp,
  tagIds,
  versions: list('versions', object('a version', draft)),
});

// What it was taken off, and what each got instead by a merge. Any of them may be gone since.
const DeletedTag = object('a deleted tag', {
  ...Tag.properties,
  trashedAt: value.timestamp,
  mergedInto: optional(value.id('the tag that it was merged into')),
  places: list(
    'what carried it',
    object('what carried it', {
      kind: value.oneOf(PLACE_KINDS),
      id: value.id('what carried it'),
      givenId: optional(value.id('the tag that it got instead')),
    }),
  ),
});

// Without its key: after an import it is paired again.
const Screen = object('a screen', {
  id: value.id('the screen'),
  name: value.name('the screen'),
  orientation: value.oneOf(ORIENTATIONS),
  timeZone: optional(value.text('time-zone', 'an IANA time zone such as Europe/Paris')),
  tagIds,
  createdAt: value.timestamp,
});

export const Archive = object('one merchant', {
  format: Type.Literal(ARCHIVE_FORMAT, { description: `«${ARCHIVE_FORMAT}»` }),
  merchant: Merchant,
  people: list('people', Person),
  tokens: list('tokens', Token),
  tags: list('tags', Tag),
  media: list('media', Media),
  playlists: list('playlists', Playlist),
  campaigns: list('campaigns', Campaign),
  // Archives of earlier versions lack these.
  screens: Type.Optional(list('screens', Screen)),
  deletedPlaylists: Type.Optional(list('deleted playlists', DeletedPlaylist)),
  deletedCampaigns: Type.Optional(list('deleted campaigns', DeletedCampaign)),
  deletedTags: Type.Optional(list('deleted tags', DeletedTag)),
});

export type Archive = Static<typeof Archive>;
export type ArchivePerson = Archive['people'][number];
export type ArchiveToken = Archive['tokens'][number];
export type ArchiveMedia = Archive['media'][number];
export type ArchivePlaylist = Archive['playlists'][number];
export type ArchiveCampaign = Archive['campaigns'][number];
export type ArchiveScreen = NonNullable<Archive['screens']>[number];
export type ArchiveDeletedPlaylist = NonNullable<Archive['deletedPlaylists']>[number];
export type ArchiveDeletedCampaign = NonNullable<Archive['deletedCampaigns']>[number];
export type ArchiveDeletedTag = NonNullable<Archive['deletedTags']>[number];
export type ArchiveVersion = ArchiveCampaign['versions'][number];
export type ArchiveContent = NonNullable<ArchiveVersion['content']>;
