-- A search finds letters without their accents. The text to search is made by the database from the folded text that is
-- there, so that it is right for every row, also for those that instances of the release before go on writing.

-- As `foldSearch` of server/src/fold.ts; what has a byte a character has no accents.
create function without_accents(content text) returns text
  language sql immutable strict parallel safe
as $$
  select case when octet_length(content) = length(content) then content
    else normalize(regexp_replace(normalize(content, NFD),
      '([a-z\u00df-\u02af\u0370-\u052f\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]+',
      '\1', 'g'), NFC) end
$$;

-- All at once, before the long work: whoever reads one of them and then another would wait for us while we wait for them.
lock table campaigns, playlists, media, tags in access exclusive mode;

alter table media
  add column plain_text text collate "C" not null generated always as (without_accents(search_text)) stored;
alter table playlists
  add column plain_text text collate "C" not null generated always as (without_accents(search_text)) stored;
alter table campaigns
  add column plain_text text collate "C" not null generated always as (without_accents(search_text)) stored;

-- A tag's key is its name after NFC and case folding, which only the application can compute: it does so with this
-- migration (server/src/db/fold-tag-names.ts). Searched is the name after NFKC; null in the rows of the release before,
-- whose key is that text.
alter table tags
  add column search_text text collate "C",
  add column plain_text text collate "C" not null
    generated always as (without_accents(coalesce(search_text, name_key))) stored;
create index tags_unfolded on tags (merchant_id) where search_text is null;

-- As the index of 0002, which the release before goes on reading: that one goes with the next.
create index media_plain_terms on media
  using gin ((text_terms(merchant_id, plain_text) || tag_terms(merchant_id, tag_ids) || window_terms(merchant_id, created_at)))
  with (fastupdate = off) where state = 'ready';
alter index media_plain_terms alter column 1 set statistics 0;

-- A merchant has thousands of these and no more: reading them in their order is as quick.
drop index campaigns_terms;
drop index playlists_terms;
drop index tags_terms;
