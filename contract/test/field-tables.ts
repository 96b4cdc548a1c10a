// The tables of the contract, written down once more by hand, for openapi.test.ts. Nothing here is computed from the
// schemas: that is what makes the comparison worth something. A `?` is a field that may be missing.

const TAG_FIELDS = { id: 'uuid', name: 'string' };
const CAMPAIGN_FIELDS = {
  lineageId: 'uuid',
  name: 'string',
  status: 'running|upcoming|draft|ended|withdrawn',
  flight: 'Flight',
  tags: 'array of Tag',
};
const PLAYLIST_FIELDS = { id: 'uuid', name: 'string', createdAt: 'date-time', updatedAt: 'date-time' };
const MEDIA_TYPE = 'image|video|web';
const pageOf = (item: string) => ({ items: `array of ${item}`, nextCursor: 'string or null' });

export const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Tag: TAG_FIELDS,
  Media: {
    id: 'uuid',
    name: 'string',
    type: MEDIA_TYPE,
    width: 'integer or null',
    height: 'integer or null',
    durationSeconds: 'number or null',
    tags: 'array of Tag',
    thumbnailUrl: 'uri or null',
    createdAt: 'date-time',
    'fileUrl?': 'uri or null',
  },
  Flight: { start: 'string or null', end: 'string or null' },
  Campaign: CAMPAIGN_FIELDS,
  CampaignDetail: { ...CAMPAIGN_FIELDS, mediaIds: 'array of uuid', content: 'LiveContent or null' },
  LiveContent: { landscape: 'CampaignContent', portrait: 'CampaignContent or null' },
  CampaignContent: { playlistId: 'uuid or null', items: 'array of PlayItem' },
  PlayItem: { mediaId: 'uuid', type: MEDIA_TYPE, durationSeconds: 'number' },
  Playlist: PLAYLIST_FIELDS,
  PlaylistDetail: { ...PLAYLIST_FIELDS, totalDurationSeconds: 'number', items: 'array of PlayItem' },
  MediaPage: pageOf('Media'),
  CampaignPage: pageOf('Campaign'),
  PlaylistPage: pageOf('Playlist'),
  TagPage: pageOf('Tag'),
  UploadRequest: {
    id: 'uuid',
    name: 'string',
    fileName: 'string',
    mimeType: 'image/jpeg|image/png|image/webp|video/mp4|video/webm',
    fileSize: 'integer',
    checksum: 'string',
    'duration?': 'number or null',
    'width?': 'integer or null',
    'height?': 'integer or null',
    'hasThumbnail?': 'boolean',
    'thumbnailSize?': 'integer or null',
    'codec?': 'string or null',
  },
  UploadTicket: {
    mediaId: 'uuid',
    duplicateOf: 'DuplicateOf or null',
    upload: 'PresignedUpload or null',
    thumbnailUpload: 'PresignedUpload or null',
    warnings: 'array of UploadWarning',
  },
  DuplicateOf: { id: 'uuid', name: 'string', type: MEDIA_TYPE },
  UploadWarning: { code: 'string', message: 'string' },
  PartsRequest: { partSize: 'integer', checksums: 'array of string' },
  PartsTicket: { mediaId: 'uuid', partSize: 'integer', parts: 'array of UploadPart' },
  UploadPart: { number: 'integer', offset: 'integer', size: 'integer', upload: 'PresignedUpload' },
  UploadStatus: {
    mediaId: 'uuid',
    state: 'awaiting|ready',
    fileSize: 'integer',
    storedBytes: 'integer',
    partSize: 'integer or null',
    storedParts: 'array of integer',
  },
  PresignedUpload: { url: 'uri', headers: 'object of string' },
  FinalizeRequest: {},
  AddTagsRequest: { add: 'array of string' },
  AddTagsResult: { mediaId: 'uuid', tags: 'array of Tag', added: 'integer' },
  Error: {
    error:
      'invalid_request|unauthorized|forbidden|not_found|method_not_allowed|conflict|payload_too_large|unprocessable|rate_limited|internal',
    message: 'string',
    'code?': 'plan|storage_quota_exceeded|id_conflict|invalid',
  },
  // Beside the contract: GET /token.
  ChangePage: {
    items: 'array of MediaChange or TagChange or PlaylistChange or CampaignChange',
    nextCursor: 'string',
    more: 'boolean',
  },
  MediaChange: { id: 'uuid', type: 'media.ready|media.changed|media.deleted', at: 'date-time', data: 'ChangedMedia' },
  TagChange: { id: 'uuid', type: 'tag.created|tag.changed|tag.deleted', at: 'date-time', data: 'ChangedTag' },
  PlaylistChange: {
    id: 'uuid',
    type: 'playlist.created|playlist.changed|playlist.deleted',
    at: 'date-time',
    data: 'ChangedPlaylist',
  },
  CampaignChange: {
    id: 'uuid',
    type: 'campaign.created|campaign.changed|campaign.published|campaign.withdrawn|campaign.archived|campaign.restored|campaign.deleted|campaign.started|campaign.ended',
    at: 'date-time',
    data: 'ChangedCampaign',
  },
  ChangedMedia: { mediaId: 'uuid' },
  ChangedTag: { tagId: 'uuid' },
  ChangedPlaylist: { playlistId: 'uuid' },
  ChangedCampaign: { lineageId: 'uuid' },
  Token: {
    name: 'string',
    lastFour: 'string',
    scopes:
      'array of media:read|media:files|media:write|campaigns:read|playlists:read|tags:read|tags:write|changes:read',
    createdAt: 'date-time',
    expiresAt: 'date-time',
    budgets: 'Budgets',
  },
  Budgets: { read: 'Budget', write: 'Budget' },
  Budget: { limit: 'integer', remaining: 'integer', resetSeconds: 'integer' },
};
