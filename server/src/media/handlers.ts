import { addPage } from './add-page.js';
import { checkPage } from './check-page.js';
import { changeMediaTags } from './change-media-tags.js';
import { deleteMedia } from './delete-media.js';
import { deleteManyMedia } from './delete-many-media.js';
import { emptyTrash } from './empty-trash.js';
import { getConsoleMedia } from './get-console-media.js';
import { getMedia } from './get-media.js';
import { finishThumbnail, reportBroken, startThumbnail } from './keep-thumbnail.js';
import { countConsoleMedia, listConsoleMedia, listConsoleMediaIds, listMediaAdders } from './list-library.js';
import { listMedia } from './list-media.js';
import { listTrash } from './list-trash.js';
import { purgeTrashed } from './purge-trashed.js';
import { replaceMedia } from './replace-media.js';
import { tagManyMedia } from './tag-many-media.js';
import { updateMedia } from './update-media.js';

export const mediaHandlers = {
  listMedia,
  listConsoleMedia,
  countConsoleMedia,
  listConsoleMediaIds,
  listMediaAdders,
  tagManyMedia,
  deleteManyMedia,
  getMedia,
  getConsoleMedia,
  addPage,
  checkPage,
  updateMedia,
  changeMediaTags,
  startThumbnail,
  finishThumbnail,
  reportBroken,
  replaceMedia,
  deleteMedia,
  listTrash,
  purgeTrashed,
  emptyTrash,
};
