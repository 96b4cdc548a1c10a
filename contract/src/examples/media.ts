import type { Media, MediaPage } from '../media.js';
import type { Examples } from './example.js';
import { shopWindow, summer } from './tags.js';

const STORE = 'https://files.example.com/vitrine';
const SIGNATURE = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=902&X-Amz-Signature=9f2c41d07b6a';

export const poster: Media = {
  id: '70fee976-d031-4dd6-b623-60856e3a9d23',
  name: 'Ice cream is back',
  type: 'image',
  width: 1920,
  height: 1080,
  durationSeconds: null,
  tags: [summer, shopWindow],
  thumbnailUrl: `${STORE}/8bfa26ff0.jpg?${SIGNATURE}`,
  createdAt: '2026-06-02T13:27:00.000Z',
};

export const video: Media = {
  id: '0197a3c4-5d1e-7b3a-9c11-2f64d8a0b7e5',
  name: 'Door, August',
  type: 'video',
  width: 1080,
  height: 1920,
  durationSeconds: 12.5,
  tags: [],
  thumbnailUrl: null,
  createdAt: '2026-06-15T12:00:30.000Z',
  fileUrl: `${STORE}/cd229db6.mp4?${SIGNATURE}`,
};

const page: Media = {
  id: '2b6f7f0e-5d2b-4a57-9d0c-6f6f0d5e7a10',
  name: "Today's menu",
  type: 'web',
  width: null,
  height: null,
  durationSeconds: null,
  tags: [],
  thumbnailUrl: null,
  createdAt: '2026-05-20T08:00:00.000Z',
  fileUrl: 'https://bakery.example/menu',
};

export const mediaExamples: Examples<Media> = {
  image: { summary: 'An image, read without media:files', value: poster },
  video: { summary: 'A video, read with media:files', value: video },
  web: { summary: 'A web page, read with media:files', value: page },
};

export const mediaPage: Examples<MediaPage> = {
  page: { summary: 'A page with more to come', value: { items: [poster], nextCursor: '80s6pBkU0CDjkgwAymuZplsi' } },
  last: { summary: 'The last page', value: { items: [], nextCursor: null } },
};

export const finalizedMedia: Examples<Media> = { ready: { summary: 'The item, now ready', value: video } };
