// The shape of a merchant archive, format vitrine-merchant/1 (docs/merchant-archive.md).
import { TAG_NAME_CHARACTERS_MAX } from '@vitrine/contract/limits';
import { MEDIA_TYPES } from '@vitrine/contract/media';
import { Type, type Static } from 'typebox';
import { FILE_TYPES } from '../storage/file-type.js';
import { Merchant, Person, Token } from './merchant-schema.js';
import * as part from './schema-parts.js';

export const ARCHIVE_FORMAT = 'vitrine-merchant/1';

const TAG_NAME = `the name of the tag, not blank, without NUL and at most ${TAG_NAME_CHARACTERS_MAX} characters`;
const Tag = part.closed(
  {
    id: part.id('the tag'),
    name: Type.String({ format: 'name', maxLength: TAG_NAME_CHARACTERS_MAX, description: TAG_NAME }),
  },
  'an object with a tag',
);
const tagIds = Type.Optional(Type.Array(part.id('a tag'), { description: 'a list of tag ids' }));

const TEXT_OR_NULL = 'a text without NUL, or null';
const textOrNull = Type.Optional(part.nullable(part.text('text', TEXT_OR_NULL), TEXT_OR_NULL));

const StoredFile = part.closed(
  {
    fileName: textOrNull,
    mimeType: part.oneOf(FILE_TYPES),
    sizeBytes: part.byteCount,
    sha256: part.text('sha256', "the file's SHA-256 as 64 hex digits"),
    path: part.path,
  },
  'an object with the file',
);

const Thumbnail = part.closed({ sizeBytes: part.byteCount, path: part.path }, 'an object with the thumbnail');

const MEDIA_URL = 'an http or https address that browsers can open';
const MediaEntry = part.closed(
  {
    id: part.id('the media item'),
    name: part.name('the media item'),
    type: part.oneOf(MEDIA_TYPES),
    description: textOrNull,
    width: part.pixelsOrNull,
    height: part.pixelsOrNull,
    durationSeconds: part.secondsOrNull,
    tagIds,
    createdAt: part.timestamp,
    file: Type.Optional(part.nullable(StoredFile, 'an object with the file')),
    thumbnail: Type.Optional(part.nullable(Thumbnail, 'an object with the thumbnail, or null')),
    url: Type.Optional(part.nullable(part.text('web-address', MEDIA_URL), MEDIA_URL)),
  },
  'an object with a media item',
);

const PlaylistItem = part.closed(
  { mediaId: part.id('a media item'), durationSeconds: part.secondsOrNull },
  'an object with a playlist item',
);

const Playlist = part.closed(
  {
    id: part.id('the playlist'),
    name: part.name('the playlist'),
    shared: part.flag,
    createdAt: part.timestamp,
    updatedAt: part.timestamp,
    items: Type.Optional(Type.Array(PlaylistItem, { description: 'a list of playlist items' })),
  },
  'an object with a playlist',
);

const FrozenItem = part.closed(
  { mediaId: part.id('a media item'), type: part.oneOf(MEDIA_TYPES), durationSeconds: part.seconds },
  'an object with an item as it was frozen',
);

const playlistId = part.nullable(part.id('a playlist'), 'the id (uuid) of a playlist, or null');
const Side = part.closed(
  { playlistId, items: Type.Optional(Type.Array(FrozenItem, { description: 'a list of frozen items' })) },
  'an object with the frozen items of one orientation',
);

const CONTENT = 'an object with the content frozen at publishing, or null';
const Content = part.closed({ landscape: Side, portrait: part.nullable(Side, CONTENT) }, CONTENT);

const MOMENT = 'a day such as 2026-03-01, a minute such as 2026-03-01T18:00, or null';
const moment = part.nullable(part.text('flight-moment', MOMENT), MOMENT);
const VERSION = 'the number of a version, 1 or more';
const versionNumber = Type.Integer({ minimum: 1, maximum: part.INTEGER_MAX, description: VERSION });

const Version = part.closed(
  {
    version: versionNumber,
    flight: part.closed({ start: moment, end: moment }, 'an object with start and end'),
    landscapePlaylistId: playlistId,
    portraitPlaylistId: playlistId,
    publishedAt: part.timestampOrNull,
    content: part.nullable(Content, CONTENT),
  },
  'an object with a version',
);

const Campaign = part.closed(
  {
    lineageId: part.id('the campaign'),
    name: part.name('the campaign'),
    archived: part.flag,
    changedAt: part.timestamp,
    withdrawnAt: Type.Optional(part.timestampOrNull),
    tagIds,
    liveVersion: part.nullable(versionNumber, `${VERSION}, or null`),
    versions: Type.Optional(Type.Array(Version, { description: 'a list of versions' })),
  },
  'an object with a campaign',
);

export const Archive = part.closed(
  {
    format: Type.Literal(ARCHIVE_FORMAT, { description: `«${ARCHIVE_FORMAT}»` }),
    merchant: Merchant,
    people: Type.Optional(Type.Array(Person, { description: 'a list of people' })),
    tokens: Type.Optional(Type.Array(Token, { description: 'a list of tokens' })),
    tags: Type.Optional(Type.Array(Tag, { description: 'a list of tags' })),
    media: Type.Optional(Type.Array(MediaEntry, { description: 'a list of media' })),
    playlists: Type.Optional(Type.Array(Playlist, { description: 'a list of playlists' })),
    campaigns: Type.Optional(Type.Array(Campaign, { description: 'a list of campaigns' })),
  },
  'an object with one merchant',
);

type EntryOf<Key extends 'people' | 'tokens' | 'tags' | 'media' | 'playlists' | 'campaigns'> = NonNullable<
  Archive[Key]
>[number];

export type Archive = Static<typeof Archive>;
export type ArchivePerson = EntryOf<'people'>;
export type ArchiveToken = EntryOf<'tokens'>;
export type ArchiveMedia = EntryOf<'media'>;
export type ArchivePlaylist = EntryOf<'playlists'>;
export type ArchiveCampaign = EntryOf<'campaigns'>;
export type ArchiveVersion = NonNullable<ArchiveCampaign['versions']>[number];
export type ArchiveContent = NonNullable<ArchiveVersion['content']>;
