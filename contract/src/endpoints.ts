import { getCampaign, listCampaigns } from './campaigns.js';
import { getMedia, listMedia } from './media.js';
import { getPlaylist, listPlaylists } from './playlists.js';
import { addTags, listTags } from './tags.js';
import { getToken } from './token.js';
import { finalizeUpload, startUpload } from './uploads.js';

// The endpoint table of version 1: the contract's ten, and GET /token beside them (decisions, Shapes).
export const endpoints = {
  listMedia,
  getMedia,
  listCampaigns,
  getCampaign,
  listPlaylists,
  getPlaylist,
  startUpload,
  finalizeUpload,
  addTags,
  listTags,
  getToken,
};
