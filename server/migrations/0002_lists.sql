-- What the four lists are read by (docs/query-plans.md has the plans and what each part buys).

-- A list in its own order is a descending btree: a page costs the same at any depth and in any library.
create index media_newest on media (merchant_id, created_at desc, id desc) where state = 'ready';
create index campaigns_newest on campaigns (merchant_id, changed_at desc, lineage_id desc) where not archived;
create index playlists_newest on playlists (merchant_id, updated_at desc, id desc) where shared;
-- Tags by name: the unique (merchant_id, name_key) of the ground is that order already, for no two keys are equal.

-- The oldest ready item with the same file answers as the duplicate.
create index media_by_file on media (merchant_id, sha256, size_bytes) where state = 'ready';

-- A filtered list is read by terms: 64-bit hashes of whatever a filter can ask for, each salted with the merchant, in one
-- GIN index. A term says where to look and never what is true: statements test the text and the tags themselves, so
-- two things with one hash cost a row read in vain. Against trigrams of pg_trgm beside a merchant column:
--  * one and two characters, punctuation and every script are found, by code point, in a database of any locale;
--  * the merchant is in the term, not in a list of a million entries that each hit is compared with (5 µs a hit).
-- Each function calls nothing but built-ins, because indexes are built and analyzed with an empty search_path. They cost
-- a lot on paper, so that the planner takes the index, whatever it believes about how many rows match.

-- Every run of one, two and three characters.
create function text_terms(merchant uuid, content text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  terms bigint[] := '{}';
  one text collate "C";
  two text collate "C" := '';
  three text collate "C" := '';
begin
  foreach one in array string_to_array(content, null) loop
    terms := terms || hashtextextended(one, salt) || hashtextextended(two || one, salt) || hashtextextended(three || one, salt);
    three := two || one;
    two := one;
  end loop;
  return terms;
end
$$;

-- Every tag and every pair of tags: two common tags that never meet have no entry in common to be looked through.
create function tag_terms(merchant uuid, tags uuid[]) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  terms bigint[] := '{}';
  earlier bigint[] := '{}';
  tag uuid;
  other bigint;
begin
  foreach tag in array tags loop
    terms := terms || uuid_hash_extended(tag, salt);
    foreach other in array earlier loop
      terms := terms || (other # uuid_hash_extended(tag, salt));
    end loop;
    earlier := earlier || uuid_hash_extended(tag, salt);
  end loop;
  return terms;
end
$$;

-- Time in windows of 2^19 seconds (6 days) and 2^22 (48 days). A moment is in the window that it falls into and in the
-- next one, so the window of any moment reaches back between one and two lengths.
create function window_terms(merchant uuid, moment timestamptz) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  seconds constant bigint := floor(extract(epoch from moment));
begin
  return array[
    hashint8extended(seconds >> 19, salt # 19), hashint8extended((seconds >> 19) + 1, salt # 19),
    hashint8extended(seconds >> 22, salt # 22), hashint8extended((seconds >> 22) + 1, salt # 22)];
end
$$;

-- What must be among an item's terms for it to match; nothing for an empty filter. Of a long text some sixteen places
-- are enough to find the few items that are then tested.
create function wanted_text_terms(merchant uuid, search text) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select array(
    select hashtextextended(substr(search, at, 3) collate "C", uuid_hash_extended(merchant, 0))
    from generate_series(1, greatest(length(search) - 2, least(length(search), 1)), 1 + length(search) / 16) as at)
$$;

create function wanted_tag_terms(merchant uuid, tags uuid[]) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select case when cardinality(tags) = 1 then array[uuid_hash_extended(tags[1], uuid_hash_extended(merchant, 0))]
    else array(
      select uuid_hash_extended(a, uuid_hash_extended(merchant, 0)) # uuid_hash_extended(b, uuid_hash_extended(merchant, 0))
      from unnest(tags) with ordinality as one (a, i), unnest(tags) with ordinality as other (b, k)
      where i < k) end
$$;

create function wanted_window_term(merchant uuid, moment timestamptz, length_bits integer) returns bigint
  language sql immutable strict parallel safe
  return hashint8extended(floor(extract(epoch from moment))::bigint >> length_bits,
                          uuid_hash_extended(merchant, 0) # length_bits);

-- Without the pending list: every search would read it from end to end.
create index media_terms on media
  using gin ((text_terms(merchant_id, search_text) || tag_terms(merchant_id, tag_ids) || window_terms(merchant_id, created_at)))
  with (fastupdate = off) where state = 'ready';
create index campaigns_terms on campaigns
  using gin ((text_terms(merchant_id, search_text) || tag_terms(merchant_id, tag_ids)))
  with (fastupdate = off) where not archived;
create index playlists_terms on playlists
  using gin (text_terms(merchant_id, search_text))
  with (fastupdate = off) where shared;
create index tags_terms on tags
  using gin (text_terms(merchant_id, name_key))
  with (fastupdate = off);

-- Statistics of terms would cost seconds for every analyze and are not used.
alter index media_terms alter column 1 set statistics 0;
alter index campaigns_terms alter column 1 set statistics 0;
alter index playlists_terms alter column 1 set statistics 0;
alter index tags_terms alter column 1 set statistics 0;
