import { getCampaign, listCampaigns } from './campaigns.js';
import { getMedia, listMedia } from './media.js';
import { getPlaylist, listPlaylists } from './playlists.js';
import { listTags } from './tags.js';

// The endpoint table of version 1.
export const endpoints = { listMedia, getMedia, listCampaigns, getCampaign, listPlaylists, getPlaylist, listTags };
