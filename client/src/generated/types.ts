// Written by client/scripts/write-types.mjs from the contract's endpoint table: do not edit by hand.
// `npm run types -w @vitrine/client` writes it anew; a test fails when it is stale.

/** Tags to add to a media item. */
export type AddTagsRequest = {
  /** A name that the merchant has, whatever its case and spacing, reuses that tag; others make new tags. */
  add: string[];
  /** Removing tags is not offered: 422. */
  remove?: never;
};

/** What adding tags did. */
export type AddTagsResult = {
  /** The media item. */
  mediaId: string;
  /** The tags that the names resolved to, each once, by name. */
  tags: Tag[];
  /** How many of them the item did not have before. */
  added: number;
};

/** How many requests of one kind the token may still make. */
export type Budget = {
  /** Requests that a clock minute allows. */
  limit: number;
  /** What is left of this minute. */
  remaining: number;
  /** Whole seconds to the next minute, when the budget is full again. */
  resetSeconds: number;
};

/** GETs count as reads, this one too; POSTs count as writes. */
export type Budgets = {
  /** How many requests of one kind the token may still make. */
  read: Budget;
  /** How many requests of one kind the token may still make. */
  write: Budget;
};

/** Content that plays during a flight. */
export type Campaign = {
  /** The campaign's stable id, the same across its versions. */
  lineageId: string;
  /** Shown in the console. */
  name: string;
  /** `running`, `upcoming` and `ended` while a version is live; `draft` was never published. */
  status: 'running' | 'upcoming' | 'draft' | 'ended' | 'withdrawn';
  /** From when until when a campaign plays. */
  flight: Flight;
  /** The tags it carries, by name. */
  tags: Tag[];
};

/** A campaign was made, changed, published, withdrawn, archived, brought back or deleted; or its flight began or ended. */
export type CampaignChange = {
  /** This change, whoever reads it and whenever. */
  id: string;
  /** What happened. Others may come: pass over those that you do not know. */
  type:
    | 'campaign.created'
    | 'campaign.changed'
    | 'campaign.published'
    | 'campaign.withdrawn'
    | 'campaign.archived'
    | 'campaign.restored'
    | 'campaign.deleted'
    | 'campaign.started'
    | 'campaign.ended';
  /** When it happened. */
  at: string;
  /** The campaign that a change is about. */
  data: ChangedCampaign;
};

/** What screens of one orientation play. */
export type CampaignContent = {
  /** The playlist it was published from; null once that was deleted. */
  playlistId: string | null;
  /** In play order, as frozen when it was published. */
  items: PlayItem[];
};

/** A campaign with what screens play now. */
export type CampaignDetail = {
  /** The campaign's stable id, the same across its versions. */
  lineageId: string;
  /** Shown in the console. */
  name: string;
  /** `running`, `upcoming` and `ended` while a version is live; `draft` was never published. */
  status: 'running' | 'upcoming' | 'draft' | 'ended' | 'withdrawn';
  /** From when until when a campaign plays. */
  flight: Flight;
  /** The tags it carries, by name. */
  tags: Tag[];
  /** What the live version plays, landscape first, each id once; empty when nothing is live. */
  mediaIds: string[];
  /** The live version's content; null when nothing is live. */
  content: LiveContent | null;
};

/** Something happened to a campaign. */
export type CampaignMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type:
    | 'campaign.created'
    | 'campaign.changed'
    | 'campaign.published'
    | 'campaign.withdrawn'
    | 'campaign.archived'
    | 'campaign.restored'
    | 'campaign.deleted'
    | 'campaign.started'
    | 'campaign.ended';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** The campaign that a change is about. */
  data: ChangedCampaign;
};

/** One page of a list. */
export type CampaignPage = {
  /** The items of this page, in the order of the list. */
  items: Campaign[];
  /** Pass it as `cursor` to get the next page; null on the last page. Opaque. */
  nextCursor: string | null;
};

/** What happened since, oldest first. */
export type ChangePage = {
  /** In the order in which it happened. */
  items: (MediaChange | TagChange | PlaylistChange | CampaignChange)[];
  /** Where to go on: pass it as `cursor` next time, also when nothing happened. */
  nextCursor: string;
  /** Whether there is more already: ask again at once. */
  more: boolean;
};

/** The campaign that a change is about. */
export type ChangedCampaign = {
  /** The campaign. */
  lineageId: string;
};

/** The media item that a change is about. */
export type ChangedMedia = {
  /** The media item. */
  mediaId: string;
};

/** The playlist that a change is about. */
export type ChangedPlaylist = {
  /** The playlist. */
  playlistId: string;
};

/** The tag that a change is about. */
export type ChangedTag = {
  /** The tag. */
  tagId: string;
};

/** The item that the merchant already has. */
export type DuplicateOf = {
  /** The item that has this file. */
  id: string;
  /** Its name. */
  name: string;
  /** What a screen does with it. */
  type: 'image' | 'video' | 'web';
};

/** The body of every answer that is not 200. */
export type ErrorBody = {
  /** The name of the error; one per status. */
  error:
    | 'invalid_request'
    | 'unauthorized'
    | 'forbidden'
    | 'not_found'
    | 'method_not_allowed'
    | 'conflict'
    | 'payload_too_large'
    | 'unprocessable'
    | 'rate_limited'
    | 'internal';
  /** For people: what was wrong and what to do. Not for programs to read. */
  message: string;
  /** The reason behind the status, where one status has several. */
  code?: 'plan' | 'storage_quota_exceeded' | 'id_conflict' | 'invalid' | 'cursor_expired';
};

/** The token that a message is about. */
export type ExpiringToken = {
  /** The token. */
  tokenId: string;
  /** What the merchant called it. */
  name: string;
  /** The last four characters of its secret. */
  lastFour: string;
  /** The first moment at which it no longer works. */
  expiresAt: string;
  /** How many days that is from now, rounded up: 14, 7 or 1, unless the service was down at that moment. */
  daysLeft: number;
};

/** Empty, or left out. */
export type FinalizeRequest = Record<string, never>;

/** From when until when a campaign plays. */
export type Flight = {
  /** YYYY-MM-DD (from the beginning of that day) or YYYY-MM-DDTHH:MM, local time of each screen. null: no start. */
  start: string | null;
  /** YYYY-MM-DD (that whole day included) or YYYY-MM-DDTHH:MM (the first minute that no longer plays). null: no end. */
  end: string | null;
};

export type ListCampaignsQuery = {
  /** The previous page's `nextCursor`. */
  cursor?: string;
  /** Items on a page. */
  limit?: number;
  /** Text to find in the name, whatever its case and accents. */
  q?: string;
  /** Tags that an item must all carry; repeat the parameter for several. */
  tag?: string[];
};

export type ListChangesQuery = {
  /** The `nextCursor` of the answer before; `oldest` for everything that is kept. Without it: from now on. */
  cursor?: string;
  /** Items on a page. */
  limit?: number;
  /** For how many seconds the answer may wait for something to happen. */
  wait?: number;
};

export type ListMediaQuery = {
  /** The previous page's `nextCursor`. */
  cursor?: string;
  /** Items on a page. */
  limit?: number;
  /** Text to find in name or description, whatever its case and accents. */
  q?: string;
  /** Tags that an item must all carry; repeat the parameter for several. */
  tag?: string[];
};

export type ListPlaylistsQuery = {
  /** The previous page's `nextCursor`. */
  cursor?: string;
  /** Items on a page. */
  limit?: number;
  /** Text to find in the name, whatever its case and accents. */
  q?: string;
};

export type ListTagsQuery = {
  /** The previous page's `nextCursor`. */
  cursor?: string;
  /** Items on a page. */
  limit?: number;
  /** Text to find in the name, whatever its case and accents. */
  q?: string;
};

/** The live version's content. */
export type LiveContent = {
  /** What screens of one orientation play. */
  landscape: CampaignContent;
  /** Null when portrait screens play the landscape content. */
  portrait: CampaignContent | null;
};

/** A picture, a video or a web page in the media library. */
export type Media = {
  /** The media item. */
  id: string;
  /** Shown in the media library. */
  name: string;
  /** What a screen does with it. */
  type: 'image' | 'video' | 'web';
  /** Pixels; null when unknown and for web pages. */
  width: number | null;
  /** Pixels; null when unknown and for web pages. */
  height: number | null;
  /** A video's length; null for images and web pages. */
  durationSeconds: number | null;
  /** The tags it carries, by name. */
  tags: Tag[];
  /** Signed; stops working 15 minutes after the response. Null when there is no thumbnail. */
  thumbnailUrl: string | null;
  /** When the item became ready. */
  createdAt: string;
  /** Only with scope `media:files`. Signed, stops working 15 minutes after the response; for a web page its own address. */
  fileUrl?: string | null;
};

/** A media item is in the library (`media.ready`, also when it comes back from the trash), is another than before, or is gone. */
export type MediaChange = {
  /** This change, whoever reads it and whenever. */
  id: string;
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'media.ready' | 'media.changed' | 'media.deleted';
  /** When it happened. */
  at: string;
  /** The media item that a change is about. */
  data: ChangedMedia;
};

/** A media item came, changed or went. */
export type MediaMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'media.ready' | 'media.changed' | 'media.deleted';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** The media item that a change is about. */
  data: ChangedMedia;
};

/** One page of a list. */
export type MediaPage = {
  /** The items of this page, in the order of the list. */
  items: Media[];
  /** Pass it as `cursor` to get the next page; null on the last page. Opaque. */
  nextCursor: string | null;
};

/** How full the storage is. */
export type NearlyFullStorage = {
  /** What media take, those in the trash too. */
  usedBytes: number;
  /** What the plan gives. */
  quotaBytes: number;
};

/** How the file is divided. */
export type PartsRequest = {
  /** Bytes of every part but the last, which has the rest. At least 5 MB (5,242,880). */
  partSize: number;
  /** The SHA-256 of each part as lower-case hex, in their order. */
  checksums: string[];
};

/** The parts that are missing. */
export type PartsTicket = {
  /** The upload. */
  mediaId: string;
  /** Bytes of every part but the last. */
  partSize: number;
  /** Those that are not stored yet, in their order. Empty: finalize. */
  parts: UploadPart[];
};

/** One entry of what a screen plays. */
export type PlayItem = {
  /** The media item that plays. */
  mediaId: string;
  /** What a screen does with it. */
  type: 'image' | 'video' | 'web';
  /** Seconds played: the item's own setting, else the media's length, else the merchant's default. */
  durationSeconds: number;
};

/** Media in an order. */
export type Playlist = {
  /** The playlist. */
  id: string;
  /** Shown in the console. */
  name: string;
  /** When it was made. */
  createdAt: string;
  /** When its name or its items last changed. */
  updatedAt: string;
};

/** A shared playlist is in the list, is another than before or plays something else, or is in the list no more. */
export type PlaylistChange = {
  /** This change, whoever reads it and whenever. */
  id: string;
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'playlist.created' | 'playlist.changed' | 'playlist.deleted';
  /** When it happened. */
  at: string;
  /** The playlist that a change is about. */
  data: ChangedPlaylist;
};

/** A playlist with what it plays. */
export type PlaylistDetail = {
  /** The playlist. */
  id: string;
  /** Shown in the console. */
  name: string;
  /** When it was made. */
  createdAt: string;
  /** When its name or its items last changed. */
  updatedAt: string;
  /** How long one round takes. */
  totalDurationSeconds: number;
  /** In play order. */
  items: PlayItem[];
};

/** A shared playlist came, changed or went. */
export type PlaylistMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'playlist.created' | 'playlist.changed' | 'playlist.deleted';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** The playlist that a change is about. */
  data: ChangedPlaylist;
};

/** One page of a list. */
export type PlaylistPage = {
  /** The items of this page, in the order of the list. */
  items: Playlist[];
  /** Pass it as `cursor` to get the next page; null on the last page. Opaque. */
  nextCursor: string | null;
};

/** Where and how to send bytes. */
export type PresignedUpload = {
  /** PUT the bytes here within 15 minutes. */
  url: string;
  /** Send every one of these unchanged with the PUT: they are part of the signature. */
  headers: Record<string, string>;
};

/** The storage is nearly full. */
export type StorageMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'storage.nearly_full';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** How full the storage is. */
  data: NearlyFullStorage;
};

/** A word that groups a merchant's media and campaigns. */
export type Tag = {
  /** The tag. */
  id: string;
  /** As first written, trimmed, runs of white space made one space. */
  name: string;
};

/** A tag was made, has another name, or is gone. */
export type TagChange = {
  /** This change, whoever reads it and whenever. */
  id: string;
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'tag.created' | 'tag.changed' | 'tag.deleted';
  /** When it happened. */
  at: string;
  /** The tag that a change is about. */
  data: ChangedTag;
};

/** A tag came, was renamed or went. */
export type TagMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'tag.created' | 'tag.changed' | 'tag.deleted';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** The tag that a change is about. */
  data: ChangedTag;
};

/** One page of a list. */
export type TagPage = {
  /** The items of this page, in the order of the list. */
  items: Tag[];
  /** Pass it as `cursor` to get the next page; null on the last page. Opaque. */
  nextCursor: string | null;
};

/** Nothing happened: somebody tries the webhook. */
export type TestMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'webhook.test';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** The webhook that a test was sent to. */
  data: TestedWebhook;
};

/** The webhook that a test was sent to. */
export type TestedWebhook = {
  /** The webhook. */
  webhookId: string;
};

/** The token that the request was made with. Its secret is in no answer. */
export type Token = {
  /** What the merchant called it. */
  name: string;
  /** The last four characters of its secret, as the console and the activity log show them. */
  lastFour: string;
  /** What it may do. */
  scopes: (
    | 'media:read'
    | 'media:files'
    | 'media:write'
    | 'campaigns:read'
    | 'playlists:read'
    | 'tags:read'
    | 'tags:write'
    | 'changes:read'
  )[];
  /** When it was issued. */
  createdAt: string;
  /** The first moment at which it no longer works. */
  expiresAt: string;
  /** GETs count as reads, this one too; POSTs count as writes. */
  budgets: Budgets;
};

/** A token runs out soon. */
export type TokenMessage = {
  /** What happened. Others may come: pass over those that you do not know. */
  type: 'token.expiring';
  /** When it happened; `webhook-timestamp` is when it was sent. */
  timestamp: string;
  /** The token that a message is about. */
  data: ExpiringToken;
};

/** A part that is not stored yet, and where to send it. */
export type UploadPart = {
  /** Counted from 1. */
  number: number;
  /** Its first byte in the file, counted from 0. */
  offset: number;
  /** Its bytes. */
  size: number;
  /** Where and how to send bytes. */
  upload: PresignedUpload;
};

/** What is about to be uploaded. */
export type UploadRequest = {
  /** The client's own id for the file (v7 recommended). Sending the same id again is a safe retry. */
  id: string;
  /** Shown in the media library. Not blank, no control characters. */
  name: string;
  /** The file's name on the client. */
  fileName: string;
  /** What the file is. */
  mimeType: 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4' | 'video/webm';
  /** Bytes. Images up to 50 MB (52,428,800), videos up to 2 GB (2,147,483,648). */
  fileSize: number;
  /** The file's SHA-256 as lower-case hex. */
  checksum: string;
  /** A video's length in seconds. Left out, it is read from the file where it can be. */
  duration?: number | null;
  /** Pixels. Left out, it is read from the file where it can be. */
  width?: number | null;
  /** Pixels. Left out, it is read from the file where it can be. */
  height?: number | null;
  /** True when a JPEG thumbnail will be PUT too (480 px wide recommended). */
  hasThumbnail?: boolean;
  /** The thumbnail's bytes; required together with hasThumbnail, and not allowed without. */
  thumbnailSize?: number | null;
  /** A video's codec, such as `h264`; used only for warnings. */
  codec?: string | null;
};

/** How far an upload is. */
export type UploadStatus = {
  /** The upload. */
  mediaId: string;
  /** `ready` once it was finalized. */
  state: 'awaiting' | 'ready';
  /** The file's bytes, as declared. */
  fileSize: number;
  /** How many of them storage has, whole parts only. */
  storedBytes: number;
  /** Null unless the file comes in parts. */
  partSize: number | null;
  /** The numbers of the parts that are stored. */
  storedParts: number[];
  /** What finalize found out about the file; empty before it. */
  warnings: UploadWarning[];
};

/** What to do next with the file. */
export type UploadTicket = {
  /** The client's id, or the existing item's id when duplicateOf is set. */
  mediaId: string;
  /** Set when the merchant already has this exact file: nothing to PUT or finalize. */
  duplicateOf: DuplicateOf | null;
  /** Where to PUT the file; null for a duplicate. */
  upload: PresignedUpload | null;
  /** Where to PUT the thumbnail; null when there is none. */
  thumbnailUpload: PresignedUpload | null;
  /** Whether the merchant's screens can play the video. */
  warnings: UploadWarning[];
};

/** Something that may not play well. Never blocking. */
export type UploadWarning = {
  /** What it is about: `codec_not_supported`, `codec_unknown`, `resolution_above_screens`, `container_not_supported`, `not_playable`. */
  code: string;
  /** For people: what will happen on which screens. */
  message: string;
};
