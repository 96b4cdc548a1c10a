import type { AddTagsRequest, AddTagsResult, Tag, TagPage } from '../tags.js';
import type { Examples } from './example.js';

export const summer: Tag = { id: '8092c519-9bef-4627-bc39-914355df64fe', name: 'Summer' };
export const shopWindow: Tag = { id: '61f2ed8a-996c-4182-ab89-84ff7bef433d', name: 'Window' };

export const tagPage: Examples<TagPage> = {
  page: { summary: 'The last page', value: { items: [summer, shopWindow], nextCursor: null } },
};

export const addTagsRequest: Examples<AddTagsRequest> = {
  names: { summary: 'Two tags by name', value: { add: ['Summer', 'Window'] } },
};

export const addTagsResult: Examples<AddTagsResult> = {
  added: {
    summary: 'One of the two was new to the item',
    value: { mediaId: '70fee976-d031-4dd6-b623-60856e3a9d23', tags: [summer, shopWindow], added: 1 },
  },
};
