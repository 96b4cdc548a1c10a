import type { integrationEndpoints } from '../endpoints.js';
import {
  addTagsRequest,
  addTagsResult,
  campaignDetail,
  campaignPage,
  changePage,
  finalizedMedia,
  mediaExamples,
  mediaPage,
  playlistDetail,
  playlistPage,
  tagPage,
  tokenExamples,
  type Examples,
} from './content.js';
import { finalizeRequest, partsRequest, partsTicket, uploadRequest, uploadStatus, uploadTicket } from './uploads.js';

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
  startParts: { request: partsRequest, response: partsTicket },
  getUpload: { response: uploadStatus },
  finalizeUpload: { request: finalizeRequest, response: finalizedMedia },
  addTags: { request: addTagsRequest, response: addTagsResult },
  listTags: { response: tagPage },
  listChanges: { response: changePage },
  getToken: { response: tokenExamples },
};
