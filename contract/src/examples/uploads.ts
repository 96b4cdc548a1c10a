import type { PartsRequest, PartsTicket, UploadStatus } from '../upload-parts.js';
import type { UploadRequest, UploadTicket } from '../uploads.js';
import { poster, video, type Examples } from './content.js';

const STORE = 'https://files.example.com/vitrine';
const SIGNATURE = 'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=901&X-Amz-Signature=1d7a93e5c208';

export const uploadRequest: Examples<UploadRequest> = {
  image: {
    summary: 'An image, with what is required',
    value: {
      id: '0197a3c4-4b2f-7d10-8e55-b1a2c3d4e5f6',
      name: 'Ice cream is back',
      fileName: 'ice-cream.png',
      mimeType: 'image/png',
      fileSize: 284_113,
      checksum: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    },
  },
  video: {
    summary: 'A video with a thumbnail',
    value: {
      id: video.id,
      name: 'Door, August',
      fileName: 'door.mp4',
      mimeType: 'video/mp4',
      fileSize: 18_874_368,
      checksum: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      duration: 12.5,
      width: 1080,
      height: 1920,
      hasThumbnail: true,
      thumbnailSize: 40_213,
      codec: 'hevc',
    },
  },
};

export const uploadTicket: Examples<UploadTicket> = {
  upload: {
    summary: 'Where to PUT the file and its thumbnail',
    value: {
      mediaId: video.id,
      duplicateOf: null,
      upload: {
        url: `${STORE}/cd229db6.mp4?${SIGNATURE}`,
        headers: {
          'content-type': 'video/mp4',
          'x-amz-checksum-sha256': '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
        },
      },
      thumbnailUpload: { url: `${STORE}/8bfa26ff0.jpg?${SIGNATURE}`, headers: { 'content-type': 'image/jpeg' } },
      warnings: [
        {
          code: 'codec_not_supported',
          message: "The merchant's screens play h264 and vp9 but not hevc: they will skip this video.",
        },
      ],
    },
  },
  duplicate: {
    summary: 'The merchant already has this exact file: nothing to PUT or finalize',
    value: {
      mediaId: poster.id,
      duplicateOf: { id: poster.id, name: poster.name, type: 'image' },
      upload: null,
      thumbnailUpload: null,
      warnings: [],
    },
  },
};

export const finalizeRequest: Examples<Record<string, never>> = {
  empty: { summary: 'Empty; no body at all will do too', value: {} },
};

const PART_BYTES = 8_388_608;

export const partsRequest: Examples<PartsRequest> = {
  parts: {
    summary: 'A video of 18 MB in parts of 8 MB',
    value: {
      partSize: PART_BYTES,
      checksums: [
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
        'fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13',
      ],
    },
  },
};

export const partsTicket: Examples<PartsTicket> = {
  missing: {
    summary: 'The first two parts are stored, the last is missing',
    value: {
      mediaId: video.id,
      partSize: PART_BYTES,
      parts: [
        {
          number: 3,
          offset: 2 * PART_BYTES,
          size: 2_097_152,
          upload: {
            url: `${STORE}/5ce0b7d1.mp4?partNumber=3&uploadId=b8d2e41f&${SIGNATURE}`,
            headers: { 'x-amz-checksum-sha256': '/WGgOvT3fYcPwh4F5+gGeAlcktgIz7O1wnnuBMdKyhM=' },
          },
        },
      ],
    },
  },
};

export const uploadStatus: Examples<UploadStatus> = {
  parts: {
    summary: 'Two of three parts are stored',
    value: {
      mediaId: video.id,
      state: 'awaiting',
      fileSize: 18_874_368,
      storedBytes: 2 * PART_BYTES,
      partSize: PART_BYTES,
      storedParts: [1, 2],
      warnings: [],
    },
  },
  ready: {
    summary: 'Ready, but not an image',
    value: {
      mediaId: poster.id,
      state: 'ready',
      fileSize: 48_213,
      storedBytes: 48_213,
      partSize: null,
      storedParts: [],
      warnings: [
        {
          code: 'not_playable',
          message: 'The file is not a JPEG, PNG or WebP image. Screens probably cannot show it.',
        },
      ],
    },
  },
};
