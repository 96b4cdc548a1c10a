import type { integrationEndpoints } from '@vitrine/contract/endpoints';
import { anUploadRequest } from '../harness/content.js';
import type { Sample, SampleIds } from './sample.js';

// The bytes that wait behind the two ids of uploads.
export const AWAITED = 'the same bytes at both merchants';
export const AWAITED_IN_PARTS = 'bytes that nobody sends';
export const AWAITED_CONSOLE = 'other bytes, the same at both';

// A division that any small file fits.
export const IN_ONE_PART = { partSize: 5_242_880, checksums: ['0'.repeat(64)] };

const lists = (...filters: readonly string[]): Sample[] =>
  ['', '?limit=2', '?q=zzz', '?q=x', ...filters].map((query) => ({ query }));

// A good call, or several, of each endpoint of version 1.
export const samples = ({ at, named }: SampleIds): Record<keyof typeof integrationEndpoints, readonly Sample[]> => ({
  listMedia: lists(`?tag=${named.tag}`, `?tag=${named.tag}&q=item`),
  getMedia: [{ id: at.media }],
  listCampaigns: lists(`?tag=${named.tag}`, `?tag=${named.tag}&q=campaign`),
  getCampaign: [{ id: at.running }, { id: at.edited }],
  listPlaylists: lists(),
  getPlaylist: [{ id: at.playlist }],
  startUpload: [{ body: anUploadRequest({ id: at.awaiting }, AWAITED) }],
  startParts: [{ id: at.uploadInParts, body: IN_ONE_PART }],
  getUpload: [{ id: at.stored }],
  finalizeUpload: [{ id: at.awaiting }],
  addTags: [{ id: at.media, body: { add: ['Summer', 'Sale', 'Brand new'] } }],
  listTags: lists(),
  listChanges: [{}, { query: '?cursor=oldest' }, { query: '?limit=2' }],
  getToken: [{}],
});
