import { addTags } from './add-tags.js';
import { listTagCounts } from './list-tag-counts.js';
import { listTags } from './list-tags.js';
import { deleteTag, mergeTag } from './merge-tag.js';
import { renameTag } from './rename-tag.js';

export const tagHandlers = {
  listTags,
  listConsoleTags: listTags,
  addTags,
  listTagCounts,
  renameTag,
  mergeTag,
  deleteTag,
};
