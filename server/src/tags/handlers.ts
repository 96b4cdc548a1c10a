import { addTags } from './add-tags.js';
import { listTags } from './list-tags.js';

export const tagHandlers = { listTags, listConsoleTags: listTags, addTags };
