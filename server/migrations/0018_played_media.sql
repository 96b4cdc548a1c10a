-- What a published version plays, each item once: the library says what is in no use, and a deletion finds out what screens
-- play, without parsing what was frozen. With 450 live campaigns of 300 items each that took half a second of the database.
-- Made by the database, like the keys of 0012.
create function played_media(content json) returns uuid[]
  language sql immutable strict parallel safe
as $$
  select array(
    select distinct (item ->> 'mediaId')::uuid
    from json_each(content) as side (name, played)
    cross join lateral json_array_elements(
      case when json_typeof(played -> 'items') = 'array' then played -> 'items' else '[]' end) as item
    where json_typeof(played) = 'object')
$$;

alter table campaign_versions
  add column played_media uuid[] generated always as (played_media(content)) stored;
