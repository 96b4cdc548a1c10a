-- What lists and details say of a media item that is the same for every caller, as the text that is sent, but for its name: its
-- id, its fields, its tags' ids and its moment. Made by the database, as 0038 does it for playlists. All of it is ASCII, which is
-- read several times as fast as what may have other letters. A duration is written as JavaScript writes numbers.
create function written_media(
  id uuid, type text, width integer, height integer, duration_seconds double precision, tag_ids uuid[],
  created_at timestamptz
) returns text
  language sql immutable parallel safe
as $$
  select id || ',"type":"' || type || '","width":' || coalesce(width::text, 'null')
    || ',"height":' || coalesce(height::text, 'null') || ',"durationSeconds":' || coalesce(
      case when duration_seconds < 0.000001 then replace(duration_seconds::text, 'e-0', 'e-')
        else duration_seconds::text::numeric::text end,
      'null')
    || tag_ids::text || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

alter table media
  add column written text collate "C"
    generated always as (written_media(id, type, width, height, duration_seconds, tag_ids, created_at)) stored;
