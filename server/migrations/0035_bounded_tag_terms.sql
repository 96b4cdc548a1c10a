-- Pairs of tags grow with the square of their number: an item with 50 tags had 1,275 terms, one with 1,000 half a million. Up
-- to 16 tags an item has every tag and every pair as before; above that every tag, and a mark that says so.
--
-- The index stays as it is. What it holds of before is found by the first of the two ways in which tags are looked for since
-- (server/src/media/queries.ts), and what is written from now on by either; `reindex index concurrently media_plain_terms` frees
-- the room of items with many tags that nobody has touched.

create or replace function tag_terms(merchant uuid, tags uuid[]) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  has_pairs constant boolean := cardinality(tags) <= 16;
  terms bigint[] := '{}';
  earlier bigint[] := '{}';
  tag uuid;
  other bigint;
begin
  foreach tag in array tags loop
    terms := terms || uuid_hash_extended(tag, salt);
    if has_pairs then
      foreach other in array earlier loop
        terms := terms || (other # uuid_hash_extended(tag, salt));
      end loop;
      earlier := earlier || uuid_hash_extended(tag, salt);
    end if;
  end loop;
  return case when has_pairs then terms else terms || hashint8extended(16, salt) end;
end
$$;

-- What the release before asks for, while its instances still run: every tag, which all items have, old and new.
create or replace function wanted_tag_terms(merchant uuid, tags uuid[]) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select array(select uuid_hash_extended(tag, uuid_hash_extended(merchant, 0)) from unnest(tags) as tag)
$$;

-- Of items that have pairs; of all items where a single tag is asked for, or none.
create function wanted_tag_pairs(merchant uuid, tags uuid[]) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select case when cardinality(tags) = 1 then array[uuid_hash_extended(tags[1], uuid_hash_extended(merchant, 0))]
    else array(
      select uuid_hash_extended(a, uuid_hash_extended(merchant, 0)) # uuid_hash_extended(b, uuid_hash_extended(merchant, 0))
      from unnest(tags) with ordinality as one (a, i), unnest(tags) with ordinality as other (b, k)
      where i < k) end
$$;

-- Of the others. Null, which nothing contains, where pairs find all.
create function wanted_many_tags(merchant uuid, tags uuid[]) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select case when cardinality(tags) > 1 then array(
      select uuid_hash_extended(tag, uuid_hash_extended(merchant, 0)) from unnest(tags) as tag)
    || hashint8extended(16, uuid_hash_extended(merchant, 0)) end
$$;
