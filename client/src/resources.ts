import type {
  Campaign,
  CampaignDetail,
  ListCampaignsQuery,
  ListMediaQuery,
  ListPlaylistsQuery,
  ListTagsQuery,
  Media as MediaItem,
  Playlist,
  PlaylistDetail,
  Tag,
} from './generated/types.js';
import type { PutBytes } from './put-bytes.js';
import type { CallOptions, Transport } from './transport.js';
import { uploadFile, type MediaCalls, type UploadOptions, type UploadResult } from './upload.js';
import type { UploadSource } from './upload-source.js';

/** One page of a list. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A list: `for await` gives every item, `page()` one page, `pages()` page after page. */
export type PageList<Item> = AsyncIterable<Item> & {
  readonly page: () => Promise<Page<Item>>;
  readonly pages: () => AsyncIterable<Page<Item>>;
};

// The contract's query with a signal beside it. Undefined counts as left out, so that callers can pass on what they have.
type ListOptions<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined } & CallOptions;
type List<Item, Query> = (options?: ListOptions<Query>) => PageList<Item>;

export type Media = MediaCalls & {
  /** Ready media, newest first. */
  readonly list: List<MediaItem, ListMediaQuery>;
  /** Brings a file into the library: checksum, start, PUT, finalize, tags. Safe to repeat, also after a crash. */
  readonly upload: (file: UploadSource, options: UploadOptions) => Promise<UploadResult>;
};

export type Campaigns = {
  /** Campaigns that are not archived, most recently changed first. */
  readonly list: List<Campaign, ListCampaignsQuery>;
  /** A campaign with what screens play now. */
  readonly get: (lineageId: string, options?: CallOptions) => Promise<CampaignDetail>;
};

export type Playlists = {
  /** Shared playlists, most recently updated first. */
  readonly list: List<Playlist, ListPlaylistsQuery>;
  /** A playlist with its items in play order. */
  readonly get: (id: string, options?: CallOptions) => Promise<PlaylistDetail>;
};

export type Tags = {
  /** The merchant's tags by name. */
  readonly list: List<Tag, ListTagsQuery>;
};

export function createMedia(call: Transport, put: PutBytes): Media {
  const post = <Body>(path: string, body: unknown, { signal, timeoutMs }: CallOptions = {}): Promise<Body> =>
    call({ method: 'POST', path, body, signal, timeoutMs });
  const media: Media = {
    list: createList(call, '/media'),
    get: createGet(call, '/media'),
    addTags: (id, names, options) => post(`/media/${encodeURIComponent(id)}/tags`, { add: names }, options),
    startUpload: (request, options) => post('/media/uploads', request, options),
    startParts: (id, division, options) => post(`/media/uploads/${encodeURIComponent(id)}/parts`, division, options),
    getUpload: (id, { signal } = {}) =>
      call({ method: 'GET', path: `/media/uploads/${encodeURIComponent(id)}`, signal }),
    finalizeUpload: (id, options) => post(`/media/uploads/${encodeURIComponent(id)}/finalize`, undefined, options),
    upload: (file, options) => uploadFile(media, put, file, options),
  };
  return media;
}

export const createCampaigns = (call: Transport): Campaigns => ({
  list: createList(call, '/campaigns'),
  get: createGet(call, '/campaigns'),
});

export const createPlaylists = (call: Transport): Playlists => ({
  list: createList(call, '/playlists'),
  get: createGet(call, '/playlists'),
});

export const createTags = (call: Transport): Tags => ({ list: createList(call, '/tags') });

const createGet =
  <Item>(call: Transport, path: string) =>
  (id: string, { signal }: CallOptions = {}): Promise<Item> =>
    call({ method: 'GET', path: `${path}/${encodeURIComponent(id)}`, signal });

const createList =
  <Item, Query extends { readonly cursor?: string }>(call: Transport, path: string): List<Item, Query> =>
  (options) =>
    toPageList(options?.cursor, (cursor) => {
      const { signal, ...query } = { ...options, cursor };
      return call({ method: 'GET', path, query, signal });
    });

function toPageList<Item>(
  first: string | undefined,
  load: (cursor: string | undefined) => Promise<Page<Item>>,
): PageList<Item> {
  const pages = async function* (): AsyncGenerator<Page<Item>> {
    for (let cursor: string | null | undefined = first; cursor !== null;) {
      const page: Page<Item> = await load(cursor);
      yield page;
      cursor = page.nextCursor;
    }
  };
  return {
    page: () => load(first),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}
