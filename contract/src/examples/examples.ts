import type { integrationEndpoints } from '../endpoints.js';
import { campaignDetail, campaignPage } from './campaigns.js';
import type { Examples } from './example.js';
import { finalizedMedia, mediaExamples, mediaPage } from './media.js';
import { playlistDetail, playlistPage } from './playlists.js';
import { addTagsRequest, addTagsResult, tagPage } from './tags.js';
import { tokenExamples } from './token.js';
import { finalizeRequest, uploadRequest, uploadTicket } from './uploads.js';

type EndpointExamples = { readonly request?: Examples; readonly response: Examples };

// What each endpoint is sent and answers with.
export const examples: Readonly<Record<keyof typeof integrationEndpoints, EndpointExamples>> = {
  listMedia: { response: mediaPage },
  getMedia: { response: mediaExamples },
  listCampaigns: { response: campaignPage },
  getCampaign: { response: campaignDetail },
  listPlaylists: { response: playlistPage },
  getPlaylist: { response: playlistDetail },
  startUpload: { request: uploadRequest, response: uploadTicket },
  finalizeUpload: { request: finalizeRequest, response: finalizedMedia },
  addTags: { request: addTagsRequest, response: addTagsResult },
  listTags: { response: tagPage },
  getToken: { response: tokenExamples },
};
