import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sayMany } from './group-entries.js';

test.each([
  ['uploaded', 'media.uploaded', 'uploaded 30 items'],
  ['added the web page', 'media.page_added', 'added 30 web pages'],
  ['created the playlist', 'playlist.created', 'created 30 playlists'],
  ['deleted for good the campaign', 'campaign.purged', 'deleted for good 30 campaigns'],
  ['discarded the changes of', 'campaign.draft_discarded', 'discarded the changes of 30 campaigns'],
])('%s, of %s: %s', (words, kind, said) => {
  const { verb, what } = sayMany(words, kind, 30);
  assert.equal(`${verb} ${what}`, said);
});
