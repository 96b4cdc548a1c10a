import type {
  AddTagsResult,
  ListMediaQuery,
  Media as MediaItem,
  MediaPage,
  UploadRequest,
  UploadTicket,
} from './generated/types.js';
import type { ListOptions } from './list-options.js';
import { createPageList, type PageList } from './page-list.js';
import type { PutBytes } from './put-bytes.js';
import type { CallOptions, Transport } from './transport.js';
import type { UploadSource } from './to-upload-file.js';
import { uploadFile, type UploadOptions, type UploadResult } from './upload-file.js';

export type Media = {
  /** Ready media, newest first. */
  readonly list: (options?: ListOptions<ListMediaQuery>) => PageList<MediaItem>;
  readonly get: (id: string, options?: CallOptions) => Promise<MediaItem>;
  /** Adds tags by name; at most 10 names a call. */
  readonly addTags: (id: string, names: readonly string[], options?: CallOptions) => Promise<AddTagsResult>;
  /** The first step of an upload by hand; `upload` does them all. */
  readonly startUpload: (request: UploadRequest, options?: CallOptions) => Promise<UploadTicket>;
  /** The last step of an upload by hand. */
  readonly finalizeUpload: (id: string, options?: CallOptions) => Promise<MediaItem>;
  /** Brings a file into the library: checksum, start, PUT, finalize, tags. Safe to repeat, also after a crash. */
  readonly upload: (file: UploadSource, options: UploadOptions) => Promise<UploadResult>;
};

export function createMedia({ get, post }: Transport, put: PutBytes): Media {
  const media: Media = {
    list: ({ signal, ...query } = {}) =>
      createPageList(query.cursor, (cursor) => get<MediaPage>('/media', { ...query, cursor }, { signal })),
    get: (id, options = {}) => get(`/media/${encodeURIComponent(id)}`, {}, options),
    addTags: (id, names, options = {}) => post(`/media/${encodeURIComponent(id)}/tags`, { add: names }, options),
    startUpload: (request, options = {}) => post('/media/uploads', request, options),
    finalizeUpload: (id, options = {}) => post(`/media/uploads/${encodeURIComponent(id)}/finalize`, undefined, options),
    upload: (file, options) => uploadFile({ media, put }, file, options),
  };
  return media;
}
