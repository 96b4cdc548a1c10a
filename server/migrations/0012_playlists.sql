-- What a published version plays, as one short text: a list of campaigns says which of them play something else than their
-- playlists do by now, without reading what was frozen. Made by the database, so that it is right for every row, also for
-- those that imports and instances of the release before write.
create function played_key(side json) returns text
  language sql immutable strict parallel safe
as $$
  select md5(coalesce(string_agg(
    lower(item ->> 'mediaId') || ' ' || floor(1000000 * (item ->> 'durationSeconds')::double precision + 0.5)::bigint,
    ',' order by place), ''))
  from json_array_elements(side -> 'items') with ordinality as entry (item, place)
$$;

alter table campaign_versions
  add column landscape_key text collate "C" generated always as (played_key(content -> 'landscape')) stored,
  add column portrait_key text collate "C" generated always as (
    case when json_typeof(content -> 'portrait') = 'object' then played_key(content -> 'portrait') end) stored;
