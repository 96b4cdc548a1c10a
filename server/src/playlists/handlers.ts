import { addPlaylistItems } from './add-playlist-items.js';
import { createPlaylist } from './create-playlist.js';
import { deletePlaylist } from './delete-playlist.js';
import { getConsolePlaylist, getPlaylist } from './get-playlist.js';
import { listConsolePlaylists, listPlaylists } from './list-playlists.js';
import { updatePlaylist } from './update-playlist.js';

export const playlistHandlers = {
  listPlaylists,
  getPlaylist,
  listConsolePlaylists,
  getConsolePlaylist,
  createPlaylist,
  updatePlaylist,
  addPlaylistItems,
  deletePlaylist,
};
